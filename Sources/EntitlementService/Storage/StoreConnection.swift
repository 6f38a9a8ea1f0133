import Foundation
import GRDB
import ThreadExecutors

/// One database connection and its thread, so that slow disks never block a thread of the cooperative pool.
actor StoreConnection {
    private let executor = ThreadExecutor()
    private let queue: DatabaseQueue
    private let file: DatabaseFile

    /// Opens a connection to a file, or to a database in memory.
    ///
    /// - Parameter cacheSize: The memory for pages of the file, in KiB: little, because the kernel caches them for all
    ///   connections.
    /// - Throws: ``StoreFailure``
    init(_ file: DatabaseFile, _ configuration: Configuration, cacheSize: Int = 256) throws {
        self.file = file
        var configuration = configuration
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -\(cacheSize)") }
        do {
            queue =
                try file.path.isEmpty
                ? DatabaseQueue(configuration: configuration) : DatabaseQueue(path: file.path, configuration: configuration)
        } catch {
            throw StoreFailure.translated(error, file)
        }
    }

    /// Examines a file before anything is written to it. Does nothing if there is none.
    ///
    /// - Parameter body: Is passed the names of the tables and views in the file.
    /// - Throws: ``StoreFailure``, or the error that the body throws.
    static func inspect(
        _ file: DatabaseFile, _ configuration: Configuration, _ body: (Database, _ tables: Set<String>) throws -> Void
    ) throws {
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        var configuration = configuration
        // A connection that may write would, when it closes, copy a write-ahead log that was left behind into the file. But only
        // such a connection can read a file after a crash in a transaction with a rollback journal: it rolls it back first.
        configuration.readonly = !FileManager.default.fileExists(atPath: file.path + "-journal")
        try StoreConnection(file, configuration, cacheSize: 1_024).atOnce { database in
            try body(database, String.fetchSet(database, sql: "SELECT tbl_name FROM sqlite_master"))
        }
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Runs a transaction on one snapshot; changes are on disk when the call returns.
    ///
    /// - Throws: ``StoreFailure``, or the error that the body throws; in either case nothing is written.
    func transaction<Value: Sendable>(
        _ kind: Database.TransactionKind, _ body: @Sendable (Database) throws -> Value
    ) throws -> Value {
        try transactionAtOnce(kind, body)
    }

    /// Runs the body on the connection's thread, without interleaving other work.
    ///
    /// - Throws: The error that the body throws.
    func perform<Value: Sendable>(_ body: @Sendable () throws -> Value) rethrows -> Value { try body() }

    /// Runs a transaction on the calling thread, inside ``perform(_:)``.
    nonisolated func transactionAtOnce<Value>(
        _ kind: Database.TransactionKind, _ body: (Database) throws -> Value
    ) throws -> Value {
        var value: Value?
        try atOnce { database in
            try database.inTransaction(kind) {
                value = try body(database)
                return .commit
            }
        }
        guard let value else { throw StoreFailure(.misuse, "A transaction on \(file.path) ended without a result.") }
        return value
    }

    /// Runs the body on the calling thread: at startup, inside ``perform(_:)``, and for work that never waits.
    nonisolated func atOnce<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            return try queue.inDatabase(body)
        } catch {
            throw StoreFailure.translated(error, file)
        }
    }

    /// Releases the pages of the file that are kept in memory.
    ///
    /// - Throws: ``StoreFailure``
    func releaseMemory() throws { try atOnce { try $0.execute(sql: "PRAGMA shrink_memory") } }

    /// Migrates the schema to the current version.
    ///
    /// - Throws: ``StoreFailure``
    nonisolated func migrate(_ migrator: DatabaseMigrator) throws {
        do {
            try migrator.migrate(queue)
        } catch {
            throw StoreFailure.translated(error, file)
        }
    }
}
