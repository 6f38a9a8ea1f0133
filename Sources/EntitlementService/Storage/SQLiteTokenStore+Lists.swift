import EntitlementCore
import Foundation
import GRDB

extension SQLiteTokenStore {
    public func list<Record: StoredRecord>(_ query: RecordQuery<Record>) async throws -> RecordPage<Record> {
        let limit = max(1, query.limit)
        return try await lists.transaction(.deferred) { database in
            var (conditions, values) = try Self.conditions(of: query)
            if let cursor = query.cursor {
                conditions.append("number < ?")
                values.append(cursor)
            }
            let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
            // Looking up a key by its index is faster than scanning in list order; the unary plus makes SQLite use that index.
            let isByKey = Record.keyColumns.prefix(2).allSatisfy { query.matching[$0] != nil }
            let rows = try Row.fetchAll(
                database,
                sql: "SELECT number, document FROM \(Record.table)\(filter) ORDER BY \(isByKey ? "+" : "")number DESC LIMIT ?",
                arguments: StatementArguments(values + [limit + 1]))
            let records = try rows.prefix(limit).map { try DatabaseRecords.decode(Record.self, $0["document"]) }
            return RecordPage(records: records, next: rows.count > limit ? rows[limit - 1]["number"] : nil)
        }
    }

    public func count<Record: StoredRecord>(_ query: RecordQuery<Record>) async throws -> Int {
        try await lists.transaction(.deferred) { database in
            func count(_ life: RecordQuery<Record>.Life) throws -> Int {
                var query = query
                query.life = life
                let (conditions, values) = try Self.conditions(of: query)
                let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
                return try Int.fetchOne(
                    database, sql: "SELECT count(*) FROM \(Record.table)\(filter)", arguments: StatementArguments(values)) ?? 0
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

    private static func conditions<Record: StoredRecord>(
        of query: RecordQuery<Record>
    ) throws -> ([String], [(any DatabaseValueConvertible)?]) {
        var conditions: [String] = []
        var values: [(any DatabaseValueConvertible)?] = []
        for (column, value) in query.matching.sorted(by: { $0.key < $1.key }) {
            guard (Record.keyColumns + Record.listColumns).contains(column) else {
                throw StoreFailure(.misuse, "The table \(Record.table) cannot be listed by \(column).")
            }
            conditions.append("\(column) = ?")
            values += RecordStatements.values([value])
        }
        switch query.life {
        case .any: break
        case .inForce(let time):
            // The unary plus prevents SQLite from sorting by expiration date first: lists are ordered by number.
            conditions.append("(ends IS NULL OR +ends > ?)")
            values.append(time)
        case .ended(let time):
            conditions.append("number IN (SELECT number FROM \(Record.table) WHERE ends <= ?)")
            values.append(time)
        }
        return (conditions, values)
    }
}
