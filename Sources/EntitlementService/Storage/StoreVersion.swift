import GRDB
import GRDBSQLite
import Synchronization

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
