import AccountCore
import TVWorld

/// The journal in the file: a limited number of the newest entries.
extension StateFile {
    /// The maximum number of entries in the file.
    static let journalCapacity: Int64 = 10_000

    /// Returns the number of the next entry.
    func nextJournalSequence() throws(StoreError) -> Int64 {
        var last: Int64 = 0
        try database.rows("SELECT max(sequence) FROM journal") { row in last = row.integer(0) }
        guard Self.numbers.contains(last) else { throw .damaged(database.path, "the journal has an entry number \(last)") }
        return last + 1
    }

    /// Appends entries without waiting for the disk: losing the last quarter of a second of the journal in a power failure is
    /// better than delaying the next durable write with an unnecessary synchronization.
    func append(_ entries: [JournalEntry]) throws(StoreError) {
        guard let last = entries.last else { return }
        if synchronous == "FULL" { try database.execute("PRAGMA synchronous=NORMAL") }
        defer { if synchronous == "FULL" { try? database.execute("PRAGMA synchronous=FULL") } }
        try database.transaction { () throws(StoreError) in
            var rest = entries[...]
            while rest.count >= Self.rowsPerStatement {
                try database.run(Self.insertRows, rest.prefix(Self.rowsPerStatement).flatMap(Self.row))
                rest = rest.dropFirst(Self.rowsPerStatement)
            }
            for entry in rest { try database.run(Self.insertRow, Self.row(entry)) }
            try database.run("DELETE FROM journal WHERE sequence <= ?", [.integer(last.sequence - Self.journalCapacity)])
        }
    }

    private static let rowsPerStatement = 16
    private static let insertRows = insert(rows: rowsPerStatement)
    private static let insertRow = insert(rows: 1)

    private static func insert(rows: Int) -> String {
        "INSERT OR REPLACE INTO journal VALUES "
            + Array(repeating: "(?, ?, ?, ?, ?, ?, ?, ?)", count: rows).joined(separator: ", ")
    }

    private static func row(_ entry: JournalEntry) -> [SQLiteValue] {
        let record = entry.record
        return [
            .integer(entry.sequence), .integer(entry.time), .text(record.event.rawValue), .optional(record.application?.text),
            .optional(record.identification?.rawValue), .text(JournalDetailText.encode(record.details)),
            .integer(entry.machineTime), .text(record.correlation),
        ]
    }

    /// Returns entries in ascending order: those after a number, or else the newest.
    func journal(after: Int64?, limit: Int, application: ApplicationID?) throws(StoreError) -> [JournalEntry] {
        var entries: [JournalEntry] = []
        try database.rows(
            """
            SELECT sequence, time, event, application, identification, details, machine_time, correlation FROM journal
            WHERE sequence > ?1 AND (?2 IS NULL OR application = ?2)
            ORDER BY sequence \(after == nil ? "DESC" : "ASC") LIMIT ?3
            """,
            [.integer(after ?? 0), .optional(application?.text), .integer(Int64(limit))]
        ) { row in
            // An event that this version does not know was written by another version; the list is closed, so it is omitted.
            guard let event = JournalEvent(rawValue: row.text(2) ?? "") else { return }
            let record = JournalRecord(
                event, application: row.text(3).flatMap { try? ApplicationID($0) },
                identification: row.text(4).flatMap(Identification.init(rawValue:)),
                details: JournalDetailText.decode(row.text(5) ?? ""), correlation: row.text(7) ?? "")
            entries.append(
                JournalEntry(
                    sequence: row.integer(0), time: row.integer(1), machineTime: row.integer(6), record: record))
        }
        return after == nil ? entries.reversed() : entries
    }
}

/// Details as a JSON object.
enum JournalDetailText {
    static func encode(_ details: [JournalDetail]) -> String {
        let members = details.map { detail in
            switch detail.value {
            case .text(let text): JSON.Member(detail.key, .string(text))
            case .number(let number): JSON.Member(detail.key, .integer(number))
            case .flag(let flag): JSON.Member(detail.key, .bool(flag))
            }
        }
        return JSON.object(members).serialized
    }

    static func decode(_ text: String) -> [JournalDetail] {
        guard case .object(let members)? = try? JSON(parsing: text.utf8) else { return [] }
        return members.compactMap { member in
            switch member.value {
            case .string(let text): JournalDetail(member.key, .text(text))
            case .bool(let flag): JournalDetail(member.key, .flag(flag))
            case let value: value.integer.map { JournalDetail(member.key, .number($0)) }
            }
        }
    }
}
