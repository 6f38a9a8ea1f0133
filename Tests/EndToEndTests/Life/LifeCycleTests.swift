import Foundation
import Glibc
import PrivateSession
import ProjectTesting
import Testing

@Suite("Starting and ending of the daemons", .daemonLogs)
struct LifeCycleTests {
    /// A private bus and the environment for a `vsad` on it, which the test starts itself.
    private func withBus(_ operation: (TestBus, [String: String]) async throws -> Void) async throws {
        try await withDaemonPlace {
            try await TestBus.with { bus in
                var environment = try bus.workspace.environment(rootedAt: "device")
                environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
                try await operation(bus, environment)
            }
        }
    }

    private func startAccount(_ environment: [String: String], on bus: TestBus) async throws -> ChildProcess {
        let account = try ChildProcess.start(
            try Executables.find("vsad"), environment: environment, standardOutput: .pipe, standardError: .pipe)
        try await until("vsad owns its name") { try await owner(on: bus) == account.processID }
        return account
    }

    private func owner(on bus: TestBus) async throws -> Int32? {
        let answer = try await Tool.run(
            "gdbus",
            [
                "call", "--address", bus.address, "--dest", "org.freedesktop.DBus", "--object-path", "/org/freedesktop/DBus",
                "--method", "org.freedesktop.DBus.GetConnectionUnixProcessID", AccountNames.bus,
            ], environment: bus.environment)
        return answer.exit.isSuccess ? Int32(answer.output.filter(\.isNumber).dropFirst("32".count)) : nil
    }

    private func exit(of process: ChildProcess, _ what: String) async throws -> ChildProcess.Exit {
        guard let exit = await process.wait(atMost: defaultDeadline) else {
            throw DeadlinePassed("process \(process.processID) still runs: \(what)")
        }
        return exit
    }

    @Test("The bus starts vsad when it is called, once")
    func activation() async throws {
        try await withDaemons(trust: false) { daemons in
            #expect(try await daemons.accountProcessID() == nil)
            try await withThrowingTaskGroup(of: ToolResult.self) { group in
                for _ in 0..<8 { group.addTask { try await daemons.vsactl("status", "--json") } }
                for try await result in group { #expect(result.exit.isSuccess, "\(result)") }
            }
            let group = daemons.bus.process.processID
            let running = ProcessTable.processes().filter { process in
                process.group == group && ProcessTable.commandLine(of: process.id)?.hasSuffix("vsad") == true
            }
            let owner = try await daemons.accountProcessID()
            #expect(running.map(\.id) == [owner])
        }
    }

    @Test("A second vsad reports the first, and ends")
    func second() async throws {
        try await withBus { bus, environment in
            let first = try await startAccount(environment, on: bus)
            let second = try await Tool.run(try Executables.find("vsad"), environment: environment)
            #expect(second.exit != .exited(0))
            if case .signalled = second.exit { Issue.record("\(second)") }
            #expect(second.errorOutput.contains(AccountNames.bus), "\(second)")
            #expect(first.exit == nil)
            #expect(try await owner(on: bus) == first.processID)
        }
    }

    @Test("SIGTERM and SIGINT end vsad with code 0", arguments: [SIGTERM, SIGINT])
    func signals(_ signal: Int32) async throws {
        try await withBus { bus, environment in
            let account = try await startAccount(environment, on: bus)
            account.send(signal: signal)
            #expect(try await exit(of: account, "signal \(signal)") == .exited(0))
        }
    }

    @Test("The loss of the bus ends vsad")
    func busLoss() async throws {
        try await withBus { bus, environment in
            let account = try await startAccount(environment, on: bus)
            await bus.kill()
            let exit = try await exit(of: account, "its bus is gone")
            if case .signalled = exit { Issue.record("vsad ended by \(exit)") }
        }
    }

    @Test("Without a bus vsad reports it and ends")
    func noBus() async throws {
        try await Workspace.with { workspace in
            var environment = try workspace.environment(rootedAt: "device")
            environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(workspace.folder.path("nobody"))"
            let result = try await Tool.run(try Executables.find("vsad"), environment: environment)
            guard case .exited(let code) = result.exit else {
                Issue.record("\(result)")
                return
            }
            #expect(code != 0)
            #expect(!result.errorOutput.isEmpty)
        }
    }

    @Test("Killed by SIGTERM under the bus, vsad is restarted by the next call with its state")
    func restart() async throws {
        try await withDaemons(trust: false) { daemons in
            try await daemons.setAccess("com.example.player", "denied")
            let first = try #require(try await daemons.accountProcessID())
            kill(first, SIGTERM)
            try await until("vsad is gone") { try await daemons.accountProcessID() != first }
            let answer = try await daemons.vsactl("access", "get", "com.example.player").checked()
            #expect(answer.output.contains("denied"))
            #expect(try await daemons.accountProcessID() != first)
        }
    }

    @Test("SIGTERM and SIGINT end entitlementd with code 0, and its runtime file is removed", arguments: [SIGTERM, SIGINT])
    func service(_ signal: Int32) async throws {
        try await withDaemons(trust: false) { daemons in
            let file = try #require(daemons.environment["XDG_RUNTIME_DIR"]) + "/vsasim/entitlementd.json"
            let attributes = try FileManager.default.attributesOfItem(atPath: file)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            let process = daemons.serviceProcess
            process.send(signal: signal)
            #expect(try await exit(of: process, "signal \(signal)") == .exited(0))
            #expect(!FileManager.default.fileExists(atPath: file))
        }
    }

    @Test("entitlementd ends although a client keeps its connection open")
    func openConnection() async throws {
        try await withDaemons(trust: false) { daemons in
            try await ServiceClient(baseURL: daemons.serviceURL).send("GET", "/health").expecting(200)
            let port = try #require(daemons.serviceURL.split(separator: ":").last)
            // Half a request, and then silence.
            let client = try ChildProcess.start(
                "bash",
                arguments: [
                    "-c", "exec 3<>/dev/tcp/127.0.0.1/\(port); printf 'GET /health HTTP/1.1\\r\\n' >&3; echo open; read",
                ],
                environment: daemons.workspace.environment, standardInput: .pipe, standardOutput: .pipe)
            #expect(await client.standardOutput.next() == "open")
            daemons.serviceProcess.send(signal: SIGTERM)
            #expect(try await exit(of: daemons.serviceProcess, "a client keeps silent") == .exited(0))
            await client.terminate(grace: .zero)
        }
    }

    @Test("entitlementd listens on loopback only, and answers a health check without a token")
    func health() async throws {
        try await withDaemons(trust: false) { daemons in
            #expect(daemons.serviceURL.hasPrefix("http://127.0.0.1:"))
            let answer = try await ServiceClient(baseURL: daemons.serviceURL).send("GET", "/health").expecting(200)
            #expect(answer.text.contains("ok"))
            for path in ["/admin/v1/status", "/admin/v1/integrations", "/admin/v1/statements"] {
                try await ServiceClient(baseURL: daemons.serviceURL).send("GET", path).expecting(401)
                try await ServiceClient(baseURL: daemons.serviceURL, headers: ["Authorization": "Bearer wrong"])
                    .send("GET", path).expecting(401)
                try await daemons.administration.send("GET", path).expecting(200)
            }
        }
    }

    @Test("An address that is in use is an error that names it")
    func takenAddress() async throws {
        try await withDaemons(trust: false) { daemons in
            let address = String(daemons.serviceURL.dropFirst("http://".count))
            let environment = try daemons.workspace.environment(rootedAt: "second")
            let second = try await Tool.run(
                try Executables.find("entitlementd"), ["serve", "--listen", address], environment: environment)
            guard case .exited(let code) = second.exit, code != 0 else {
                Issue.record("\(second)")
                return
            }
            #expect(second.lines.isEmpty)
            #expect(second.errorOutput.contains(address), "\(second)")
        }
    }
}
