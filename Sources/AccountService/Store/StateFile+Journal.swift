import AccountCore
import TVWorld

/// The journal in the file: a limited number of the newest entries.
extension StateFile {
    /// The number of entries in the file.
    static let journalCapacity: Int64 = 10_000

    /// Returns the number of the next entry.
    func nextJournalSequence() throws(StoreError) -> Int64 {
        var last: Int64 = 0
        try database.rows("SELECT max(sequence) FROM journal") { row in last = row.integer(0) }
        return last + 1
    }

    /// Appends entries without waiting for the disk: losing the last quarter of a second of the journal in a power failure is
    /// better than delaying the next durable write with an unnecessary synchronization.
    func append(_ entries: [JournalEntry]) throws(StoreError) {
        guard let last = entries.last else { return }
        if synchronous == "FULL" { try database.execute("PRAGMA synchronous=NORMAL") }
        defer { if synchronous == "FULL" { try? database.execute("PRAGMA synchronous=FULL") } }
        try database.transaction { () throws(StoreError) in
            for entry in entries {
                try database.run(
                    "INSERT OR REPLACE INTO journal VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    [
                        .integer(entry.sequence), .integer(entry.time), .text(entry.record.event.rawValue),
                        .optional(entry.record.application?.text), .optional(entry.record.identification?.rawValue),
                        .text(JournalDetailText.encode(entry.record.details)), .integer(entry.machineTime),
                        .text(entry.record.correlation),
                    ])
            }
            try database.run("DELETE FROM journal WHERE sequence <= ?", [.integer(last.sequence - Self.journalCapacity)])
        }
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

/// Details as one string: `key=TYPEvalue` in records, where TYPE is `s`, `x` or `b`, as the bus denotes string, number and
/// Boolean.
enum JournalDetailText {
    private static let separator: Character = "\u{1E}"

    static func encode(_ details: [JournalDetail]) -> String {
        details.map { detail in
            switch detail.value {
            case .text(let text): "\(detail.key)=s\(withoutSeparators(text))"
            case .number(let number): "\(detail.key)=x\(number)"
            case .flag(let flag): "\(detail.key)=b\(flag ? 1 : 0)"
            }
        }.joined(separator: String(separator))
    }

    /// Hardly any string has separators, and checking bytes is faster than checking characters.
    private static func withoutSeparators(_ text: String) -> String {
        separator.utf8.contains(where: text.utf8.contains) ? text.filter { $0 != separator } : text
    }

    static func decode(_ text: String) -> [JournalDetail] {
        text.split(separator: separator).compactMap { record in
            guard let equals = record.firstIndex(of: "=") else { return nil }
            let value = record[record.index(after: equals)...]
            let rest = String(value.dropFirst())
            return switch value.first {
            case "s": JournalDetail(String(record[..<equals]), .text(rest))
            case "x": Int64(rest).map { JournalDetail(String(record[..<equals]), .number($0)) }
            case "b": JournalDetail(String(record[..<equals]), .flag(rest == "1"))
            default: nil
            }
        }
    }
}
