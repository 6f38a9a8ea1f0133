import EntitlementCore
import Foundation
import GRDB
import Synchronization
import TVWorld

/// The journal on the disk, in a file of its own: the last entries before a restart, and what no longer has room in memory.
///
/// It is written in batches, off the requests' path; a crash loses about a second.
public final class JournalStore: Sendable {
    private let connection: StoreConnection
    /// How many entries are kept.
    let limit: Int
    /// The number of the newest entry that was there at the start, …
    let newestAtStart: Int64
    /// … and the number that the next one gets: higher after a crash, so that no number is given out twice.
    let nextAtStart: Int64

    /// How many documents are kept.
    static let documentLimit = 1_024
    /// By how much numbers continue after a crash: more than there are events in the time that it loses.
    static let leap: Int64 = 10_000

    /// Opens the file, or makes it.
    ///
    /// - Parameters:
    ///   - limit: How many entries are kept.
    ///   - isSynced: Whether a batch waits for the disk.
    /// - Throws: ``StoreFailure``
    public init(path: String, limit: Int, isSynced: Bool = true) throws {
        self.limit = max(1, limit)
        var configuration = Configuration()
        configuration.busyMode = .timeout(2)
        if !path.isEmpty { configuration.journalMode = .wal }
        if !isSynced { configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF") } }
        connection = try StoreConnection(path: path, label: "journal", configuration: configuration)
        // Opening in WAL mode has set another value.
        if !isSynced { try connection.atOnce { try $0.execute(sql: "PRAGMA synchronous = OFF") } }
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
        try connection.migrate(migrator)
        (newestAtStart, nextAtStart) = try connection.atOnce { database in
            let newest = try Int64.fetchOne(database, sql: "SELECT max(sequence) FROM entry") ?? 0
            let isClosed = try Bool.fetchOne(database, sql: "SELECT isClosed FROM use") ?? true
            try database.execute(sql: "UPDATE use SET isClosed = 0")
            return (newest, newest + 1 + (isClosed ? 0 : Self.leap))
        }
    }

    /// Adds entries, and removes the oldest that are too many.
    ///
    /// - Throws: ``StoreFailure``
    func append(_ entries: [Journal.Entry]) async throws {
        guard let newest = entries.last?.sequence else { return }
        let oldest = newest - Int64(limit)
        try await connection.transaction(.immediate) { database in
            let insertion = try database.cachedStatement(
                sql: "INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
            for entry in entries {
                let details = JSON.object(entry.details.map { .init($0.key, .string($0.value)) }).serialized
                try insertion.execute(arguments: [
                    entry.sequence, entry.time, entry.machineTime, entry.event.rawValue, entry.requestID, entry.correlation,
                    entry.outcome, details,
                ])
                guard let document = entry.document else { continue }
                try database.execute(
                    sql: "INSERT OR REPLACE INTO document VALUES (?, ?)", arguments: [entry.sequence, document])
            }
            try database.execute(sql: "DELETE FROM entry WHERE sequence <= ?", arguments: [oldest])
            try database.execute(
                sql: """
                    DELETE FROM document WHERE sequence <= (
                        SELECT sequence FROM document ORDER BY sequence DESC LIMIT 1 OFFSET ?)
                    """, arguments: [Self.documentLimit])
        }
    }

    /// Notes that everything is written.
    ///
    /// - Throws: ``StoreFailure``
    func close() async throws {
        try await connection.transaction(.immediate) { try $0.execute(sql: "UPDATE use SET isClosed = 1") }
    }

    /// The entries after a number and before another, the first ones up to a limit.
    ///
    /// - Throws: ``StoreFailure``
    func entries(after sequence: Int64, before end: Int64, limit: Int) async throws -> [Journal.Entry] {
        try await entries("entry.sequence > ? AND entry.sequence < ?", [sequence, end, min(limit, 100_000)])
    }

    /// The entries of one request.
    ///
    /// - Throws: ``StoreFailure``
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
                // An event of a later version has no name here.
                guard let event = JournalEvent(rawValue: row["event"]) else { continue }
                let details: String = row["details"]
                entries.append(
                    Journal.Entry(
                        sequence: row["sequence"], time: row["time"], machineTime: row["machine"], event: event,
                        requestID: row["request"], correlation: row["correlation"], outcome: row["outcome"],
                        details: Self.texts(details), document: row["xml"]))
            }
            return entries
        }
    }

    private static func texts(_ text: String) -> [String: String] {
        guard case .object(let members)? = try? JSON(parsing: text.utf8) else { return [:] }
        return Dictionary(members.map { ($0.key, $0.value.text ?? "") }) { first, _ in first }
    }
}
