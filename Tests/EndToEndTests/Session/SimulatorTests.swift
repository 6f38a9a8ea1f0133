import DatabaseServer
import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// The public fixtures for Swift: see also examples/swift-testing.
@Suite("Simulators for apps' tests")
struct SimulatorTests {
    private static let app = "tv.riverside.player"

    @Test("A test gets its simulator, which leaves nothing behind")
    func life() async throws {
        #expect(throws: SimulatorFailure.self) { try Simulator.current() }
        let folder = try await withSimulator { simulator in
            #expect(try Simulator.current() === simulator)
            #expect(try await simulator.account.get() == nil)
            #expect(try simulator.softwareStatement.split(separator: ".").count == 3)
            return try #require(simulator.environment["VSASIM_SESSION"])
        }
        #expect(!FileManager.default.fileExists(atPath: folder))
        #expect(ProcessTable.processes(withEnvironment: "VSASIM_SESSION", value: folder).isEmpty)
    }

    @Test("A session that writes more to standard error than a pipe holds is not blocked")
    func talkative() async throws {
        try await withSimulator { simulator in
            let folder = try #require(simulator.environment["VSASIM_SESSION"])
            let processes = ProcessTable.processes(withEnvironment: "VSASIM_SESSION", value: folder)
            // The command of the session, which has its standard error, is a shell that becomes cat.
            let holder = try #require(
                processes.first { process in
                    let name = try? String(contentsOfFile: "/proc/\(process.id)/comm", encoding: .utf8)
                    return name == "sh\n" || name == "cat\n"
                })
            let writing = try await Tool.run(
                "/bin/sh", ["-c", "head -c 300000 /dev/zero >/proc/\(holder.id)/fd/2"], environment: ["PATH": "/usr/bin:/bin"],
                within: .seconds(30))
            #expect(writing.exit == .exited(0), "\(writing)")
        }
    }

    @Test("On PostgreSQL, a simulator has its own schema, which is removed afterwards")
    func database() async throws {
        let server = try await PostgreSQLServer.start()
        try await withSimulator(database: server.url) { simulator in
            try await simulator.access.set(Self.app, .granted)
            #expect(try await server.sessionSchemas() == 1)
        }
        #expect(try await server.sessionSchemas() == 0)
        await server.stop()
    }

    @Test("Concurrent simulators share nothing")
    func parallel() async throws {
        try await withSimulator { first in
            let second = try await Simulator.start()
            try await first.account.signIn("alpha.example", subscriber: "bob")
            #expect(try await first.account.get()?.subscriber == "bob")
            #expect(try await second.account.get() == nil)
            #expect(first.serviceURL != second.serviceURL)
            try await second.stop()
        }
    }

    @Test("An expectation has its entries, or the nearest miss")
    func expectations() async throws {
        try await withSimulator { simulator in
            try await simulator.access.set(Self.app, .granted)
            let met = try await simulator.expect(
                "access.changed", ["access-status": "granted", "application-id": JournalValue(Self.app)])
            #expect(met.isMet && met.entries.count == 1)

            let missed = try await simulator.expect("access.changed", ["access-status": "denied"], within: .zero)
            #expect(!missed.isMet)
            #expect(missed.nearestMiss?.id == met.entries.first?.id)
            #expect("\(missed)".hasSuffix("access-status is granted, not denied"))

            let tooMany = try await simulator.expect("access.changed", count: 0)
            #expect("\(tooMany)".hasPrefix("expected access.changed, 0 times, but it happened once"))
            let unknown = await #expect(throws: SimulatorFailure.self) { try await simulator.expect("access.chnged") }
            #expect(unknown?.description == "unknown event access.chnged; did you mean access.changed?")
            await #expect(throws: SimulatorFailure.self) { try await simulator.expect(.setToken, ["resourse": "news"]) }
            await #expect(throws: ExpectationFailure.self) { try await simulator.require(.setToken, within: .zero) }
        }
    }

    @Test("Expectations of the scenario that were not met are an error at the end")
    func scenarioExpectations() async throws {
        let scenario = FileManager.default.temporaryDirectory.appending(path: "expecting-\(UUID()).yaml")
        defer { try? FileManager.default.removeItem(at: scenario) }
        try Data("schema: vsa-scenario/1\nname: expecting\nexpect: [{event: region.changed}]\n".utf8).write(to: scenario)
        try await withSimulator(scenario: scenario.path) { try await $0.region.set("CA") }
        let failure = await #expect(throws: SimulatorFailure.self) { try await withSimulator(scenario: scenario.path) { _ in } }
        #expect(failure?.code == 4 && failure?.description.contains("region.changed") == true)
        // The first error is the reason.
        await #expect(throws: CancellationError.self) {
            try await withSimulator(scenario: scenario.path) { _ in throw CancellationError() }
        }
    }

    @Test("Late entries are awaited; the report of a failure has them, even if the test was cancelled at its time limit")
    func late() async throws {
        try await withSimulator { simulator in
            async let seen = simulator.expect("region.changed", ["region": "CA"], within: .seconds(30))
            try await simulator.region.set("CA")
            #expect(try await seen.isMet)
            let cancelled = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await simulator.failureReport().joined(separator: "\n")
            }
            let report = await cancelled.value
            #expect(report.contains("region.changed") && !report.contains("without the"), "\(report)")
            try await simulator.reset()
            #expect(try await simulator.vsactl("region", "get").contains("US"))
            #expect(try await simulator.vsactl("provider", "show", "--", "alpha.example").contains("alpha.example"))
        }
    }

    @Test("Events before a reset do not count, including those of the library, but the journal keeps them")
    func reset() async throws {
        try await withSimulator { simulator in
            try await simulator.region.set("CA")
            let line = #"{"event":"library.setToken","machine-time":1,"time":0}"# + "\n"
            try Data(line.utf8).write(to: URL(filePath: try #require(simulator.environment["VSASIM_JOURNAL"])))
            try await simulator.reset()
            for event in ["region.changed", .setToken] as [JournalEvent] {
                #expect(try await simulator.expect(event, count: 0).isMet, "\(event)")
            }
            try await simulator.region.set("CA")
            #expect(try await simulator.expect("region.changed", count: 1).isMet)
            let events = try await simulator.journal().map(\.event)
            #expect(events.filter { $0 == "region.changed" }.count == 2 && events.contains(.setToken))
        }
    }

    @Test("The service of a session can be stopped")
    func stopService() async throws {
        try await withSimulator { simulator in
            // Exits with 3 if the service never ends.
            _ = try await simulator.vsactl("service", "stop")
        }
    }

    @Test("When the service has ended, a failure shows the other journals, and how it ended")
    func serviceAway() async throws {
        try await withSimulator { simulator in
            try await simulator.region.set("CA")
            let folder = try #require(simulator.environment["VSASIM_SESSION"])
            let service = try #require(
                ProcessTable.processes(withEnvironment: "VSASIM_SESSION", value: folder).first { process in
                    (try? String(contentsOfFile: "/proc/\(process.id)/comm", encoding: .utf8)) == "entitlementd\n"
                })
            #expect(kill(service.id, SIGKILL) == 0)
            try await until("the end of the service is reported", every: .milliseconds(200)) {
                await simulator.failureReport().joined(separator: "\n").contains("entitlementd of this session ended (signal 9)")
            }
            let report = await simulator.failureReport().joined(separator: "\n")
            let missed = "\(try await simulator.expect(.setToken, within: .zero))"
            #expect(missed.hasPrefix("expected library.setToken, but it did not happen"))
            for text in [report, missed] {
                #expect(text.contains("region.changed"), "\(text)")
                #expect(text.contains("without the service's events: vsactl journal list"), "\(text)")
            }
        }
    }

    @Test("A session ends completely even if its test was cancelled; then its device's absence is a failure of the simulator")
    func deviceAway() async throws {
        let simulator = try await withDaemonPlace {
            let simulator = try await Simulator.start()
            let stop = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await simulator.stop()
            }
            try await stop.value
            let folder = try #require(simulator.environment["VSASIM_SESSION"])
            #expect(!FileManager.default.fileExists(atPath: folder))
            return simulator
        }
        let failure = await #expect(throws: SimulatorFailure.self) { _ = try await simulator.journal() }
        #expect(failure?.code == 8)
    }

    @Test("A test that was cancelled before it had its simulator fails for that reason")
    func cancelledBefore() async throws {
        let test = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await withSimulator { _ in }
        }
        await #expect(throws: CancellationError.self) { try await test.value }
    }

    @Test("A command of vsactl that fails, or writes no JSON document, is a failure of the simulator")
    func failures() async throws {
        try await withSimulator { simulator in
            let help = await #expect(throws: SimulatorFailure.self) { try await simulator.vsactl("clock", "--help") }
            #expect(help?.description.hasPrefix("vsactl clock --help wrote no JSON document: OVERVIEW") == true)
            let refusal = await #expect(throws: SimulatorFailure.self) {
                try await simulator.account.signIn("alpha.example", subscriber: "zoe")
            }
            #expect(refusal?.code == 10)
            #expect(refusal?.description.contains("no such subscriber of alpha.example: zoe") == true)
            // The reason is in the document.
            let query = await #expect(throws: SimulatorFailure.self) { try await simulator.vsactl("query", "--app", Self.app) }
            #expect(query?.description.contains(#""name": "AccessNotGranted""#) == true)
        }
    }

    @Test("Tests with XCTest run too")
    func xcTest() async throws {
        let program = try #require(CommandLine.arguments.first)
        let result = try await Tool.run(
            program, ["--testing-library", "xctest", "RiversideTests.XCTestSignOnTests"],
            environment: ProcessInfo.processInfo.environment, within: .seconds(120))
        #expect(result.exit == .exited(0), "\(result)")
        #expect((result.lines + result.errorLines).contains { $0.contains("Executed 1 test, with 0 failures") }, "\(result)")
    }
}
