import Glibc
import PrivateSession
import ProjectTesting
import Testing

@Suite("Waiting in tests")
struct TestingTests {
    @Test("A recorder returns every event once, to the first that matches")
    func recorder() async throws {
        let recorder = Recorder<Int>()
        let waiter = Task { try await recorder.next("even number") { $0.isMultiple(of: 2) } }
        recorder.record(1)
        recorder.record(2)
        #expect(try await waiter.value == 2)
        recorder.record(4)
        #expect(try await recorder.next() == 1)
        #expect(try await recorder.next() == 4)
        #expect(recorder.events == [1, 2, 4])
    }

    @Test("A recorder whose wait times out reports what it recorded")
    func recorderDeadline() async throws {
        let recorder = Recorder<String>()
        recorder.record("seen")
        let error = await #expect(throws: DeadlinePassed.self) {
            try await recorder.next("other event", within: .milliseconds(1)) { $0 == "other" }
        }
        #expect(error?.description == #"no other event in time; recorded: ["seen"]"#)
        #expect(try await recorder.next() == "seen")
    }

    @Test("Waiting for a condition ends at its deadline")
    func conditionDeadline() async throws {
        let error = await #expect(throws: DeadlinePassed.self) {
            try await until("pigs fly", within: .milliseconds(1)) { false }
        }
        #expect(error?.description == "timed out waiting until pigs fly")
    }

    @Test("A program that does not end is killed, and its output is reported")
    func slowTool() async throws {
        try await Workspace.with { workspace in
            let error = await #expect(throws: DeadlinePassed.self) {
                try await Tool.run(
                    "sh", ["-c", "echo said; sleep 1000"], environment: workspace.environment, within: .seconds(1))
            }
            #expect(error?.description.contains("stdout: said") == true)
        }
    }

    @Test("A workspace's processes and its folder are removed afterwards")
    func workspace() async throws {
        let folder = try await Workspace.with { workspace in
            let child = try ChildProcess.start(
                "setsid", arguments: ["--fork", "sleep", "1000"], environment: workspace.environment)
            await child.wait()
            return workspace.folder
        }
        #expect(access(folder.path, F_OK) != 0)
        #expect(ProcessTable.processes(withEnvironment: CleanupGuard.variable, value: folder.path).isEmpty)
    }

    @Test("A manual clock moves only when advanced")
    func clock() {
        let clock = ManualClock(seconds: 100)
        clock.advance(seconds: 50)
        #expect(clock.milliseconds() == 150_000)
        clock.set(seconds: 7)
        #expect(clock.milliseconds() == 7_000)
    }
}
