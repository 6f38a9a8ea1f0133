import Synchronization
import Testing

@testable import AccountService

@Suite("Turns of processes", .timeLimit(.minutes(5)))
struct FairPoolTests {
    private final class Log: Sendable {
        let names = Mutex<[String]>([])
        let isReleased = Mutex(false)
        let now = Mutex(ContinuousClock.now)
    }

    @Test("C2 many operations of one process do not delay the few of another")
    func fairness() async throws {
        let lock = FairPool([()])
        let log = Log()
        let start = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            let isTaken = AsyncStream.makeStream(of: Void.self)
            group.addTask {
                await lock.withResource(for: 1) {
                    isTaken.continuation.finish()
                    for await _ in start.stream {}
                }
            }
            for await _ in isTaken.stream {}
            let work: [(String, UInt32?)] = [("a1", 1), ("a2", 1), ("a3", 1), ("b1", 2), ("unknown", nil)]
            for (index, (name, process)) in work.enumerated() {
                group.addTask { await lock.withResource(for: process) { log.names.withLock { $0.append(name) } } }
                while lock.waiting <= index { await Task.yield() }
            }
            start.continuation.finish()
            try await group.waitForAll()
        }
        #expect(log.names.withLock { $0 } == ["b1", "unknown", "a1", "a2", "a3"])
    }

    @Test("C2 a process with short operations is served more often than one with long ones")
    func fairnessByTime() async throws {
        let work: [(UInt32, Int, Bool)] = Array(repeating: (1, 12, false), count: 3) + Array(repeating: (2, 3, false), count: 5)
        #expect(try await order(work) == "1 2 2 2 2 1 2 1")
    }

    @Test("C2 a process whose operations fail is served less often than one whose operations succeed")
    func failures() async throws {
        let work: [(UInt32, Int, Bool)] = Array(repeating: (1, 1, true), count: 3) + Array(repeating: (2, 2, false), count: 6)
        #expect(try await order(work) == "1 2 2 2 2 1 2 2 1")
    }

    /// Returns the processes in the order in which they are served.
    ///
    /// - Parameter work: Operations that are all waiting: process, milliseconds, whether it fails.
    private func order(_ work: [(UInt32, Int, Bool)]) async throws -> String {
        let log = Log()
        let pool = FairPool([()], now: { log.now.withLock { $0 } })
        try await withThrowingTaskGroup(of: Void.self) { group in
            await pool.withLock {
                for (index, (process, milliseconds, isRefused)) in work.enumerated() {
                    group.addTask {
                        try? await pool.withResource(for: process) {
                            log.now.withLock { $0 += .milliseconds(milliseconds) }
                            log.names.withLock { $0.append("\(process)") }
                            if isRefused { throw CancellationError() }
                        }
                    }
                    while pool.waiting <= index { await Task.yield() }
                }
            }
            try await group.waitForAll()
        }
        return log.names.withLock { $0.joined(separator: " ") }
    }

    @Test("C2 as many operations at a time as there are resources, each with its own")
    func width() async throws {
        let pool = FairPool(["first", "second"])
        let log = Log()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    await pool.withResource { name in
                        log.names.withLock { $0.append(name) }
                        while !log.isReleased.withLock({ $0 }) { await Task.yield() }
                    }
                }
            }
            while log.names.withLock({ $0.count }) < 2 { await Task.yield() }
            group.addTask { await pool.withResource { name in log.names.withLock { $0.append("then \(name)") } } }
            while pool.waiting < 1 { await Task.yield() }
            #expect(log.names.withLock { $0.sorted() } == ["first", "second"])
            log.isReleased.withLock { $0 = true }
            try await group.waitForAll()
        }
        #expect(log.names.withLock { $0.count } == 3)
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
