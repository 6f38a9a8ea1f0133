import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("vsactl monitor", .daemonLogs)
struct MonitorTests {
    private func start(_ daemons: Daemons, _ arguments: String...) throws -> ChildProcess {
        try ChildProcess.start(
            try Executables.find("vsactl"), arguments: ["monitor", "--after", "0", "--json"] + arguments,
            environment: daemons.presentEnvironment, standardOutput: .pipe, standardError: .pipe)
    }

    /// The entries of a monitor up to one event.
    /// - Parameter hasAll: Returns whether the entries of other journals, which may arrive later, are among those that were read.
    private func entries(
        _ monitor: ChildProcess, until event: String, _ hasAll: @escaping @Sendable ([Value]) -> Bool = { _ in true }
    ) async throws -> [Value] {
        try await within(defaultDeadline, "entry \(event) of the monitor") {
            var entries: [Value] = []
            while let line = await monitor.standardOutput.next() {
                let entry = try JSONDecoder().decode(Value.self, from: Data(line.utf8))
                entries.append(entry)
                if entries.contains(where: { $0["event"].text == event }), hasAll(entries) { return entries }
            }
            throw DeadlinePassed("the monitor ended after \(entries.count) entries")
        }
    }

    private static let sources: Set = ["device", "service", "library"]

    private static func sources(_ entries: [Value]) -> Set<String> { Set(entries.compactMap { $0["source"].text }) }

    /// The entries of the call that ended with a token.
    private static func call(_ entries: [Value]) -> [Value] {
        guard let token = entries.last(where: { $0["event"].text == "library.setToken" })?["correlation"].text else { return [] }
        return entries.filter { $0["correlation"].text == token }
    }

    private static func machineTime(_ entry: Value) -> Int {
        if case .integer(let time) = entry["machineTime"] { time } else { 0 }
    }

    private func numbers(_ entries: [Value], _ source: String) -> [Int] {
        entries.filter { $0["source"].text == source }.compactMap { Int($0["id"].text?.dropFirst() ?? "") }
    }

    @Test("It shows everything as it happens: each journal in order and without gaps, one call under one correlation ID")
    func live() async throws {
        try await withDaemons { daemons in
            let all = try start(daemons)
            let filtered = try start(daemons, "--app", "com.example.player")
            try await daemons.vsactl("access", "set", "com.example.player", "granted").checked()
            try await daemons.vsactl("access", "set", "com.example.other", "granted").checked()
            try await daemons.signIn("alice", at: "alpha.example")
            let storage = try daemons.workspace.folder.makeFolder("storage")
            try await daemons.run(
                "entitle", ["--storage", storage, "setRequestor REF30", "getAuthorization news", "wait setToken 60"]
            ).checked()
            let told = try await entries(all, until: "library.setToken") { Self.sources(Self.call($0)) == Self.sources }
            for source in Self.sources {
                let numbers = numbers(told, source)
                #expect(numbers == Array(1..<(1 + numbers.count)), "\(source): \(numbers)")
                #expect(!numbers.isEmpty)
            }
            let call = Self.call(told).sorted { Self.machineTime($0) < Self.machineTime($1) }
            #expect(call.first?["event"].text == "library.call.getAuthorization", "\(call)")

            let own = try await entries(filtered, until: "library.setToken") { Self.sources($0) == Self.sources }
            #expect(own.allSatisfy { ["com.example.player", nil].contains($0["application"].text) }, "\(own)")
            #expect(!own.contains { $0["event"].text == "account.signed-in" })

            all.send(signal: SIGINT)
            #expect(await all.wait(atMost: defaultDeadline) == .signalled(SIGINT))
            filtered.send(signal: SIGTERM)
            #expect(await filtered.wait(atMost: defaultDeadline) == .signalled(SIGTERM))
        }
    }

    @Test("It ends when its output is no longer read, also while nothing happens")
    func readerGone() async throws {
        try await withDaemons(trust: false) { daemons in
            try await daemons.vsactl("access", "set", "com.example.player", "granted").checked()
            let vsactl = try Executables.find("vsactl")
            let result = try await daemons.run(
                "bash", ["-c", "'\(vsactl)' monitor --after 0 | head -n 1; echo \"code ${PIPESTATUS[0]}\""])
            #expect(result.lines.count == 2 && result.lines.last == "code 0", "\(result)")
        }
    }

    @Test("It fails if its output cannot be written")
    func fullDevice() async throws {
        try await withDaemons(trust: false) { daemons in
            try await daemons.vsactl("access", "set", "com.example.player", "granted").checked()
            let vsactl = try Executables.find("vsactl")
            let result = try await daemons.run("sh", ["-c", "'\(vsactl)' monitor --after 0 >/dev/full"])
            #expect(result.exit == .exited(1), "\(result)")
            #expect(result.errorOutput == "vsactl: cannot write to standard output: No space left on device")
        }
    }

    @Test("It reports that the device has left")
    func deviceGone() async throws {
        try await withDaemons(trust: false) { daemons in
            try await daemons.vsactl("access", "set", "com.example.player", "granted").checked()
            let monitor = try start(daemons)
            _ = try await entries(monitor, until: "access.changed")
            // This entry arrives only once the monitor follows the device; before that, it would start another one.
            try await daemons.vsactl("access", "set", "com.example.player", "denied").checked()
            _ = try await entries(monitor, until: "access.changed")
            kill(try #require(try await daemons.accountProcessID()), SIGKILL)
            #expect(await monitor.wait(atMost: defaultDeadline) == .exited(8))
        }
    }
}
