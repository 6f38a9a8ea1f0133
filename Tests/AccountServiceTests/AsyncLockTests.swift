import Synchronization
import Testing

@testable import AccountService

@Suite("One operation at a time", .timeLimit(.minutes(5)))
struct AsyncLockTests {
    private final class Log: Sendable {
        let names = Mutex<[String]>([])
    }

    @Test("C2 many operations of one process do not delay the few of another")
    func fairness() async throws {
        let lock = AsyncLock()
        let log = Log()
        let start = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            let isTaken = AsyncStream.makeStream(of: Void.self)
            group.addTask {
                await lock.withLock(for: 1) {
                    isTaken.continuation.finish()
                    for await _ in start.stream {}
                }
            }
            for await _ in isTaken.stream {}
            let work: [(String, UInt32?)] = [("a1", 1), ("a2", 1), ("a3", 1), ("b1", 2), ("unknown", nil)]
            for (index, (name, process)) in work.enumerated() {
                group.addTask { await lock.withLock(for: process) { log.names.withLock { $0.append(name) } } }
                while lock.waiting <= index { await Task.yield() }
            }
            start.continuation.finish()
            try await group.waitForAll()
        }
        #expect(log.names.withLock { $0 } == ["a1", "b1", "unknown", "a2", "a3"])
    }

    @Test("Operations without a key run in the order of arrival, one at a time, also after one that fails")
    func order() async throws {
        let lock = AsyncLock()
        let log = Log()
        try await withThrowingTaskGroup(of: Void.self) { group in
            await lock.withLock {
                for number in 0..<20 {
                    group.addTask {
                        await #expect(throws: CancellationError.self) {
                            try await lock.withLock {
                                log.names.withLock { $0.append("\(number) begins") }
                                await Task.yield()
                                log.names.withLock { $0.append("\(number) ends") }
                                throw CancellationError()
                            }
                        }
                    }
                    while lock.waiting <= number { await Task.yield() }
                }
            }
            try await group.waitForAll()
        }
        #expect(log.names.withLock { $0 } == (0..<20).flatMap { ["\($0) begins", "\($0) ends"] })
        #expect(lock.waiting == 0)
    }
}
