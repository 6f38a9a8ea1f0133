import Glibc
import PrivateSession
import StateDirectory
import Testing

@testable import VSAControl

@Suite("finding the service")
struct ServiceAddressTests {
    /// A runtime folder with entitlementd's file.
    private func withRuntimeFolder(_ text: String, _ operation: (String) throws -> Void) throws {
        let folder = try TemporaryFolder.create()
        defer { folder.remove() }
        try folder.makeFolder("vsasim")
        try folder.write(text, to: "vsasim/entitlementd.json")
        try operation(folder.path)
    }

    private let file = #"{"url":"http://127.0.0.1:1","adminToken":"t","processID":1,"version":"0.1.0"}"#

    @Test("only a live service counts as running, and only with a file that no other user can access")
    func running() throws {
        let live = file.replacing("\"processID\":1,", with: "\"processID\":\(getpid()),")
        func find(_ text: String, mode: mode_t = 0o600, isLocked: Bool = true) throws -> RunningService? {
            var found: RunningService?
            try withRuntimeFolder(text) { folder in
                let path = "\(folder)/vsasim/entitlementd.json"
                chmod(path, mode)
                let lock = isLocked ? try FileLock(path + ".lock") : nil
                defer { lock?.release() }
                found = try RunningService.find(environment: ["XDG_RUNTIME_DIR": folder])
            }
            return found
        }
        let found = try find(live)
        #expect(found?.address.url == "http://127.0.0.1:1" && found?.processID == getpid() && found?.connectsByItself == true)
        #expect(try find(live.replacing("{", with: #"{"autoConnect":false,"#))?.connectsByItself == false)
        #expect(try find(live, isLocked: false) == nil)
        #expect(try find(file.replacing("\"processID\":1,", with: "\"processID\":2147483647,")) == nil)
        #expect(throws: Failure.self) { try find(live, mode: 0o644) }
        #expect(try RunningService.find(environment: [:]) == nil)
    }

    @Test("the runtime file, and the environment before it")
    func discovery() throws {
        try withRuntimeFolder(file) { folder in
            let fromFile = try ServiceAddress.discover(environment: ["XDG_RUNTIME_DIR": folder])
            #expect(fromFile == (try ServiceAddress(url: "http://127.0.0.1:1", adminToken: "t")))
            let other = ["XDG_RUNTIME_DIR": folder, "VSASIM_SERVICE_URL": "http://127.0.0.1:2/", "VSASIM_ADMIN_TOKEN": "e"]
            #expect(try ServiceAddress.discover(environment: other) == ServiceAddress(url: "http://127.0.0.1:2", adminToken: "e"))
            let same = ["XDG_RUNTIME_DIR": folder, "VSASIM_SERVICE_URL": "http://127.0.0.1:1"]
            #expect(try ServiceAddress.discover(environment: same)?.adminToken == "t")
        }
    }

    @Test("the environment overrides a service with another address, or with the token of one that has ended")
    func overriding() throws {
        try withRuntimeFolder(file) { folder in
            let service = try ServiceAddress(url: "http://127.0.0.1:1", adminToken: "t")
            func isOverridden(_ variables: [String: String]) -> Bool {
                service.isOverridden(by: variables.merging(["XDG_RUNTIME_DIR": folder]) { $1 })
            }
            #expect(!isOverridden([:]) && !isOverridden(["VSASIM_ADMIN_TOKEN": "e"]))
            #expect(!isOverridden(["VSASIM_SERVICE_URL": "http://127.0.0.1:1/", "VSASIM_ADMIN_TOKEN": "t"]))
            #expect(!isOverridden(["VSASIM_SERVICE_URL": "http://127.0.0.1:1"]))
            #expect(isOverridden(["VSASIM_SERVICE_URL": "http://127.0.0.1:1", "VSASIM_ADMIN_TOKEN": "e"]))
            #expect(isOverridden(["VSASIM_SERVICE_URL": "http://127.0.0.1:2", "VSASIM_ADMIN_TOKEN": "t"]))
            #expect(isOverridden(["VSASIM_SERVICE_URL": "nonsense"]))
        }
    }

    @Test("a token is never sent to a service other than its own")
    func tokens() throws {
        try withRuntimeFolder(file) { folder in
            let environment = ["XDG_RUNTIME_DIR": folder, "VSASIM_SERVICE_URL": "http://127.0.0.1:2", "VSASIM_ADMIN_TOKEN": "e"]
            func token(_ url: String, _ given: String? = nil) -> String? {
                try? ServiceAddress.given(url: url, adminToken: given, environment: environment).adminToken
            }
            #expect(token("http://127.0.0.1:1") == "t")
            #expect(token("http://127.0.0.1:2/") == "e")
            #expect(token("http://127.0.0.1:3") == nil)
            #expect(token("http://127.0.0.1:3", "given") == "given")
            let bare = ["VSASIM_ADMIN_TOKEN": "e"]
            let explicit = try ServiceAddress.given(url: "http://127.0.0.1:3", adminToken: nil, environment: bare)
            #expect(explicit.adminToken == "e")
        }
    }

    @Test("without a service: none, and exit code 8 if one is required")
    func absent() throws {
        #expect(try ServiceAddress.discover(environment: [:]) == nil)
        let failure = #expect(throws: Failure.self) { try ServiceAddress.required(environment: [:]) }
        #expect(failure?.status == .unreachable)
    }

    @Test(
        "a broken runtime file and invalid URLs are data errors", arguments: ["", "x", "ftp://a", "http://", "http:/a"])
    func invalid(text: String) throws {
        let failure = #expect(throws: Failure.self) { try ServiceAddress(url: text, adminToken: nil) }
        #expect(failure?.status == .invalidData)
        try withRuntimeFolder("{") { folder in
            let broken = #expect(throws: Failure.self) { try ServiceAddress.discover(environment: ["XDG_RUNTIME_DIR": folder]) }
            #expect(broken?.status == .invalidData)
        }
    }

    @Test("a missing service ends with 8")
    func unreachable() async throws {
        // Nothing listens on the discard port of the loopback interface, which only root may use.
        let service = ServiceControl(address: try ServiceAddress(url: "http://127.0.0.1:9", adminToken: "t"))
        let failure = await #expect(throws: Failure.self) { try await service.status() }
        #expect(failure?.status == .unreachable)
        #expect(failure?.message.contains("http://127.0.0.1:9") == true)
    }

    @Test("names are escaped in paths")
    func pathElements() {
        #expect(ServiceControl.path(["a/b c?ä", "alpha.example"]) == "/admin/v1/a%2Fb%20c%3F%C3%A4/alpha.example")
    }
}
