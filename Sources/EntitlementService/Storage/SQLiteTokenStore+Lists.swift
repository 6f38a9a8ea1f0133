import EntitlementCore
import Foundation
import GRDB

extension SQLiteTokenStore {
    public func list<Record: StoredRecord>(_ query: RecordQuery<Record>) async throws -> RecordPage<Record> {
        let limit = max(1, query.limit)
        return try await lists.transaction(.deferred) { database in
            let filter = try Self.filter(query, after: query.cursor)
            // Looking up a key by its index is faster than scanning in list order; the unary plus makes SQLite use that index.
            let isByKey = Record.keyColumns.prefix(2).allSatisfy { query.matching[$0] != nil }
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT number, document FROM \(quoted(Record.table))\(filter.clause)
                    ORDER BY \(isByKey ? "+" : "")number DESC LIMIT \(filter.next)
                    """,
                arguments: Self.arguments(filter) + [limit + 1])
            let records = try rows.prefix(limit).map { try DatabaseRecords.decode(Record.self, $0["document"]) }
            return RecordPage(records: records, next: rows.count > limit ? rows[limit - 1]["number"] : nil)
        }
    }

    public func count<Record: StoredRecord>(_ query: RecordQuery<Record>) async throws -> Int {
        try await lists.transaction(.deferred) { database in
            func count(_ life: RecordLife) throws -> Int {
                var query = query
                query.life = life
                let filter = try Self.filter(query)
                return try Int.fetchOne(
                    database, sql: "SELECT count(*) FROM \(quoted(Record.table))\(filter.clause)",
                    arguments: Self.arguments(filter)) ?? 0
            }
            // Most of the table is valid, and an index covers the small expired part, so no row has to be read.
            guard case .inForce(let time) = query.life else { return try count(query.life) }
            return try count(.any) - count(.ended(at: time))
        }
    }

    public func everything() async throws -> [any StoredRecord] {
        try await lists.transaction(.deferred) { database in
            try StoredRecords.all.flatMap { type -> [any StoredRecord] in
                try Self.documents(of: type.table, database).map { try DatabaseRecords.decode(type, $0) }
            }
        }
    }

    /// Returns the documents of a table, in the order of insertion.
    static func documents(of table: String, _ database: Database) throws -> [Data] {
        try Data.fetchAll(database, sql: "SELECT document FROM \(table) ORDER BY number")
    }

    private static func filter<Record: StoredRecord>(
        _ query: RecordQuery<Record>, after cursor: Int64? = nil
    ) throws -> RecordFilter {
        try query.filter(after: cursor) { time in
            // The unary plus prevents SQLite from sorting by expiration date first: lists are ordered by number.
            "(ends IS NULL OR +ends > \(time))"
        } hasEnded: { time in
            "number IN (SELECT number FROM \(quoted(Record.table)) WHERE ends <= \(time))"
        }
    }

    private static func arguments(_ filter: RecordFilter) -> StatementArguments {
        StatementArguments(RecordColumn.values(filter.texts)) + StatementArguments(filter.numbers)
    }
}
