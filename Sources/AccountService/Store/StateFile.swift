import AccountCore
import CSQLite
import TVWorld

/// `vsad.sqlite`: the device's state and its journal. Uses a write-ahead log that is synchronized on every commit, so that
/// acknowledged changes survive a crash and a power failure. Confined to one thread.
final class StateFile {
    let database: Database
    /// The synchronization of the next commit, in SQLite's terms.
    let synchronous: String

    /// The version of the schema that this program writes.
    static let schemaVersion = Int64(migrations.count)

    /// The steps from each version of the schema to the next; the first one starts from an empty file. Steps are only ever added.
    private static let migrations = [
        """
        CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE application (
            id TEXT PRIMARY KEY, access TEXT NOT NULL, identification TEXT, usage_description TEXT) WITHOUT ROWID;
        CREATE TABLE account (
            slot INTEGER PRIMARY KEY CHECK (slot = 0), provider TEXT NOT NULL, subscriber TEXT NOT NULL,
            signed_in_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, seed BLOB NOT NULL);
        CREATE TABLE journal (
            sequence INTEGER PRIMARY KEY, time INTEGER NOT NULL, event TEXT NOT NULL, application TEXT,
            identification TEXT, details TEXT NOT NULL);
        """,
        """
        CREATE TABLE developer_setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE developer_provider (
            position INTEGER PRIMARY KEY, id TEXT NOT NULL, name TEXT NOT NULL, authentication_url TEXT NOT NULL,
            schemes TEXT NOT NULL, requires_system_trust INTEGER NOT NULL);
        CREATE TABLE user_account (
            application TEXT PRIMARY KEY, authorization TEXT NOT NULL, token TEXT, update_context TEXT,
            account_type INTEGER, update_url TEXT, requires_system_trust INTEGER, provider TEXT, identifier TEXT,
            signed_out INTEGER, billing_cycle_end INTEGER, tiers BLOB, billing_identifier TEXT, authentication_data TEXT,
            apple_customer TEXT, apple_products BLOB) WITHOUT ROWID;
        """,
        """
        ALTER TABLE journal ADD COLUMN machine_time INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE journal ADD COLUMN correlation TEXT NOT NULL DEFAULT '';
        """,
        """
        ALTER TABLE application ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
        """,
        """
        ALTER TABLE application ADD COLUMN name TEXT;
        """,
    ]

    /// Opens the file and brings its schema up to date.
    ///
    /// - Parameters:
    ///   - maximumPages: The maximum number of 4 KiB pages; nil: no limit. With a limit, a test can simulate a full disk.
    ///   - isSynced: Whether a commit waits for the disk.
    init(path: String, maximumPages: Int? = nil, isSynced: Bool = true) throws(StoreError) {
        synchronous = isSynced ? "FULL" : "OFF"
        database = try Database(path: path)
        try database.execute(
            """
            PRAGMA synchronous=\(synchronous); PRAGMA journal_mode=WAL; PRAGMA cache_size=-128; PRAGMA foreign_keys=ON
            """)
        if let maximumPages { try database.execute("PRAGMA max_page_count=\(maximumPages)") }
        var version: Int64 = 0
        try database.rows("PRAGMA user_version") { row in version = row.integer(0) }
        guard (0...Self.schemaVersion).contains(version) else {
            throw StoreError(.tooNew, "\(path) was written by a newer vsad (schema \(version)); nothing was changed")
        }
        if version < Self.schemaVersion { try migrate(from: version) }
    }

    /// Performs all steps in one transaction, so that a file is never between two versions.
    private func migrate(from version: Int64) throws(StoreError) {
        try database.transaction { () throws(StoreError) in
            for step in Self.migrations[Int(version)...] { try database.execute(step) }
            try database.execute("PRAGMA user_version = \(Self.schemaVersion)")
        }
    }

    /// Stores changes in one transaction; they are on disk when this returns.
    ///
    /// - Parameter clock: The setting of the clock; nil: unchanged.
    func commit(_ changes: [DeviceChange], clock: StoredClock? = nil) throws(StoreError) {
        guard !changes.isEmpty || clock != nil else { return }
        try database.transaction { () throws(StoreError) in
            for change in changes { try write(change) }
            if let clock { try write(clock) }
        }
    }
}

extension SQLiteValue {
    /// Returns a string, or NULL.
    static func optional(_ text: String?) -> SQLiteValue { text.map { .text($0) } ?? .null }

    /// Returns a number, or NULL.
    static func optional(_ number: Int64?) -> SQLiteValue { number.map { .integer($0) } ?? .null }

    /// Returns 1 for true, 0 for false.
    static func flag(_ isOn: Bool) -> SQLiteValue { .integer(isOn ? 1 : 0) }
}
