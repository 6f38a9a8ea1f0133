import DBus
import DeviceInterfaces
import Foundation
import PrivateSession
import ProjectTesting
import Testing

@testable import AccountService

@Suite("The process vsad", .timeLimit(.minutes(5)))
struct ProcessTests {
    private struct Running {
        let process: ChildProcess
        let control: InterfaceProxy
    }

    private func start(_ bus: TestBus, changes: [String: String] = [:]) async throws -> Running {
        let process = try ChildProcess.start(
            Executables.find("vsad"), environment: bus.environment.merging(changes) { $1 }, standardError: .pipe)
        let connection = try await bus.connect()
        try await until("vsad owns its name") { try await connection.nameOwner(SubscriberAccountInterface.busName) != nil }
        return Running(
            process: process,
            control: InterfaceProxy.control(connection))
    }

    @Test("SIGTERM, SIGINT and SIGHUP end it cleanly", arguments: [SIGTERM, SIGINT, SIGHUP])
    func terminated(signal: Int32) async throws {
        try await TestBus.with { bus in
            let running = try await start(bus)
            running.process.send(signal: signal)
            #expect(await running.process.wait() == .exited(0))
        }
    }

    @Test("The end of the bus ends it cleanly")
    func busGone() async throws {
        try await TestBus.with { bus in
            let running = try await start(bus)
            await bus.kill()
            #expect(await running.process.wait() == .exited(0))
        }
    }

    @Test("A bus that does not respond does not delay its end for long, and no journal entry is lost")
    func stoppedBus() async throws {
        try await TestBus.with { bus in
            let running = try await start(bus)
            try await running.control.call("SetAccessStatus", "com.example.last", "granted")
            bus.bus.process.send(signal: SIGSTOP)
            running.process.send(signal: SIGTERM)
            // The shell of a closed terminal and the kernel both send it.
            for _ in 0..<2 {
                running.process.send(signal: SIGHUP)
                _ = await running.process.wait(atMost: .milliseconds(50))
            }
            // A call has a time limit of 25 seconds.
            #expect(await running.process.wait(atMost: .seconds(20)) == .exited(0))
            bus.bus.process.send(signal: SIGCONT)
            try await until("the bus has seen it") {
                try await running.control.connection.nameOwner(SubscriberAccountInterface.busName) == nil
            }
            let next = try await start(bus)
            let entries = try await next.control.call("ListJournal", VariantDictionary()).decode(as: [VariantDictionary].self)
            #expect(entries.contains { $0["application-id"] == BusVariant("com.example.last") })
            _ = await next.process.terminate()
        }
    }

    @Test("A second instance reports the first and exits with 1")
    func second() async throws {
        try await TestBus.with { bus in
            let running = try await start(bus)
            let second = try await Tool.run(Executables.find("vsad"), environment: bus.environment)
            #expect(second.exit == .exited(1))
            #expect(second.errorOutput.contains("another vsad is running on this bus"))
            #expect(second.output.isEmpty)
            _ = await running.process.terminate()
        }
    }

    @Test("A second instance on another bus with the same state reports the first and exits with 1")
    func sameFolder() async throws {
        try await TestBus.with { bus in
            let running = try await start(bus)
            try await TestBus.with { other in
                let home = try #require(bus.environment["HOME"])
                let second = try await Tool.run(
                    Executables.find("vsad"), ["--state-dir", "\(home)/.local/state/vsasim"], environment: other.environment)
                #expect(second.exit == .exited(1))
                #expect(second.errorOutput.contains("in use by another vsad"))
            }
            _ = await running.process.terminate()
        }
    }

    @Test("kill -9 during writes loses nothing that was acknowledged")
    func killed() async throws {
        try await TestBus.with { bus in
            var acknowledged: Set<String> = []
            for round in 0..<5 {
                let running = try await start(bus)
                let listed = try await running.control.call("ListApplications").decode(as: [VariantDictionary].self)
                let granted = try listed.filter { try $0.required("access-status", as: String.self) == "granted" }
                #expect(try acknowledged.isSubset(of: granted.map { try $0.required("application-id", as: String.self) }))
                let end = 20 + round * 13
                for index in 0..<1_000 {
                    if index == end { running.process.send(signal: 9) }
                    let id = "com.example.app-\(round)-\(index)"
                    guard (try? await running.control.call("SetAccessStatus", id, "granted")) != nil else { break }
                    acknowledged.insert(id)
                }
                #expect(await running.process.wait() == .signalled(9))
                try await until("the bus has seen it") {
                    try await running.control.connection.nameOwner(SubscriberAccountInterface.busName) == nil
                }
            }
            #expect(acknowledged.count >= 5 * 20)
        }
    }

    @Test("kill -9: acknowledged developer settings, user accounts and tokens are kept")
    func killedWithEverything() async throws {
        try await TestBus.with { bus in
            for round in 1...3 {
                let running = try await start(bus)
                let connection = try await bus.connect()
                let accounts = InterfaceProxy.device(connection, UserAccountsInterface.name)
                if round > 1 {
                    let settings = try await running.control.call("GetDeveloperSettings").decode(as: VariantDictionary.self)
                    #expect(settings["set-top-box-user-token"] == BusVariant("token \(round - 1)"))
                    let listed = try await accounts.call("ListAccounts", 0 as UInt32).decode(as: [VariantDictionary].self)
                    #expect(listed.map { $0["identifier"] } == [BusVariant("user \(round - 1)")])
                    let providers = try await running.control.call("ListProviders").decode(as: [VariantDictionary].self)
                    #expect(providers.count == 5 + round - 1)
                }
                try await running.control.call("SetDeveloperSetting", "set-top-box-user-token", BusVariant("token \(round)"))
                try await running.control.call(
                    "AddDeveloperProvider",
                    [
                        "provider-identifier": BusVariant("p\(round).example"), "name": BusVariant("P"),
                        "authentication-url": BusVariant("https://p/"),
                    ] as VariantDictionary)
                try await accounts.call("UpdateAccount", ["identifier": BusVariant("user \(round)")] as VariantDictionary)
                running.process.send(signal: 9)
                #expect(await running.process.wait() == .signalled(9))
                try await until("the bus has seen it") {
                    try await running.control.connection.nameOwner(SubscriberAccountInterface.busName) == nil
                }
            }
        }
    }

    @Test("A state file that may only be read ends it, also with the files that a crash has left")
    func readOnly() async throws {
        try await TestBus.with { bus in
            let crashed = try await start(bus)
            crashed.process.send(signal: SIGKILL)
            await crashed.process.wait()
            try await until("the bus has seen it") {
                try await crashed.control.connection.nameOwner(SubscriberAccountInterface.busName) == nil
            }
            // Root may write every file unless it has given that up.
            let unprivileged = geteuid() == 0 ? ["setpriv", "--bounding-set=-dac_override"] : []
            let command = unprivileged + [try Executables.find("vsad")]
            let state = try #require(bus.environment["HOME"]) + "/.local/state/vsasim/vsad.sqlite"
            for file in [state, state + "-wal", state + "-shm"] {
                #expect(chmod(file, 0o400) == 0)
                let refused = try await Tool.run(command[0], Array(command.dropFirst()), environment: bus.environment)
                #expect(refused.exit == .exited(1), "\(refused)")
                #expect(refused.errorOutput.contains("could not be opened for writing (\(file) is read-only)"), "\(refused)")
                #expect(chmod(file, 0o600) == 0)
            }
        }
    }

    @Test("A damaged state file: exit code 65 and what to do")
    func damaged() async throws {
        try await TestBus.with { bus in
            let folder = try #require(bus.environment["HOME"]) + "/damaged"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try String(repeating: "no database ", count: 20).write(
                toFile: folder + "/vsad.sqlite", atomically: true, encoding: .utf8)
            let result = try await Tool.run(
                Executables.find("vsad"), environment: bus.environment.merging(["VSASIM_STATE_DIR": folder]) { $1 })
            #expect(result.exit == .exited(65))
            #expect(result.errorOutput.contains("mv \(folder)/vsad.sqlite"))
        }
    }

    @Test(
        "Command line",
        arguments: [
            (["--version"], 0, "vsad "), (["--help"], 0, "Usage: vsad"), (["--nonsense"], 64, ""), (["--state-dir"], 64, ""),
        ] as [([String], Int32, String)])
    func commandLine(arguments: [String], code: Int32, output: String) async throws {
        let environment = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"]
        let result = try await Tool.run(Executables.find("vsad"), arguments, environment: environment)
        #expect(result.exit == .exited(code))
        #expect(result.output.hasPrefix(output))
        #expect(result.errorOutput.isEmpty == (code == 0))
    }

    @Test("Without a bus it reports that and exits with 1")
    func noBus() async throws {
        try await Workspace.with { workspace in
            let result = try await Tool.run(Executables.find("vsad"), environment: workspace.environment)
            #expect(result.exit == .exited(1))
            #expect(result.errorOutput.contains("DBUS_SESSION_BUS_ADDRESS"))
        }
    }

    @Test("VSASIM_CLOCK sets its time; white space around it does not count", arguments: ["frozen:1000000", " frozen:1000000\n"])
    func clock(setting: String) async throws {
        try await TestBus.with { bus in
            let running = try await start(bus, changes: ["VSASIM_CLOCK": setting])
            try await running.control.call("SignIn", "alpha.example", "alice", VariantDictionary())
            let account = try await running.control.call("GetAccount").decode(as: VariantDictionary.self)
            #expect(try account.required("signed-in-at", as: Int64.self) == 1_000_000)
            _ = await running.process.terminate()
        }
    }

    @Test("A VSASIM_CLOCK that is not a setting, or a file without one, is an error that says what is accepted; it exits with 65")
    func unusableClock() async throws {
        try await Workspace.with { workspace in
            let file = workspace.folder.path("clock")
            try " frozen:1 later\n".write(toFile: file, atomically: true, encoding: .utf8)
            for (value, found) in [
                ("tomorrow", "tomorrow"), ("offset:1e3", "offset:1e3"), (file, "frozen:1 later"), ("/", ""),
            ] {
                let result = try await Tool.run(
                    Executables.find("vsad"), environment: workspace.environment.merging(["VSASIM_CLOCK": value]) { $1 })
                let place = value.hasPrefix("/") ? "VSASIM_CLOCK (\(value))" : "VSASIM_CLOCK"
                #expect(result.exit == .exited(65))
                #expect(
                    result.errorOutput == "vsad: \(place): the clock takes real, offset:SECONDS, frozen:UNIX_SECONDS, or the "
                        + "absolute path of a file with one of them; found '\(found)'")
            }
        }
    }

    @Test("D-Bus activation: the first call starts it and is answered")
    func activation() async throws {
        let service = ActivatableService(
            name: SubscriberAccountInterface.busName.string, executable: try Executables.find("vsad"))
        try await TestBus.with(services: [service]) { bus in
            let app = TestApp(try await bus.connect())
            #expect(try await app.accessStatus() == "not-determined")
        }
    }
}
