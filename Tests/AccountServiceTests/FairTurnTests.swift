import Synchronization
import Testing

@testable import AccountService

@Suite("Turns of processes", .timeLimit(.minutes(5)))
struct FairTurnTests {
    private final class Log: Sendable {
        let names = Mutex<[String]>([])
    }

    @Test("C2 much work of one process does not hold up the little of another")
    func fairness() async throws {
        let turn = FairTurn()
        let log = Log()
        let start = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            let isTaken = AsyncStream.makeStream(of: Void.self)
            group.addTask {
                try await turn.pass(for: 1) {
                    isTaken.continuation.finish()
                    for await _ in start.stream {}
                }
            }
            for await _ in isTaken.stream {}
            let work: [(String, UInt32?)] = [("a1", 1), ("a2", 1), ("a3", 1), ("b1", 2), ("unknown", nil)]
            for (index, (name, process)) in work.enumerated() {
                group.addTask { try await turn.pass(for: process) { log.names.withLock { $0.append(name) } } }
                while turn.waiting <= index { await Task.yield() }
            }
            start.continuation.finish()
            try await group.waitForAll()
        }
        #expect(log.names.withLock { $0 } == ["a1", "b1", "unknown", "a2", "a3"])
    }

    @Test("Work whose task is cancelled before its turn is not begun")
    func cancelled() async throws {
        let turn = FairTurn()
        let waiting = try await turn.pass(for: 1) {
            let waiting = Task { try await turn.pass(for: 2) { Issue.record("the work has begun") } }
            while turn.waiting == 0 { await Task.yield() }
            waiting.cancel()
            return waiting
        }
        await #expect(throws: CancellationError.self) { try await waiting.value }
        try await turn.pass(for: 3) {}
        #expect(turn.waiting == 0)
    }
}
