import EntitlementCore
import Foundation
import GRDB

/// The records in one snapshot of the database.
final class DatabaseRecords: RecordSource {
    private let database: Database
    private let decoded: DecodedRecords
    /// The reason why a record could not be read. If it is set, any decision based on these records is void.
    private(set) var failure: (any Error)?

    init(_ database: Database, _ decoded: DecodedRecords) {
        self.database = database
        self.decoded = decoded
    }

    func record<Record: StoredRecord>(_ type: Record.Type, key: Record.Key) -> Record? {
        do {
            return try fetch(type, key: key)
        } catch {
            failure = failure ?? error
            return nil
        }
    }

    func records<Record: StoredRecord>(_ type: Record.Type, startingWith key: [String]) -> [Record] {
        do {
            let columns = Record.keyColumns
            let condition = columns.prefix(key.count).map { "\($0) = ?" }.joined(separator: " AND ")
            let statement = try database.cachedStatement(
                sql: "SELECT document FROM \(Record.table) WHERE \(condition) ORDER BY \(columns.joined(separator: ", "))")
            return try Data.fetchAll(statement, arguments: StatementArguments(key)).map { try Self.decode(type, $0) }
        } catch {
            failure = failure ?? error
            return []
        }
    }

    /// Returns the result of the body, unless a record could not be read.
    static func whole<Value>(
        _ database: Database, _ decoded: DecodedRecords, _ body: (DatabaseRecords) throws -> Value
    ) throws -> Value {
        let records = DatabaseRecords(database, decoded)
        let result = Result { try body(records) }
        if let failure = records.failure { throw failure }
        return try result.get()
    }

    private func fetch<Record: StoredRecord>(_ type: Record.Type, key: Record.Key) throws -> Record? {
        let condition = Record.keyColumns.map { "\($0) = ?" }.joined(separator: " AND ")
        let statement = try database.cachedStatement(sql: "SELECT document FROM \(Record.table) WHERE \(condition)")
        guard let document = try Data.fetchOne(statement, arguments: StatementArguments(key.values)) else { return nil }
        return try decoded.record(key, document) { try Self.decode(type, $0) }
    }

    static func decode<Record: StoredRecord>(_ type: Record.Type, _ document: Data) throws -> Record {
        do {
            return try JSONDecoder().decode(Record.self, from: document)
        } catch {
            throw UnreadableRecord(table: Record.table, reason: error)
        }
    }
}
