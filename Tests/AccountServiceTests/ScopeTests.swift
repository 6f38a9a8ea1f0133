import DBus
import Foundation
import ProjectTesting
import Testing

@testable import AccountService

@Suite("Apps in a unit of systemd", .device, .timeLimit(.minutes(5)))
struct ScopeTests {
    /// Where control groups can be created; nil on machines where this process is not permitted to.
    private static let groups: String? = {
        for base in ["/sys/fs/cgroup/unified", "/sys/fs/cgroup"] {
            let isUnified = FileManager.default.fileExists(atPath: base + "/cgroup.procs")
            if isUnified, FileManager.default.isWritableFile(atPath: base + "/cgroup.procs") { return base }
        }
        return nil
    }()

    @Test(
        "An app has the identifier of its scope, and cannot claim another one",
        .enabled(if: ScopeTests.groups != nil, "not on this system: there are no control groups that this process may make"))
    func scope() async throws {
        let base = try #require(Self.groups)
        let slice = "\(base)/user.slice/user-9.slice/user@9.service/app.slice"
        let group = "\(slice)/app-test-com.example.scoped-\(getpid()).scope"
        let script = """
            mkdir -p "$1" && echo $$ > "$1/cgroup.procs" || exit 99
            shift
            exec "$@"
            """
        func call(_ member: String, _ arguments: [String]) async throws -> ToolResult {
            try await Tool.run(
                "sh", ["-c", script, "sh", group] + gdbusCall("org.vsasim.SubscriberAccount1.\(member)", arguments),
                environment: device.bus.environment)
        }
        try await call("CheckAccessStatus", ["@a{sv} {}"]).checked()
        let list = try await device.control.call("ListApplications").decode(as: [VariantDictionary].self)
        #expect(list.map { $0["application-id"] } == [BusVariant("com.example.scoped")])
        #expect(list.map { $0["identified-by"] } == [BusVariant("systemd-scope")])
        let other = try await call("Register", ["com.example.player", "@a{sv} {}"])
        #expect(other.errorOutput.contains("Error.NotPermitted"))
        rmdir(group)
    }
}
