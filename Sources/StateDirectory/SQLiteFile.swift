import Glibc

/// The facts about a database file of SQLite that must be known before it is opened.
package enum SQLiteFile {
    /// Returns the first of a database's files that exists and may not be written; nil if there is none.
    ///
    /// With a write-ahead log and its index, which a crash leaves behind, SQLite opens a read-only file, and only the first write
    /// fails.
    package static func unwritableFile(of path: String) -> String? {
        ["", "-wal", "-shm"].map { path + $0 }.first { access($0, W_OK) != 0 && errno != ENOENT }
    }

    /// Returns whether only a connection that may write can examine a database: after a crash in a transaction with a rollback
    /// journal, it rolls the transaction back first.
    ///
    /// Otherwise the connection must be read-only: when one that may write closes, it copies a write-ahead log that was left
    /// behind into the file.
    package static func hasRollbackJournal(_ path: String) -> Bool { access(path + "-journal", F_OK) == 0 }
}
