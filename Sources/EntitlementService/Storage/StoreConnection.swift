import GRDB

/// One connection to the database and the thread that it works on, so that a disk never holds up a thread of the cooperative pool.
actor StoreConnection {
    private let executor: SerialQueueExecutor
    private let queue: DatabaseQueue
    private let path: String

    /// Opens a connection; an empty path is a database in memory.
    ///
    /// - Throws: ``StoreFailure``
    init(path: String, label: String, configuration: Configuration) throws {
        self.path = path
        executor = SerialQueueExecutor(label: "org.vsasim.entitlementd.\(label)")
        do {
            queue =
                try path.isEmpty
                ? DatabaseQueue(configuration: configuration) : DatabaseQueue(path: path, configuration: configuration)
        } catch {
            throw StoreFailure.translated(error, path: path)
        }
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Works on one state of the database; what is written is on the disk when the call returns.
    ///
    /// - Throws: ``StoreFailure``, or what the body throws; then nothing was written.
    func transaction<Value: Sendable>(
        _ kind: Database.TransactionKind, _ body: @Sendable (Database) throws -> Value
    ) throws -> Value {
        var value: Value?
        try atOnce { database in
            try database.inTransaction(kind) {
                value = try body(database)
                return .commit
            }
        }
        guard let value else { throw StoreFailure(.misuse, "A transaction on \(path) ended without a result.") }
        return value
    }

    /// Works on the calling thread: at the start, and inside ``transaction(_:_:)``.
    nonisolated func atOnce<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            return try queue.inDatabase(body)
        } catch {
            throw StoreFailure.translated(error, path: path)
        }
    }

    /// Brings the schema up to date.
    ///
    /// - Throws: ``StoreFailure``
    nonisolated func migrate(_ migrator: DatabaseMigrator) throws {
        do {
            try migrator.migrate(queue)
        } catch {
            throw StoreFailure.translated(error, path: path)
        }
    }
}
