import DecisionTables
import Foundation
import Glibc
import PrivateSession
import ProjectTesting
import Testing

@Suite("A device that does not answer", .daemonLogs)
struct StoppedDeviceTests {
    private func app(_ daemons: Daemons) throws -> AppProcess {
        let storage = try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")
        return try AppProcess(
            options: ["--storage", storage], environment: daemons.environment,
            log: daemons.workspace.folder.path("logs/entitle.log"))
    }

    /// The callbacks without tracking data up to one with a name, with the code of each status.
    private func callbacks(_ app: AppProcess, until last: String) async throws -> [String] {
        var names: [String] = []
        while names.last != last {
            let callback = try await app.next("\(last) after \(names)")
            guard callback.name != "sendTrackingData" else { continue }
            if let code = callback.text("errorId") {
                if code == "APPL" { #expect(callback.text("details")?.isEmpty == false, "\(callback)") }
                names.append(code)
            } else {
                names.append(callback.name)
            }
        }
        return names
    }

    @Test("vsad hangs, as in row 3.5; afterwards everything works")
    func stopped() async throws {
        try await withDaemons { daemons in
            try await daemons.setAccess("com.example.player", "granted")
            let device = try #require(try await daemons.accountProcessID())
            let app = try app(daemons)
            kill(device, SIGSTOP)
            defer { kill(device, SIGCONT) }
            try await app.send("setRequestor REF30")
            #expect(try await callbacks(app, until: "setRequestorComplete") == ["APPL", "setRequestorComplete"])
            kill(device, SIGCONT)
            try await daemons.signIn("alice", at: "alpha.example")
            try await app.send("setRequestor REF30")
            #expect(try await callbacks(app, until: "setRequestorComplete") == ["setRequestorComplete"])
            #expect(try await app.quit().exit == .exited(0))
        }
    }

    @Test("vsad crashes during a call: the call is answered, and the next one reaches the device again")
    func killed() async throws {
        try await withDaemons { daemons in
            try await daemons.setAccess("com.example.player", "granted")
            try await daemons.signIn("alice", at: "alpha.example")
            let device = try #require(try await daemons.accountProcessID())
            let app = try app(daemons)
            kill(device, SIGSTOP)
            try await app.send("setRequestor REF30")
            kill(device, SIGKILL)
            let callbacks = try await callbacks(app, until: "setRequestorComplete")
            #expect([["setRequestorComplete"], ["APPL", "setRequestorComplete"]].contains(callbacks), "\(callbacks)")
            try await app.send("setRequestor REF30")
            #expect(try await self.callbacks(app, until: "setRequestorComplete") == ["setRequestorComplete"])
            try await app.send("getAuthorization news")
            #expect(try await self.callbacks(app, until: "setToken").last == "setToken")
            let (rest, exit) = try await app.quit()
            #expect(rest.isEmpty && exit == .exited(0), "\(rest)")
        }
    }

    @Test("vsad hangs during a request of vsactl: a second Ctrl-C and the time limit still end vsactl")
    func interrupted() async throws {
        try await withDaemons(trust: false) { daemons in
            try await daemons.vsactl("fault", "add", "vsa.access-prompt", "--delay", "24h").checked()
            func start(_ application: String, _ options: String...) async throws -> ChildProcess {
                let request = try ChildProcess.start(
                    try Executables.find("vsactl"), arguments: ["request", "access", "--app", application] + options,
                    environment: daemons.presentEnvironment, standardOutput: .pipe, standardError: .pipe)
                try await until("the request is waiting") {
                    try await daemons.vsactl("request", "list").checked().output.contains(application)
                }
                return request
            }
            let interrupted = try await start("com.example.player")
            let limited = try await start("com.example.other", "--timeout", "20s")
            let device = try #require(try await daemons.accountProcessID())
            kill(device, SIGSTOP)
            defer { kill(device, SIGCONT) }
            interrupted.send(signal: SIGINT)
            // Another signal: the kernel keeps only one of each kind until it is delivered.
            interrupted.send(signal: SIGTERM)
            #expect(await interrupted.wait(atMost: defaultDeadline) == .exited(128 + SIGTERM))
            #expect(await limited.wait(atMost: defaultDeadline) == .exited(3))
            let reason = try await within { await limited.standardError.next() }
            #expect(reason == "vsactl: the device (vsad) did not answer in time")
        }
    }

    @Test("vsad hangs before it has answered vsactl at all: Ctrl-C and the time limit end vsactl at once")
    func interruptedBeforeTheRequest() async throws {
        try await withDaemons(trust: false) { daemons in
            try await daemons.setAccess("com.example.player", "granted")
            let device = try #require(try await daemons.accountProcessID())
            func start(_ arguments: String...) throws -> ChildProcess {
                try ChildProcess.start(
                    try Executables.find("vsactl"), arguments: arguments, environment: daemons.presentEnvironment,
                    standardOutput: .pipe, standardError: .pipe)
            }
            kill(device, SIGSTOP)
            defer { kill(device, SIGCONT) }
            let limited = try start("request", "access", "--app", "com.example.player", "--timeout", "1s")
            // vsactl blocks its signals when it starts, so none is lost from then on.
            let request = try start("request", "access", "--app", "com.example.player")
            let agent = try start("agent", "run", "--auto", "granted")
            for process in [request, agent] {
                try await until("vsactl blocks SIGINT") { try blocksInterrupt(process.processID) }
                process.send(signal: SIGINT)
            }
            #expect(await request.wait(atMost: defaultDeadline) == .exited(128 + SIGINT))
            #expect(await agent.wait(atMost: defaultDeadline) == .exited(0))
            #expect(await limited.wait(atMost: defaultDeadline) == .exited(3))
            #expect(try await within { await limited.standardError.next() } == "vsactl: the request did not finish in time")
        }
    }

    private func blocksInterrupt(_ process: Int32) throws -> Bool {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let mask = status.firstMatch(of: /SigBlk:\s*([0-9a-f]+)/).flatMap { UInt64($0.1, radix: 16) } ?? 0
        return mask & 1 << (SIGINT - 1) != 0
    }
}
