import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import TVWorld
import Testing

/// Two apps of two requestors on one device, with a login on a provider's page: it is valid for both apps on iOS, and only for
/// the app that obtained it on tvOS.
@Suite("A login of another requestor's app", .daemonLogs)
struct SharedLoginTests {
    /// Apps whose storages are in one state folder.
    private struct Device {
        let daemons: Daemons
        let platform: DecisionRow.Platform
        let state: String

        init(_ daemons: Daemons, _ platform: DecisionRow.Platform) throws {
            self.daemons = daemons
            self.platform = platform
            state = try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")
        }

        /// Starts an app of a requestor, up to the end of `setRequestor`.
        func start(_ id: String, _ requestor: String) async throws -> AppProcess {
            let statement = "\(state)/\(requestor).jwt"
            try await daemons.issueStatement(requestor: requestor).write(toFile: statement, atomically: true, encoding: .utf8)
            let app = try AppProcess(
                options: ["--app-id", id, "--platform", platform.rawValue, "--software-statement", statement],
                environment: daemons.environment.merging(["VSASIM_STATE_DIR": state]) { $1 },
                log: daemons.workspace.folder.path("logs/entitle.log"))
            let callbacks = try await app.callbacks(of: "setRequestor \(requestor)", until: "setRequestorComplete")
            #expect(callbacks.last?.integer("status") == 1 && !callbacks.contains { $0.name == "navigateToUrl" }, "\(callbacks)")
            return app
        }

        /// The number of the newest entry of the service's journal, which also contains other tests' calls.
        func latestEntry() async throws -> Int64 {
            try #require(try await journal("limit=1")["latest"]?.integer)
        }

        /// Whether the service has created a token from another requestor's since an entry.
        func hasShared(since entry: Int64) async throws -> Bool {
            try await journal("after=\(entry)").serialized.contains(#""sharedRequestor":"REF60""#)
        }

        private func journal(_ query: String) async throws -> JSON {
            try JSON(parsing: await daemons.administration.send("GET", "/admin/v1/journal?\(query)").expecting(200).text.utf8)
        }
    }

    private func isAuthenticated(_ app: AppProcess) async throws -> Bool {
        try await app.callbacks(of: "checkAuthentication", until: "setAuthenticationStatus").last?.integer("status") == 1
    }

    private func logIn(_ app: AppProcess, at mvpd: String) async throws {
        _ = try await app.callbacks(of: "getAuthentication", until: "displayProviderDialog")
        try await app.send("setSelectedProvider \(mvpd)")
        var callback = try await app.next("a page or a code")
        while callback.name != "navigateToUrl", callback.text("errorId") != "REGCODE" {
            callback = try await app.next("a page or a code")
        }
        let login = try await app.callbacks(of: "login alice alice", until: "setAuthenticationStatus")
        #expect(login.last?.integer("status") == 1, "\(login)")
    }

    @Test("the second app is logged in without a prompt on iOS, and not on tvOS", arguments: DecisionRow.Platform.allCases)
    func secondApp(_ platform: DecisionRow.Platform) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let device = try Device(daemons, platform)
            let isShared = platform == .ios
            let entry = try await device.latestEntry()
            let first = try await device.start("com.example.one", "REF60")
            try await logIn(first, at: "GammaSat")
            #expect(try await isAuthenticated(first))
            let second = try await device.start("com.example.two", "REF30")
            #expect(try await isAuthenticated(second) == isShared)
            #expect(try await device.hasShared(since: entry) == isShared)
            let answer = try await second.callbacks(
                of: "checkAuthorization news", until: isShared ? "setToken" : "tokenRequestFailed")
            #expect(answer.contains { $0.name == "displayProviderDialog" || $0.name == "navigateToUrl" } == false, "\(answer)")
            let selected = try await second.callbacks(of: "getSelectedProvider", until: "selectedProvider")
            #expect(selected.last?.line.contains("GammaSat") == isShared, "\(selected)")
            // An app of another vendor has another device, and none of their logins.
            let stranger = try await device.start("org.other.app", "REF30")
            #expect(try await isAuthenticated(stranger) == false)

            _ = try await second.callbacks(of: "logout", until: isShared ? "navigateToUrl" : "setAuthenticationStatus")
            #expect(try await isAuthenticated(second) == false)
            #expect(try await isAuthenticated(first) != isShared, "one storage, one logout")
            for app in [first, second, stranger] { #expect(try await app.quit().exit == .exited(0)) }
        }
    }

    @Test("what the platform's account has signed in is not shared in this way: each requestor exchanges its own")
    func platformLogin() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let device = try Device(daemons, .ios)
            for app in ["com.example.one", "com.example.two"] {
                try await daemons.setAccess(app, "granted")
            }
            try await daemons.signIn("alice", at: "alpha.example")
            let entry = try await device.latestEntry()
            let first = try await device.start("com.example.one", "REF60")
            let second = try await device.start("com.example.two", "REF30")
            #expect(try await isAuthenticated(first))
            #expect(try await isAuthenticated(second))
            #expect(try await !device.hasShared(since: entry))
            for app in [first, second] { #expect(try await app.quit().exit == .exited(0)) }
        }
    }
}
