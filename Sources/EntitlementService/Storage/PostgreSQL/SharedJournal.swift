import Administration
import EntitlementCore
import Foundation
import PostgreSQL
import Synchronization
import TVWorld

/// The journal of all nodes, in one order: numbers are assigned under a lock that is held until the entries are committed, so
/// that no entry appears before one that a reader has already seen.
final class SharedJournal: JournalArchive {
    private let pool: ConnectionPool
    private let node: String
    /// This process, as distinguished from others that have had the same name.
    private let writer: String
    /// The maximum number of entries kept.
    private let limit: Int64
    private let refusals = Mutex<[String]>([])
    private let refusedCount = Atomic<Int>(0)

    private static let columns =
        "sequence, node, time, machine, event, request, correlation, outcome, details, document"

    init(_ pool: ConnectionPool, node: String, limit: Int) {
        self.pool = pool
        self.node = node
        self.limit = Int64(limit)
        writer = SystemRandomSource().uuid()
    }

    /// Appends entries, in their order, and their usage counts. An entry that the server rejects is omitted, so that it does not
    /// block all later ones.
    ///
    /// - Throws: ``StoreFailure``
    func append(_ entries: [Journal.Entry]) async throws {
        guard !entries.isEmpty else { return }
        do { try await write(entries) } catch let error as DatabaseError where error.isAboutValues {
            guard entries.count > 1 else {
                refusedCount.add(1, ordering: .relaxed)
                return refusals.withLock { $0.append("\(entries[0].event.rawValue), \(entries[0].requestID): \(error)") }
            }
            try await append(Array(entries.prefix(entries.count / 2)))
            try await append(Array(entries.dropFirst(entries.count / 2)))
        } catch { throw pool.database.translated(error) }
    }

    /// The number of omitted entries.
    var refused: Int { refusedCount.load(ordering: .relaxed) }

    /// Returns the entries that have been omitted since the last call, with the reasons.
    func takeRefusals() -> [String] {
        refusals.withLock { refusals in
            defer { refusals = [] }
            return refusals
        }
    }

    private func write(_ entries: [Journal.Entry]) async throws {
        let count = Int64(entries.count)
        let statements =
            [Statement("BEGIN"), Statement("UPDATE journal_position SET next = next + $1", [.integer(count)])]
            + entries.enumerated().map { insertion($0.element, before: count - Int64($0.offset)) }
            + Self.counting(entries) + removals(entries)
            + [
                Statement("SELECT pg_notify($1, (SELECT number FROM revision)::text)", [.text(pool.database.schema)]),
                Statement("COMMIT"),
            ]
        _ = try await pool.run(statements)
    }

    /// Returns the number of the newest entry of this process that is in the journal.
    ///
    /// - Throws: ``StoreFailure``
    func newestWritten() async throws -> Int64 {
        try await pool.answers(to: [
            Statement("SELECT coalesce(max(number), 0) FROM journal WHERE writer = $1", [.text(writer)])
        ])[0].rows.first?.integer(0) ?? 0
    }

    func entries(after sequence: Int64, before end: Int64, limit: Int) async throws -> [Journal.Entry] {
        try await entries(
            "sequence > $1 AND sequence < $2", [.integer(sequence), .integer(end), .integer(Int64(min(limit, 100_000)))])
    }

    func entries(of requestID: String) async throws -> [Journal.Entry] {
        try await entries("request = $1", [Self.text(requestID), .integer(1_000)])
    }

    /// Returns the usage counts since a time in Unix milliseconds, by hour and requestor.
    ///
    /// - Throws: ``StoreFailure``
    func usage(since time: Int64) async throws -> [(start: Int64, requestor: String, kind: String, count: Int64)] {
        try await pool.answers(to: [
            Statement(
                "SELECT start, requestor, kind, count FROM usage WHERE start > $1 ORDER BY start, requestor",
                [.integer(time - UsageCounts.hour)])
        ])[0].rows.map { ($0.integer(0) ?? 0, $0.text(1) ?? "", $0.text(2) ?? "", $0.integer(3) ?? 0) }
    }

    /// - Parameter values: The values of the condition, and the limit.
    private func entries(_ condition: String, _ values: [Parameter]) async throws -> [Journal.Entry] {
        let sql = "SELECT \(Self.columns) FROM journal WHERE \(condition) ORDER BY sequence LIMIT $\(values.count)"
        return try await pool.answers(to: [Statement(sql, values)])[0].rows.map { row in
            var details = JournalDetails.texts(row.text(8) ?? "")
            details["node"] = row.text(1)
            return Journal.Entry(
                sequence: row.integer(0) ?? 0, time: row.integer(2) ?? 0, machineTime: row.integer(3) ?? 0,
                // The numbers must have no gaps, even after an event of a later version.
                event: JournalEvent(rawValue: row.text(4) ?? "") ?? .reset, requestID: row.text(5) ?? "",
                correlation: row.text(6) ?? "", outcome: row.text(7) ?? "", details: details, document: row.text(9))
        }
    }

    private func insertion(_ entry: Journal.Entry, before next: Int64) -> Statement {
        Statement(
            """
            INSERT INTO journal (\(Self.columns), writer, number)
            SELECT next - $1, $2::text, $3::bigint, $4::bigint, $5::text, $6::text, $7::text, $8::text, $9::text, $10::text,
                $11::text, $12::bigint FROM journal_position
            """,
            [
                .integer(next), .text(node), .integer(entry.time), .integer(entry.machineTime), .text(entry.event.rawValue),
                Self.text(entry.requestID), Self.text(entry.correlation), Self.text(entry.outcome),
                Self.text(JournalDetails.text(entry.details)), entry.document.map(Self.text) ?? .null, .text(writer),
                .integer(entry.sequence),
            ])
    }

    /// Returns a string as a parameter, without U+0000, which PostgreSQL does not store.
    private static func text(_ text: String) -> Parameter { .text(text.utf8.contains(0) ? text.replacing("\0", with: "") : text) }

    /// The properties that entries counted together have in common.
    private struct Counted: Hashable {
        var start: Int64
        var requestor: String
        var kind: String
    }

    private static func counting(_ entries: [Journal.Entry]) -> [Statement] {
        var counts: [Counted: Int64] = [:]
        var order: [Counted] = []
        for entry in entries {
            for kind in UsageCounts.kinds(entry.event, entry.outcome, entry.details) {
                let counted = Counted(
                    start: UsageCounts.start(of: entry.time), requestor: RecordColumn.text(entry.details["requestor"] ?? ""),
                    kind: kind.rawValue)
                if counts.updateValue((counts[counted] ?? 0) + 1, forKey: counted) == nil { order.append(counted) }
            }
        }
        return order.map { counted in
            Statement(
                """
                INSERT INTO usage (start, requestor, kind, count)
                SELECT $1::bigint, CASE
                    WHEN EXISTS (SELECT FROM usage WHERE start = $1 AND requestor = $2)
                        OR (SELECT count(DISTINCT requestor) FROM usage WHERE start = $1) < $4::bigint THEN $2::text
                    ELSE '' END, $3::text, $5::bigint
                ON CONFLICT (start, requestor, kind) DO UPDATE SET count = usage.count + excluded.count
                """,
                [
                    .integer(counted.start), .text(counted.requestor), .text(counted.kind),
                    .integer(Int64(UsageCounts.requestorLimit)), .integer(counts[counted]),
                ])
        }
    }

    private func removals(_ entries: [Journal.Entry]) -> [Statement] {
        // As in memory, not from the newest count: one from before the clock was set back must not remove all later ones.
        let newest = entries.map { UsageCounts.start(of: $0.time) }.max() ?? 0
        return [
            Statement("DELETE FROM journal WHERE sequence < (SELECT next FROM journal_position) - $1", [.integer(limit)]),
            Statement(
                """
                UPDATE journal SET document = NULL WHERE document IS NOT NULL AND sequence <= (
                    SELECT sequence FROM journal WHERE document IS NOT NULL ORDER BY sequence DESC LIMIT 1 OFFSET $1)
                """, [.integer(Int64(JournalStore.documentLimit))]),
            Statement("DELETE FROM usage WHERE start <= $1", [.integer(newest - UsageCounts.hoursKept * UsageCounts.hour)]),
        ]
    }

    /// The statements that create the tables.
    static let tables = [
        Statement("CREATE TABLE journal_position (next bigint NOT NULL)"), Statement("INSERT INTO journal_position VALUES (1)"),
        Statement(
            """
            CREATE TABLE journal (
                sequence bigint PRIMARY KEY, node text NOT NULL, time bigint NOT NULL, machine bigint NOT NULL,
                event text NOT NULL, request text NOT NULL, correlation text NOT NULL, outcome text NOT NULL,
                details text NOT NULL, document text, writer text NOT NULL, number bigint NOT NULL, UNIQUE (writer, number))
            """),
        Statement("CREATE INDEX journal_request ON journal (request)"),
        Statement("CREATE INDEX journal_document ON journal (sequence) WHERE document IS NOT NULL"),
        Statement(
            """
            CREATE TABLE usage (
                start bigint NOT NULL, requestor text COLLATE "C" NOT NULL, kind text COLLATE "C" NOT NULL, count bigint NOT NULL,
                PRIMARY KEY (start, requestor, kind))
            """),
    ]
}
