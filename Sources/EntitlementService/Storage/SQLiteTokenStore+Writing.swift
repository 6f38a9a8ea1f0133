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

    private static func put<Record: StoredRecord>(_ record: Record, _ database: Database) throws {
        let rest = ["ends"] + Record.listColumns + ["document"]
        let columns = Record.keyColumns + rest
        let sql = """
            INSERT INTO \(Record.table) (\(columns.joined(separator: ", ")))
            VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
            ON CONFLICT (\(Record.keyColumns.joined(separator: ", ")))
            DO UPDATE SET \(rest.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
            """
        var values: [(any DatabaseValueConvertible)?] = record.recordKey.values
        values += [record.endsAt] + record.listValues + [try JSONEncoder().encode(record)]
        try database.cachedStatement(sql: sql).execute(arguments: StatementArguments(values))
    }
}
