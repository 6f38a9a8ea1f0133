import AccountCore
import Glibc
import StateDirectory
import TVWorld

/// `vsad.sqlite`: the device's state and its journal. Uses a write-ahead log that is synchronized on every commit, so that
/// acknowledged changes survive a crash and a power failure. Confined to one thread.
final class StateFile {
    let database: Database
    /// The synchronization of the next commit, in SQLite's terms.
    let synchronous: String

    /// The number of the layout: the tables and their contents. Another layout needs another number.
    static let layout: Int64 = 6
    /// Marks a file as one of `vsad` (the bytes are these letters), because other programs number their layouts, too.
    static let applicationID: Int64 = 0x7673_6164

    /// The numbers that journal entries and apps can have; counting further from them does not overflow.
    static let numbers: ClosedRange<Int64> = 0...(.max / 2)

    private static let tables = """
        CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE application (
            id TEXT PRIMARY KEY, access TEXT NOT NULL, identification TEXT, usage_description TEXT, number INTEGER NOT NULL,
            name TEXT) WITHOUT ROWID;
        CREATE TABLE user_account (application TEXT PRIMARY KEY, document TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE journal (
            sequence INTEGER PRIMARY KEY, time INTEGER NOT NULL, event TEXT NOT NULL, application TEXT,
            identification TEXT, details TEXT NOT NULL, machine_time INTEGER NOT NULL, correlation TEXT NOT NULL);
        """

    /// Opens the file, and creates its tables if it is new.
    ///
    /// - Parameters:
    ///   - maximumPages: The maximum number of 4 KiB pages; nil: no limit. With a limit, a test can simulate a full disk.
    ///   - isSynced: Whether a commit waits for the disk.
    /// - Throws: `StoreError`; `.otherLayout` for a file of another version or of another program, which stays as it is.
    init(path: String, maximumPages: Int? = nil, isSynced: Bool = true) throws(StoreError) {
        synchronous = isSynced ? "FULL" : "OFF"
        // First, because a change of the journal's mode is written to the file.
        let isNew = try Self.isNew(path)
        database = try Database(path: path)
        try database.execute(
            """
            PRAGMA synchronous=\(synchronous); PRAGMA journal_mode=WAL; PRAGMA cache_size=-128; PRAGMA foreign_keys=ON
            """)
        if let maximumPages { try database.execute("PRAGMA max_page_count=\(maximumPages)") }
        guard isNew else { return }
        try database.transaction { () throws(StoreError) in
            try database.execute(Self.tables)
            try database.execute("PRAGMA application_id=\(Self.applicationID); PRAGMA user_version=\(Self.layout)")
        }
    }

    /// Returns whether the file is empty or does not exist; otherwise it must have this layout.
    private static func isNew(_ path: String) throws(StoreError) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return true }
        // Opening a pipe would block forever.
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw StoreError(.disk, "\(path) is not a regular file. Move it away; \(StateFolder.otherFolder)")
        }
        if let file = SQLiteFile.unwritableFile(of: path) { throw .notWritable(path, "\(file) is read-only") }
        let database = try Database(path: path, isReadOnly: !SQLiteFile.hasRollbackJournal(path))
        var (application, layout, tables): (Int64, Int64, Int64) = (0, 0, 0)
        try database.rows(
            """
            SELECT application_id, user_version, (SELECT count(*) FROM sqlite_master)
            FROM pragma_application_id, pragma_user_version
            """
        ) { row in (application, layout, tables) = (row.integer(0), row.integer(1), row.integer(2)) }
        if (application, layout, tables) == (0, 0, 0) { return true }
        guard (application, layout) == (applicationID, Self.layout) else {
            throw .otherLayout(path, found: application == applicationID ? layout : nil, read: Self.layout)
        }
        return false
    }

    /// Stores changes in one transaction; they are on disk when this returns.
    ///
    /// - Parameter clock: The setting of the clock; nil: unchanged.
    func commit(_ changes: [DeviceChange], clock: StoredClock? = nil) throws(StoreError) {
        guard !changes.isEmpty || clock != nil else { return }
        // What is written to such a file is lost when it is closed.
        guard !database.hasMoved else {
            throw StoreError(
                .disk,
                "\(database.path) was moved, removed or replaced after vsad had opened it; nothing was changed. Move it back, or "
                    + "start vsad again")
        }
        try database.transaction { () throws(StoreError) in
            for change in changes { try write(change) }
            if let clock { try write(clock) }
        }
    }

    /// Writes the setting of the clock.
    private func write(_ clock: StoredClock) throws(StoreError) {
        try set(.clock, to: clock.setting.specification)
        try set(.startClock, to: clock.start.specification)
    }

    /// Returns the setting of the clock; nil if it was never set, or if it would now show a time that cannot be represented.
    ///
    /// - Parameter machine: The machine's time in Unix milliseconds.
    func loadClock(machine: Int64) throws(StoreError) -> StoredClock? {
        let settings = try settings()
        guard let text = settings[.clock], let startText = settings[.startClock],
            let setting = ClockSetting(specification: text, machine: machine),
            let start = ClockSetting(specification: startText, machine: machine)
        else { return nil }
        return StoredClock(setting: setting, start: start)
    }
}

/// The device's clock in the state file: its setting, and the setting with which the daemon had started by then.
///
/// The setting persists over a restart unless `VSASIM_CLOCK` has changed since, which is a deliberate choice.
struct StoredClock: Sendable, Equatable {
    /// The setting.
    var setting: ClockSetting
    /// The setting with which the daemon started: the value of `VSASIM_CLOCK`.
    var start: ClockSetting
}
