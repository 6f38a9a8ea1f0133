import GRDB

/// One connection to the database and the thread that it works on, so that a disk never holds up a thread of the cooperative pool.
actor StoreConnection {
    private let executor: SerialQueueExecutor
    private let queue: DatabaseQueue

    /// Opens a connection; an empty path is a database in memory.
    init(path: String, label: String, configuration: Configuration) throws {
        executor = SerialQueueExecutor(label: "org.vsasim.entitlementd.\(label)")
        queue =
            try path.isEmpty
            ? DatabaseQueue(configuration: configuration) : DatabaseQueue(path: path, configuration: configuration)
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Works on one state of the database; what is written is there for others when the call returns.
    func transaction<Value: Sendable>(
        _ kind: Database.TransactionKind, _ body: @Sendable (Database) throws -> Value
    ) throws -> Value {
        try queue.inDatabase { database in
            var value: Value?
            try database.inTransaction(kind) {
                value = try body(database)
                return .commit
            }
            guard let value else { throw CancellationError() }
            return value
        }
    }

    /// The same outside the actor, for the start.
    nonisolated func atStart<Value>(_ body: (Database) throws -> Value) throws -> Value { try queue.inDatabase(body) }

    /// Brings the schema up to date.
    nonisolated func migrate(_ migrator: DatabaseMigrator) throws { try migrator.migrate(queue) }
}
