import GRDB
import GRDBSQLite
import Glibc
import StateDirectory
import Synchronization
import ThreadExecutors

/// One database connection and its thread, so that slow disks never block a thread of the cooperative pool.
actor StoreConnection {
    private let executor = ThreadExecutor()
    private let queue: DatabaseQueue
    private let file: DatabaseFile
    /// The time for which a transaction waits, first for its turn and then for another program's lock; nil if it does not wait
    /// for a lock.
    private let patience: Duration?
    /// The time for which a transaction waits for a lock even if its turn comes later.
    private static let shortestPatience = Duration.milliseconds(100)

    /// Opens a connection to a file, or to a database in memory.
    ///
    /// - Parameter cacheSize: The memory for pages of the file, in KiB: little, because the kernel caches them for all
    ///   connections.
    /// - Throws: ``StoreFailure``
    init(_ file: DatabaseFile, _ configuration: Configuration, cacheSize: Int = 256) throws {
        self.file = file
        patience = if case .timeout(let seconds) = configuration.busyMode { .seconds(seconds) } else { nil }
        var configuration = configuration
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -\(cacheSize)") }
        queue = try Self.translating(file) {
            try file.path.isEmpty
                ? DatabaseQueue(configuration: configuration) : DatabaseQueue(path: file.path, configuration: configuration)
        }
    }

    /// Examines a file before anything is written to it. Does nothing if there is none.
    ///
    /// - Parameter body: Is passed the names of the tables and views in the file.
    /// - Throws: ``StoreFailure``, or the error that the body throws.
    static func inspect(
        _ file: DatabaseFile, _ configuration: Configuration, _ body: (Database, _ tables: Set<String>) throws -> Void
    ) throws {
        var status = stat()
        guard stat(file.path, &status) == 0 else { return }
        // Opening a pipe would block forever.
        guard status.st_mode & S_IFMT == S_IFREG else { throw StoreFailure.irregular(file) }
        if let path = SQLiteFile.unwritableFile(of: file.path) {
            throw StoreFailure.notWritable(file, "\(path) is read-only")
        }
        var configuration = configuration
        configuration.readonly = !SQLiteFile.hasRollbackJournal(file.path)
        try StoreConnection(file, configuration, cacheSize: 1_024).atOnce { database in
            try body(database, String.fetchSet(database, sql: "SELECT tbl_name FROM sqlite_master"))
        }
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Runs a transaction on one snapshot; changes are on disk when the call returns.
    ///
    /// - Parameters:
    ///   - requestedAt: The time at which it began to wait for its turn.
    ///   - adopt: Is passed the value after the commit, before the connection's thread does other work.
    /// - Throws: ``StoreFailure``, or the error that the body throws; in either case nothing is written.
    func transaction<Value: Sendable>(
        _ kind: Database.TransactionKind, requestedAt: ContinuousClock.Instant = .now,
        _ body: @Sendable (Database) throws -> Value, adopt: @Sendable (Value) -> Void = { _ in }
    ) throws -> Value {
        var value: Value?
        try atOnce { database in
            if let patience {
                // Otherwise, calls would wait for the lock one after the other, the last one many times as long as the first.
                let left = max(patience - requestedAt.duration(to: .now), min(patience, Self.shortestPatience))
                sqlite3_busy_timeout(database.sqliteConnection, Int32(left / .milliseconds(1)))
            }
            try database.inTransaction(kind) {
                value = try body(database)
                return .commit
            }
        }
        guard let value else { throw StoreFailure(.misuse, "A transaction on \(file.path) ended without a result.") }
        adopt(value)
        return value
    }

    /// Runs the body on the calling thread: at startup, after a transaction, and for work that never waits.
    ///
    /// - Throws: ``StoreFailure``, or the error that the body throws.
    nonisolated func atOnce<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try Self.translating(file) { try queue.inDatabase(body) }
    }

    /// Releases the pages of the file that are kept in memory.
    ///
    /// - Throws: ``StoreFailure``
    func releaseMemory() throws { try atOnce { try $0.execute(sql: "PRAGMA shrink_memory") } }

    /// Migrates the schema to the current version.
    ///
    /// - Throws: ``StoreFailure``
    nonisolated func migrate(_ migrator: DatabaseMigrator) throws {
        try Self.translating(file) { try migrator.migrate(queue) }
    }

    private static func translating<Value>(_ file: DatabaseFile, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw StoreFailure.translated(error, file) }
    }
}

/// An SQLite file of the service.
struct DatabaseFile: Sendable {
    /// Its path; empty for a database in memory.
    let path: String
    /// Its name in messages.
    let name: String
    /// The data that is lost without it.
    let content: String

    static func records(_ path: String) -> DatabaseFile {
        DatabaseFile(path: path, name: "database", content: "all sign-ins and registrations")
    }

    static func journal(_ path: String) -> DatabaseFile { DatabaseFile(path: path, name: "journal", content: "only the journal") }
}

/// The version of a database, which changes with every commit, by this process or another.
final class StoreVersion: Sendable {
    /// A connection that never writes; nil for a database in memory, which has only one connection.
    private let connection: StoreConnection?
    private let commits = Atomic<Int64>(0)

    /// - Parameter connection: A connection only for this purpose; nil for a database in memory.
    init(_ connection: StoreConnection?) { self.connection = connection }

    /// Returns the current version; nil if it cannot be determined without waiting. Later versions are larger numbers.
    ///
    /// This reads not the file, but the index that all processes share in memory.
    func current() -> Int64? {
        guard let connection else { return commits.load(ordering: .sequentiallyConsistent) }
        return try? connection.atOnce { try Self.commitsOfOthers($0) }
    }

    /// Counts a transaction that writes. Only databases in memory need it.
    func noteCommit() { commits.add(1, ordering: .sequentiallyConsistent) }

    /// Returns a number that changes when another connection commits.
    static func commitsOfOthers(_ database: Database) throws -> Int64 {
        // Each request asks several times, and reading a value through GRDB takes five times as long.
        let statement = try database.cachedStatement(sql: "PRAGMA data_version").sqliteStatement
        defer { sqlite3_reset(statement) }
        let code = sqlite3_step(statement)
        guard code == SQLITE_ROW else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        return sqlite3_column_int64(statement, 0)
    }
}
