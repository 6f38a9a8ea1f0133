import PostgreSQL
import Synchronization

/// A few connections to the server, each with its own thread.
final class ConnectionPool: Sendable {
    let database: DatabaseTarget
    private let threads: [DatabaseThread]
    /// The number of calls that use or wait for each thread.
    private let load: Mutex<[Int]>
    private let patience: Duration
    /// The number of round trips to the server.
    let roundTrips = Atomic<Int>(0)

    init(_ database: DatabaseTarget, connections: Int, patience: Duration) {
        self.database = database
        self.patience = patience
        threads = (1...connections).map { DatabaseThread(database, label: "database-\($0)") }
        load = Mutex([Int](repeating: 0, count: connections))
    }

    /// Executes statements in one round trip; in one transaction unless they contain `BEGIN` and `COMMIT`.
    ///
    /// - Parameter patience: The time limit; nil for that of calls.
    /// - Throws: ``PostgreSQL/DatabaseError``
    func run(_ statements: [Statement], patience: Duration? = nil) async throws -> [Answer] {
        try await use(patience: patience) { connection, deadline in
            self.roundTrips.add(1, ordering: .relaxed)
            return try connection.run(statements, before: deadline)
        }
    }

    /// Uses one connection for several round trips.
    ///
    /// - Throws: ``PostgreSQL/DatabaseError``, or the error that the body throws.
    func use<Value: Sendable>(
        patience: Duration? = nil, _ body: @Sendable (Connection, _ deadline: ContinuousClock.Instant) throws -> Value
    ) async throws -> Value {
        let deadline = ContinuousClock.now + (patience ?? self.patience)
        let index = load.withLock { load in
            let index = load.indices.min { load[$0] < load[$1] } ?? 0
            load[index] += 1
            return index
        }
        defer { load.withLock { $0[index] -= 1 } }
        return try await threads[index].use(before: deadline) { try body($0, deadline) }
    }
}
