import PostgreSQL
import Synchronization

/// A few connections to the server, each with its own thread.
final class ConnectionPool: Sendable {
    private struct State {
        var isFree: [Bool]
        /// The calls that wait for a thread, oldest first.
        var waiting: [ExpectedValue<Int>] = []
    }

    /// The numbers of connections in use by calls and of free ones, and of calls that wait for one.
    struct Load: Sendable, Equatable {
        var busy: Int
        var free: Int
        var waiting: Int
    }

    let database: DatabaseTarget
    private let threads: [DatabaseThread]
    private let state: Mutex<State>
    /// The time limit of calls.
    let patience: Duration
    let roundTrips = Atomic<Int>(0)

    init(_ database: DatabaseTarget, connections: Int, patience: Duration) {
        self.database = database
        self.patience = patience
        threads = (1...connections).map { _ in DatabaseThread(database, patience: patience) }
        state = Mutex(State(isFree: [Bool](repeating: true, count: connections)))
    }

    var load: Load {
        state.withLock { state in
            let free = state.isFree.count { $0 }
            return Load(busy: state.isFree.count - free, free: free, waiting: state.waiting.count)
        }
    }

    /// Executes statements in one round trip, and in one transaction unless they contain `BEGIN` and `COMMIT`.
    ///
    /// - Parameter patience: The time limit; nil for that of calls.
    /// - Throws: ``PostgreSQL/DatabaseError``
    func run(_ statements: [Statement], patience: Duration? = nil) async throws -> [Answer] {
        try await use(patience: patience) { connection, deadline in
            self.roundTrips.add(1, ordering: .relaxed)
            return try connection.run(statements, before: deadline)
        }
    }

    /// Executes statements like ``run(_:patience:)``.
    ///
    /// - Throws: ``StoreFailure``
    func answers(to statements: [Statement], patience: Duration? = nil) async throws -> [Answer] {
        try await translating { try await self.run(statements, patience: patience) }
    }

    /// Runs the body; errors of the server become store failures.
    func translating<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        do { return try await body() } catch { throw database.translated(error) }
    }

    /// Uses one connection for several round trips.
    ///
    /// - Parameter patience: The time limit; nil for that of calls. Anything that may take longer has its own connection.
    /// - Throws: ``PostgreSQL/DatabaseError``, or the error that the body throws.
    func use<Value: Sendable>(
        patience: Duration? = nil, _ body: @Sendable (Connection, _ deadline: ContinuousClock.Instant) throws -> Value
    ) async throws -> Value {
        let deadline = ContinuousClock.now + (patience ?? self.patience)
        if let patience, patience > self.patience {
            return try await extraThread().use(before: deadline) { try body($0, deadline) }
        }
        let index = try await freeThread(before: deadline)
        do {
            let value = try await threads[index].use(before: deadline) { try body($0, deadline) }
            release(index)
            return value
        } catch {
            // The thread may still be opening its connection.
            Task {
                await threads[index].becomeIdle()
                release(index)
            }
            throw error
        }
    }

    /// Returns a thread outside the pool, with an open connection.
    ///
    /// - Throws: ``PostgreSQL/DatabaseError``, as soon as calls also fail.
    func extraThread() async throws -> DatabaseThread {
        let thread = DatabaseThread(database)
        try await thread.open(before: .now + patience)
        return thread
    }

    private func freeThread(before deadline: ContinuousClock.Instant) async throws -> Int {
        let turn = ExpectedValue<Int>()
        let free: Int? = state.withLock { state in
            if let index = state.isFree.firstIndex(of: true) {
                state.isFree[index] = false
                return index
            }
            state.waiting.append(turn)
            return nil
        }
        if let free { return free }
        do {
            return try await turn.value(before: deadline, otherwise: DatabaseError(.late, "The server is busy."))
        } catch {
            state.withLock { state in state.waiting.removeAll { $0 === turn } }
            throw error
        }
    }

    private func release(_ index: Int) {
        state.withLock { state in
            while !state.waiting.isEmpty {
                // The deadline of another one may have passed.
                if state.waiting.removeFirst().settle(.success(index)) { return }
            }
            state.isFree[index] = true
        }
    }
}
