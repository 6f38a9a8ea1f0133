import EntitlementCore
import Foundation
import GRDB
import Synchronization
import TVWorld

/// The journal on disk, in its own file: the most recent entries from before a restart, and those that no longer fit in memory.
///
/// The journal is written in batches, outside the path of requests; a crash loses about one second.
public final class JournalStore: JournalArchive {
    private let connection: StoreConnection
    /// The maximum number of entries kept.
    let limit: Int
    /// The number of the next entry. It leaves a gap after a crash, so that no number is used twice.
    let nextAtStart: Int64
    private let lostCount = Atomic<Int>(0)

    /// The maximum number of documents kept.
    static let documentLimit = 1_024
    /// The gap in the numbers after a crash; it exceeds the number of events that a crash can lose.
    static let leap: Int64 = 10_000

    /// Opens the file, or creates it.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of entries kept.
    ///   - isSynced: Whether each batch is synced to disk.
    /// - Throws: ``StoreFailure``
    public init(path: String, limit: Int, isSynced: Bool = true) throws {
        self.limit = max(1, limit)
        var configuration = Configuration()
        configuration.busyMode = .timeout(2)
        let file = DatabaseFile.journal(path)
        let migrator = Self.migrator
        try StoreConnection.inspect(file, configuration) { database, tables in
            let steps = try migrator.appliedIdentifiers(database)
            let isOwn =
                steps.isEmpty
                ? tables.isSubset(of: ["grdb_migrations"])
                : steps.contains("1") && tables.isSuperset(of: ["entry", "document", "use"])
            guard isOwn else { throw StoreFailure.foreign(file) }
            guard steps.isSubset(of: migrator.migrations) else { throw StoreFailure.newer(file) }
        }
        configuration.journalMode = .wal
        if !isSynced { configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF") } }
        connection = try StoreConnection(file, configuration)
        // Opening the file in WAL mode has changed this setting.
        if !isSynced { try connection.atOnce { try $0.execute(sql: "PRAGMA synchronous = OFF") } }
        try connection.migrate(migrator)
        nextAtStart = try connection.atOnce { database in
            let newest = try Int64.fetchOne(database, sql: "SELECT max(sequence) FROM entry") ?? 0
            let isClosed = try Bool.fetchOne(database, sql: "SELECT isClosed FROM use") ?? true
            try database.execute(sql: "UPDATE use SET isClosed = 0")
            return newest + 1 + (isClosed ? 0 : Self.leap)
        }
    }

    /// The versions of the schema. A released step is never changed.
    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(
                sql: """
                    CREATE TABLE entry (
                        sequence INTEGER PRIMARY KEY, time INTEGER NOT NULL, machine INTEGER NOT NULL, event TEXT NOT NULL,
                        request TEXT NOT NULL, correlation TEXT NOT NULL, outcome TEXT NOT NULL, details TEXT NOT NULL);
                    CREATE TABLE document (sequence INTEGER PRIMARY KEY, xml TEXT NOT NULL);
                    CREATE TABLE use (isClosed INTEGER NOT NULL);
                    INSERT INTO use VALUES (1);
                    """)
        }
        return migrator
    }

    /// Appends entries, and removes the oldest ones beyond the limit.
    ///
    /// - Throws: ``StoreFailure``
    func append(_ entries: [Journal.Entry]) async throws {
        guard let newest = entries.last?.sequence else { return }
        let oldest = newest - Int64(limit)
        try await connection.transaction(.immediate) { database in
            let insertion = try database.cachedStatement(
                sql: "INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
            for entry in entries {
                let details = JournalDetails.text(entry.details)
                try insertion.execute(arguments: [
                    entry.sequence, entry.time, entry.machineTime, entry.event.rawValue, entry.requestID, entry.correlation,
                    entry.outcome, details,
                ])
                guard let document = entry.document else { continue }
                try database.cachedStatement(sql: "INSERT OR REPLACE INTO document VALUES (?, ?)")
                    .execute(arguments: [entry.sequence, document])
            }
            try database.cachedStatement(sql: "DELETE FROM entry WHERE sequence <= ?").execute(arguments: [oldest])
            try database.cachedStatement(
                sql: """
                    DELETE FROM document WHERE sequence <= (
                        SELECT sequence FROM document ORDER BY sequence DESC LIMIT 1 OFFSET ?)
                    """
            ).execute(arguments: [Self.documentLimit])
        }
    }

    /// The number of entries since the start that will not be in the file.
    var lost: Int { lostCount.load(ordering: .relaxed) }

    /// Counts entries that will not be in the file.
    func noteLoss(of count: Int) { lostCount.add(count, ordering: .relaxed) }

    /// Records that all entries have been written.
    ///
    /// - Throws: ``StoreFailure``
    func close() async throws {
        try await connection.transaction(.immediate) { try $0.execute(sql: "UPDATE use SET isClosed = 1") }
    }

    /// Releases the pages of the file that are kept in memory.
    func releaseMemory() async { try? await connection.releaseMemory() }

    func entries(after sequence: Int64, before end: Int64, limit: Int) async throws -> [Journal.Entry] {
        try await entries("entry.sequence > ? AND entry.sequence < ?", [sequence, end, min(limit, 100_000)])
    }

    func entries(of requestID: String) async throws -> [Journal.Entry] { try await entries("request = ?", [requestID, 1_000]) }

    private func entries(_ condition: String, _ values: [any DatabaseValueConvertible & Sendable]) async throws -> [Journal.Entry]
    {
        try await connection.transaction(.deferred) { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT entry.*, document.xml FROM entry LEFT JOIN document ON document.sequence = entry.sequence
                    WHERE \(condition) ORDER BY entry.sequence LIMIT ?
                    """, arguments: StatementArguments(values))
            var entries: [Journal.Entry] = []
            while let row = try rows.next() {
                // An event from a later version is unknown here.
                guard let event = JournalEvent(rawValue: row["event"]) else { continue }
                let details: String = row["details"]
                entries.append(
                    Journal.Entry(
                        sequence: row["sequence"], time: row["time"], machineTime: row["machine"], event: event,
                        requestID: row["request"], correlation: row["correlation"], outcome: row["outcome"],
                        details: JournalDetails.texts(details), document: row["xml"]))
            }
            return entries
        }
    }
}

/// Entries of the journal that are no longer in memory.
protocol JournalArchive: Sendable {
    /// Returns the entries between two numbers, both exclusive, up to a limit.
    ///
    /// - Throws: ``StoreFailure``
    func entries(after sequence: Int64, before end: Int64, limit: Int) async throws -> [Journal.Entry]

    /// Returns the entries of one request.
    ///
    /// - Throws: ``StoreFailure``
    func entries(of requestID: String) async throws -> [Journal.Entry]
}

/// The details of an entry as stored.
enum JournalDetails {
    static func text(_ details: [String: String]) -> String {
        JSON.object(details.map { .init($0.key, .string($0.value)) }).serialized
    }

    /// Returns the details in a stored string; empty if it is unreadable.
    static func texts(_ text: String) -> [String: String] {
        guard case .object(let members)? = try? JSON(parsing: text.utf8) else { return [:] }
        return Dictionary(members.map { ($0.key, $0.value.text ?? "") }) { first, _ in first }
    }
}
