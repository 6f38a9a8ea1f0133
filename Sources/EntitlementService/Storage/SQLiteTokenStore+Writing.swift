import EntitlementCore
import Foundation
import GRDB

extension SQLiteTokenStore {
    /// Performs the operations inside a transaction.
    static func apply(_ operations: [RecordOperation], to database: Database) throws {
        for operation in operations {
            switch operation {
            case .put(let record): try put(record, database)
            case .remove(let type, let key):
                let condition = zip(type.keyColumns, key).map { "\($0.0) = ?" }.joined(separator: " AND ")
                try database.cachedStatement(sql: "DELETE FROM \(type.table) WHERE \(condition)")
                    .execute(arguments: StatementArguments(key))
            case .removeAll(let type): try database.execute(sql: "DELETE FROM \(type.table)")
            }
        }
        if operations.contains(where: { $0.type.isConfiguration }) {
            try countRevision(database)
        }
    }

    /// Increments the revision, so that every instance of the service reloads its configuration.
    static func countRevision(_ database: Database) throws {
        try database.execute(sql: "UPDATE revision SET number = number + 1")
    }

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

    private static func put<Record: StoredRecord>(_ record: Record, _ database: Database) throws {
        let sql = additions[Record.table] ?? addition(to: Record.self)
        var values: [(any DatabaseValueConvertible)?] = record.recordKey.values
        values += [record.endsAt] + record.listValues + [try JSONEncoder().encode(record)]
        try database.cachedStatement(sql: sql).execute(arguments: StatementArguments(values))
    }
}
