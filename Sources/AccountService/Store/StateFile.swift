import AccountCore
import CSQLite
import TVWorld

/// `vsad.sqlite`: the device's state and its journal. Write-ahead log, synchronised on every commit, so that what was
/// acknowledged survives the process and the power. Belongs to one thread.
final class StateFile {
    let database: Database
    static let schemaVersion: Int64 = 1

    /// Opens the file and brings its schema up to date.
    ///
    /// - Parameter maximumPages: How many pages of 4 KiB the file may have; nil: no limit. Lets a test fill the disk.
    init(path: String, maximumPages: Int? = nil) throws(StoreError) {
        database = try Database(path: path)
        try database.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-512; PRAGMA foreign_keys=ON")
        if let maximumPages { try database.execute("PRAGMA max_page_count=\(maximumPages)") }
        var version: Int64 = 0
        try database.rows("PRAGMA user_version") { row in version = row.integer(0) }
        switch version {
        case 0: try create()
        case Self.schemaVersion: break
        default:
            throw StoreError(.tooNew, "\(path) was written by a newer vsad (schema \(version)); nothing was changed")
        }
    }

    private func create() throws(StoreError) {
        try database.transaction { () throws(StoreError) in
            try database.execute(
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
                PRAGMA user_version = \(Self.schemaVersion);
                """)
        }
    }

    /// Stores changes in one transaction; they are on the disk when this returns.
    func commit(_ changes: [DeviceChange]) throws(StoreError) {
        guard !changes.isEmpty else { return }
        try database.transaction { () throws(StoreError) in
            for change in changes { try write(change) }
        }
    }

    private func write(_ change: DeviceChange) throws(StoreError) {
        switch change {
        case .application(let id, let application, let access):
            try database.run(
                "INSERT OR REPLACE INTO application VALUES (?, ?, ?, ?)",
                [
                    .text(id.text), .text(access.rawValue), .optional(application?.identification?.rawValue),
                    .optional(application?.usageDescription),
                ])
        case .allAccessReset:
            try database.run(
                "UPDATE application SET access = ?1 WHERE access <> ?1", [.text(AccessStatus.notDetermined.rawValue)])
        case .allApplicationsRemoved: try database.run("DELETE FROM application")
        case .account(nil): try database.run("DELETE FROM account")
        case .account(let account?):
            try database.run(
                "INSERT OR REPLACE INTO account VALUES (0, ?, ?, ?, ?, ?)",
                [
                    .text(account.provider), .text(account.subscriber), .integer(account.signedInAt),
                    .integer(account.expiresAt), .bytes(account.seed),
                ])
        case .region(let region): try set(.region, to: region.code)
        case .trust(let trust):
            try set(.serviceEntityID, to: trust.entityID)
            try set(.serviceConsumer, to: trust.assertionConsumerServiceURL)
            try set(.serviceMetadata, to: trust.metadata)
        case .emptiness(let isEmpty): try set(.world, to: isEmpty ? "empty" : "baseline")
        }
    }

    /// The names in the table `setting`.
    enum Setting: String {
        case region
        case world
        case serviceEntityID = "service-entity-id"
        case serviceConsumer = "service-assertion-consumer"
        case serviceMetadata = "service-metadata"
    }

    private func set(_ setting: Setting, to value: String) throws(StoreError) {
        try database.run("INSERT OR REPLACE INTO setting VALUES (?, ?)", [.text(setting.rawValue), .text(value)])
    }
}

extension SQLiteValue {
    /// A text, or NULL.
    static func optional(_ text: String?) -> SQLiteValue { text.map { .text($0) } ?? .null }
}
