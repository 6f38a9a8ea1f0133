import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("vsactl's commands", .daemonLogs)
struct CommandTests {
    @Test("wait ready and status start the device and describe it")
    func status() async throws {
        try await withDaemons(trust: false) { daemons in
            try await daemons.vsactl("wait", "ready", "--timeout", "60s").checked()
            let document = try await daemons.document("status")
            let processID = try #require(try await daemons.accountProcessID())
            #expect("\(document)".contains("\(processID)"), "\(document)")
        }
    }

    @Test("status describes the device although the service hangs, without a second call to it")
    func stoppedService() async throws {
        try await withDaemons { daemons in
            daemons.serviceProcess.send(signal: SIGSTOP)
            defer { daemons.serviceProcess.send(signal: SIGCONT) }
            let start = ContinuousClock.now
            let status = try await daemons.vsactl("status")
            #expect(ContinuousClock.now - start < .seconds(55))
            #expect(status.exit == .exited(0) && status.output.contains("no answer in time"), "\(status)")
            #expect(status.output.contains("no user is signed in"), "\(status)")
        }
    }

    @Test("access: a change is in effect when the command returns; repeating it is success")
    func access() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            for status in ["granted", "granted", "denied", "restricted", "not-determined"] {
                let written = try await daemons.document("access", "set", "com.example.one", status)
                #expect(written["application"]["access"] == .text(status))
                let read = try await daemons.document("access", "get", "com.example.one")
                #expect(read["application"]["id"] == .text("com.example.one"))
                #expect(read["application"]["access"] == .text(status))
            }
            try await daemons.vsactl("access", "set", "com.example.two", "denied").checked()
            let list = try await daemons.document("access", "list")["applications"].elements
            #expect(list.contains { $0["id"] == .text("com.example.two") && $0["access"] == .text("denied") })
            try await daemons.vsactl("access", "reset").checked()
            #expect(try await access(of: "com.example.two", daemons) == "not-determined")
        }
    }

    private func access(of app: String, _ daemons: Daemons) async throws -> String? {
        try await daemons.document("access", "get", app)["application"]["access"].text
    }

    private func integrations(_ daemons: Daemons) async throws -> [Value] {
        try await daemons.document("integration", "list", "--requestor", "REF30")["integrations"].elements
    }

    @Test("account: sign-in, show, expire, sign-out with and without --keep-access")
    func account() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            #expect(try await daemons.document("account", "show")["account"] == .null)
            try await daemons.vsactl("access", "set", "com.example.player", "granted").checked()
            let signedIn = try await daemons.document(
                "account", "sign-in", "alpha.example", "--subscriber", "bob", "--expires-in", "2h")
            #expect(signedIn["account"]["provider"] == .text("alpha.example"))
            #expect(signedIn["account"]["subscriber"] == .text("bob"))
            let end = try #require(signedIn["account"]["expiresAt"].text)
            let date = try Date(end, strategy: .iso8601)
            #expect(abs(date.timeIntervalSinceNow - 7_200) < 900, "\(end)")
            try await daemons.vsactl("account", "expire").checked()
            let expired = try await daemons.document("account", "show")["account"]
            #expect(try Date(try #require(expired["expiresAt"].text), strategy: .iso8601) < date)
            try await daemons.vsactl("account", "sign-out", "--keep-access").checked()
            #expect(try await access(of: "com.example.player", daemons) == "granted")
            try await daemons.vsactl("account", "sign-in", "alpha.example", "--subscriber", "bob").checked()
            try await daemons.vsactl("account", "sign-out").checked()
            try await daemons.vsactl("account", "sign-out").checked()
            #expect(try await daemons.document("account", "show")["account"] == .null)
            #expect(try await access(of: "com.example.player", daemons) == "not-determined")
        }
    }

    @Test("provider: the built-in line-up, and SAML metadata that xmllint can read")
    func provider() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let providers = try await daemons.document("provider", "list")["providers"].elements
            let ids = providers.compactMap { $0["id"].text }
            let builtIn = ["alpha", "beta", "gamma", "delta", "epsilon"].map { "\($0).example" }
            #expect(ids.filter { $0.hasSuffix(".example") } == builtIn)
            let alpha = try await daemons.document("provider", "show", "AlphaCable")["provider"]
            #expect(alpha["id"] == .text("alpha.example"))
            #expect(alpha["subscribers"].elements.compactMap(\.text) == ["alice", "bob", "carol"])
            let metadata = try await daemons.vsactl("provider", "show", "alpha.example", "--metadata").checked().output
            #expect(metadata.contains("EntityDescriptor"))
            #expect(metadata.contains("https://alpha.example/saml/metadata"))
            #expect(!metadata.contains("PRIVATE"))
        }
    }

    @Test("integration and statement: the service reports what was set")
    func service() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.vsactl(
                "integration", "set", "REF30", "AlphaCable", "--enabled", "off", "--sso", "ios=off,tvos=on"
            ).checked()
            let alpha = try #require(try await integrations(daemons).first { $0["mvpd"] == .text("AlphaCable") })
            #expect(alpha["enabled"] == .flag(false))
            #expect(alpha["sso"]["ios"] == .flag(false))
            #expect(alpha["sso"]["tvos"] == .flag(true))
            let issued = try await daemons.document("statement", "issue", "REF30")["statement"]
            let id = try #require(issued["id"].text)
            #expect(issued["statement"].text?.split(separator: ".").count == 3)
            try await daemons.vsactl("statement", "revoke", id).checked()
            let list = try await daemons.document("statement", "list")["statements"].elements
            #expect(list.first { $0["id"] == .text(id) }?["revoked"] == .flag(true))
        }
    }

    @Test("query and check-access act as an app; an error is reported with its code")
    func actAsApp() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let app = "com.example.shell"
            let before = try await daemons.vsactl("check-access", "--app", app)
            #expect(before.output.contains("not-determined"), "\(before)")
            #expect(try await daemons.vsactl("query", "--app", app).exit == .exited(1))
            try await daemons.vsactl("access", "set", app, "granted").checked()
            try await daemons.vsactl("account", "sign-in", "alpha.example", "--subscriber", "alice").checked()
            #expect(try await daemons.vsactl("check-access", "--app", app).output.contains("granted"))
            let metadata = try await daemons.document("query", "--app", app)
            #expect(metadata["application"] == .text(app))
            #expect("\(metadata["metadata"])".contains("alpha.example"), "\(metadata)")
        }
    }

    @Test("reset returns device and service to the built-in world")
    func reset() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.vsactl("access", "set", "com.example.player", "denied").checked()
            try await daemons.vsactl("account", "sign-in", "alpha.example").checked()
            try await daemons.vsactl("region", "set", "CA").checked()
            try await daemons.vsactl("integration", "set", "REF30", "AlphaCable", "--degraded", "authn-all").checked()
            try await daemons.vsactl("reset").checked()
            #expect(try await daemons.document("account", "show")["account"] == .null)
            #expect(try await daemons.document("region", "get")["region"] == .text("US"))
            #expect(try await daemons.document("access", "list")["applications"].elements.isEmpty)
            let integrations = try await integrations(daemons)
            #expect(!integrations.isEmpty && integrations.allSatisfy { $0["degraded"] == .text("none") })
        }
    }

    @Test("journal list shows what happened, oldest first")
    func journal() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.vsactl("access", "set", "com.example.journal", "granted").checked()
            try await daemons.vsactl("check-access", "--app", "com.example.journal").checked()
            let entries = try await daemons.document("journal", "list", "--app", "com.example.journal")["entries"].elements
            #expect(!entries.isEmpty)
            let numbers = entries.compactMap { if case .integer(let number) = $0["sequence"] { number } else { nil } }
            #expect(numbers.count == entries.count)
            #expect(numbers == numbers.sorted())
        }
    }

    /// A wrong usage and its exit code.
    struct Failure: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let code: Int32
        let testDescription: String

        init(_ arguments: String..., code: Int32) {
            self.arguments = arguments
            self.code = code
            testDescription = "vsactl " + arguments.joined(separator: " ") + " → \(code)"
        }
    }

    static let failures = [
        Failure("account", "sign-in", "alfa.example", code: 10),
        Failure("account", "sign-in", "alpha.example", "--subscriber", "nobody", code: 10),
        Failure("provider", "show", "nobody.example", code: 10),
        Failure("integration", "set", "REF30", "Nobody", "--enabled", "on", code: 10),
        Failure("statement", "issue", "NOBODY", code: 10),
        Failure("statement", "revoke", "no-such-id", code: 10),
        Failure("session", "revoke", "", code: 10),
        Failure("access", "set", "com.example.player", "perhaps", code: 64),
        Failure("access", "set", code: 64),
        Failure("nonsense", code: 64),
        Failure("account", "sign-in", "alpha.example", "--expires-in", "soon", code: 64),
        Failure("region", "set", "nowhere", code: 64),
        Failure("fault", "add", "vsa.metadat", code: 10),
        Failure("fault", "add", "vsa.metadata", "--error", "ProviderRejectd", code: 10),
        Failure("fault", "add", "vsa.saml", "--saml", "expird", code: 64),
        Failure("journal", "list", "--event", "access.chnaged", code: 10),
        Failure("scenario", "load", "/", code: 1),
        Failure("snapshot", "load", "/nowhere.json", code: 10),
        Failure("snapshot", "load", "/", code: 1),
        Failure("certificate", "add", "REF30", "/nowhere.pem", code: 10),
        Failure("wait", "ready", "--timeout", "0s", "--address", "unix:path=/nowhere", code: 3),
    ]

    @Test("Exit codes of failures", arguments: failures)
    func exitCode(_ failure: Failure) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let result = try await daemons.run("vsactl", failure.arguments)
            #expect(result.exit == .exited(failure.code), "\(result)")
            #expect(!result.errorOutput.isEmpty, "\(result)")
            #expect(result.output.isEmpty, "\(result)")
        }
    }

    @Test("The faults of a service are managed without a session bus, but not those of a device")
    func faultsWithoutBus() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            func fault(_ arguments: String...) async throws -> ToolResult {
                try await daemons.run("vsactl", ["fault"] + arguments, environment: ["DBUS_SESSION_BUS_ADDRESS": ""])
            }
            try await fault("add", "service.authorize", "--status", "503", "--id", "busy").checked()
            try await fault("preset", "flaky-network").checked()
            let listed = try await fault("list").checked()
            #expect(listed.errorOutput == Self.absence, "\(listed)")
            #expect(try await fault("list", "--json").checked().errorOutput.isEmpty)
            #expect(listed.output.contains("busy") && listed.output.contains("service.any"), "\(listed)")
            try await fault("release", "service.authorize").checked()
            try await fault("clear", "busy").checked()
            try await fault("clear").checked()
            #expect(try await daemons.document("fault", "list")["faults"].elements.isEmpty)
            #expect(try await fault("add", "device.access", "--hang").exit == .exited(8))
        }
    }

    /// The remark that no device is expected beside the service.
    private static let absence =
        "vsactl: only the service, without a device: there is no session bus (DBUS_SESSION_BUS_ADDRESS)"

    @Test("Without a session bus, the commands about both daemons concern the service only; snapshots need a device")
    func serviceWithoutBus() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            func alone(_ arguments: String...) async throws -> ToolResult {
                try await daemons.run("vsactl", arguments, environment: ["DBUS_SESSION_BUS_ADDRESS": ""])
            }
            try await daemons.vsactl("fault", "add", "device.access", "--hang", "--id", "kept").checked()
            for arguments in [["scenario", "load", "default"], ["clock", "freeze", "2027-01-15T00:00:00Z"], ["reset"]] {
                let result = try await daemons.run("vsactl", arguments, environment: ["DBUS_SESSION_BUS_ADDRESS": ""]).checked()
                #expect(result.errorOutput == Self.absence, "\(result)")
            }
            let journal = try await alone("journal", "list", "--json").checked()
            #expect(journal.output.contains("clock.changed"), "\(journal)")
            #expect(!journal.output.contains(#/"source": "device"/#), "\(journal)")
            #expect(try await alone("scenario", "export").checked().output.contains("providers:"))
            #expect(try await daemons.document("fault", "list")["faults"].elements.count == 1)
            for arguments in [["snapshot", "save", "-"], ["reset", "--empty"]] {
                let result = try await daemons.run("vsactl", arguments, environment: ["DBUS_SESSION_BUS_ADDRESS": ""])
                #expect(result.exit == .exited(8) && result.errorOutput.contains("there is no session bus"), "\(result)")
            }
        }
    }

    @Test("The name of a fault is unique in both daemons, and a name that is in use is reported with its option")
    func takenFaultName() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.vsactl("fault", "add", "device.access", "--delay", "1s", "--id", "taken").checked()
            for point in ["device.saml", "service.any"] {
                let result = try await daemons.run("vsactl", ["fault", "add", point, "--delay", "1s", "--id", "taken"])
                #expect(result.exit == .exited(65), "\(result)")
                #expect(result.errorOutput.hasPrefix("vsactl: --id: another fault is called taken"), "\(result)")
            }
        }
    }

    @Test("Without a daemon the exit code is 8; after a wait that times out it is 3")
    func unreachable() async throws {
        try await withDaemonPlace {
            try await TestBus.with { bus in
                let vsactl = try Executables.find("vsactl")
                var environment = try bus.workspace.environment(rootedAt: "app")
                environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
                let status = try await Tool.run(vsactl, ["access", "list"], environment: environment)
                #expect(status.exit == .exited(8), "\(status)")
                let waiting = try await Tool.run(vsactl, ["wait", "ready", "--timeout", "1s"], environment: environment)
                #expect(waiting.exit == .exited(3), "\(waiting)")
                environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(bus.workspace.folder.path("nobody"))"
                let noBus = try await Tool.run(vsactl, ["access", "list"], environment: environment)
                #expect(noBus.exit == .exited(8), "\(noBus)")
                let noService = try await Tool.run(vsactl, ["service", "status"], environment: environment)
                #expect(noService.exit == .exited(8), "\(noService)")
            }
        }
    }

    @Test("A command that uses the bus accepts the bus's address")
    func address() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let result = try await daemons.run(
                "vsactl", ["region", "get", "--address", daemons.bus.address],
                environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"])
            #expect(result.exit.isSuccess, "\(result)")
            #expect(result.output == "US")
        }
    }
}
