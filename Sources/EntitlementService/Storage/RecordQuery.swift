import EntitlementCore
import Foundation

/// Whether the records of a list have expired.
public enum RecordLife: Sendable, Equatable {
    /// Any records.
    case any
    /// Only records that have not expired at a time in Unix milliseconds.
    case inForce(at: Int64)
    /// Only records that have expired at a time in Unix milliseconds.
    case ended(at: Int64)
}

/// The criteria that select the records of a list.
public struct RecordQuery<Record: StoredRecord>: Sendable {
    /// The required values of key columns or of ``EntitlementCore/StoredRecord/listColumns``.
    public var matching: [String: String] = [:]
    /// The required state of expiry.
    public var life = RecordLife.any
    /// The ``RecordPage/next`` value of the previous page; nil for the first page.
    public var cursor: Int64?
    /// The maximum number of records on a page.
    public var limit = 50
}

extension RecordQuery {
    /// Returns the statement that selects the numbers and documents of the page, and of the record after it.
    ///
    /// - Throws: ``StoreFailure`` for a column by which the table cannot be listed.
    func selection(_ dialect: SQLDialect) throws(StoreFailure) -> RecordStatement {
        var statement = try statement("number, document", dialect, after: cursor)
        // Looking up a key by its index is faster than scanning in list order; the unary plus makes SQLite use that index.
        let isByKey = dialect == .sqlite && Record.keyColumns.prefix(2).allSatisfy { matching[$0] != nil }
        statement.values.append(.integer(Int64(max(1, limit)) + 1))
        statement.sql += " ORDER BY \(isByKey ? "+" : "")number DESC LIMIT $\(statement.values.count)"
        return statement
    }

    /// Returns the statement that counts the records.
    ///
    /// - Throws: ``StoreFailure`` for a column by which the table cannot be listed.
    func counting(_ dialect: SQLDialect) throws(StoreFailure) -> RecordStatement {
        let counting = try statement("count(*)", dialect)
        guard dialect == .sqlite, case .inForce(let time) = life else { return counting }
        // Most of the table is valid, and an index covers the small expired part, so no row has to be read.
        let all = try RecordQuery(matching: matching).statement("count(*)", dialect)
        let ended = try RecordQuery(matching: matching, life: .ended(at: time)).statement("count(*)", dialect)
        return RecordStatement(sql: "SELECT (\(all.sql)) - (\(ended.sql))", values: ended.values)
    }

    /// Returns the page of which these are the rows of ``selection(_:)``.
    ///
    /// - Throws: ``UnreadableRecord``
    func page(_ rows: [(number: Int64, document: Data)]) throws -> RecordPage<Record> {
        let limit = max(1, limit)
        let records = try rows.prefix(limit).map { try DatabaseRecords.decode(Record.self, $0.document) }
        return RecordPage(records: records, next: rows.count > limit ? rows[limit - 1].number : nil)
    }

    private func statement(
        _ columns: String, _ dialect: SQLDialect, after cursor: Int64? = nil
    ) throws(StoreFailure) -> RecordStatement {
        let (table, matched) = (quoted(Record.table), matching.sorted { $0.key < $1.key })
        for (column, _) in matched where !(Record.keyColumns + Record.listColumns).contains(column) {
            throw StoreFailure(.misuse, "The table \(Record.table) cannot be listed by \(column).")
        }
        var values = matched.map { RecordStatement.Value.text($0.value) }
        var conditions = matched.isEmpty ? [] : [RecordColumn.condition(matched.map(\.key))]
        func parameter(_ number: Int64) -> String {
            values.append(.integer(number))
            return "$\(values.count)"
        }
        switch (life, dialect) {
        case (.any, _): break
        // The unary plus prevents SQLite from sorting by expiration date first: lists are ordered by number.
        case (.inForce(let time), .sqlite): conditions.append("(ends IS NULL OR +ends > \(parameter(time)))")
        case (.inForce(let time), .postgreSQL): conditions.append("(ends IS NULL OR ends > \(parameter(time)))")
        case (.ended(let time), .sqlite):
            conditions.append("number IN (SELECT number FROM \(table) WHERE ends <= \(parameter(time)))")
        case (.ended(let time), .postgreSQL): conditions.append("ends <= \(parameter(time))")
        }
        if let cursor { conditions.append("number < \(parameter(cursor))") }
        let clause = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        return RecordStatement(sql: "SELECT \(columns) FROM \(table)\(clause)", values: values)
    }
}

/// One page of a list.
public struct RecordPage<Record: StoredRecord>: Sendable, Equatable {
    /// The records, newest first.
    public var records: [Record]
    /// The cursor of the next page; nil if this is the last one.
    public var next: Int64?
}
