import EntitlementCore
import Foundation
import GRDB

extension SQLiteTokenStore {
    /// Performs the operations inside a transaction. Returns the size of the document that each has written, in bytes.
    @discardableResult
    static func apply(_ operations: [RecordOperation], to database: Database) throws -> [Int] {
        let sizes = try operations.map { operation in
            switch operation {
            case .put(let record): return try put(record, database)
            case .remove(let type, let key):
                let condition = zip(type.keyColumns, key).map { "\($0.0) = ?" }.joined(separator: " AND ")
                try database.cachedStatement(sql: "DELETE FROM \(type.table) WHERE \(condition)")
                    .execute(arguments: StatementArguments(key.map(column)))
            case .removeAll(let type): try database.execute(sql: "DELETE FROM \(type.table)")
            }
            return 0
        }
        if operations.contains(where: { $0.type.isConfiguration }) {
            try countRevision(database)
        }
        return sizes
    }

    /// Increments the revision, so that every instance of the service reloads its configuration.
    static func countRevision(_ database: Database) throws {
        try database.execute(sql: "UPDATE revision SET number = number + 1")
    }

    /// Returns the value of a column of a key, or of one that lists filter by.
    static func column(_ text: String) -> DatabaseValue { RecordColumn.text(text, limit: .max).databaseValue }

    /// The statements that add or replace a record, by table.
    private static let additions: [String: String] = Dictionary(
        uniqueKeysWithValues: StoredRecords.all.map { ($0.table, SQLiteTokenStore.addition(to: $0)) })

    private static func addition(to type: any StoredRecord.Type) -> String {
        let rest = ["ends"] + type.listColumns + ["document"]
        let columns = type.keyColumns + rest
        return """
            INSERT INTO \(type.table) (\(columns.joined(separator: ", ")))
            VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
            ON CONFLICT (\(type.keyColumns.joined(separator: ", ")))
            DO UPDATE SET \(rest.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
            """
    }

    private static func put<Record: StoredRecord>(_ record: Record, _ database: Database) throws -> Int {
        let sql = additions[Record.table] ?? addition(to: Record.self)
        let document = try JSONEncoder().encode(record)
        // The store answers with the record that was written as it would with the one that it reads.
        assert((try? DatabaseRecords.decode(Record.self, document)) == record, "\(Record.table) is not what it is decoded to")
        var values = record.recordKey.values.map(column)
        values.append(record.endsAt?.databaseValue ?? .null)
        values += record.listValues.map { $0.map(column) ?? .null }
        values.append(document.databaseValue)
        try database.cachedStatement(sql: sql).execute(arguments: StatementArguments(values))
        return document.count
    }
}
