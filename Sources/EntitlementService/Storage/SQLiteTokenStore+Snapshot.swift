import EntitlementCore
import Foundation
import GRDB

extension SQLiteTokenStore {
    public func everything() async throws -> [any StoredRecord] {
        try await lists.transaction(.deferred) { database in
            var records: [any StoredRecord] = []
            for type in StoredRecords.all { records += try Self.all(type, database) }
            return records
        }
    }

    private static func all<Record: StoredRecord>(_ type: Record.Type, _ database: Database) throws -> [any StoredRecord] {
        try Data.fetchAll(database, sql: "SELECT document FROM \(type.table) ORDER BY number")
            .map { try DatabaseRecords.decode(type, $0) }
    }

    public func replaceEverything(with records: [any StoredRecord]) async throws {
        let found = try await writer.transaction(.immediate) { database in
            for type in StoredRecords.all { try database.execute(sql: "DELETE FROM \(type.table)") }
            try Self.apply(records.map { .put($0) }, to: database)
            try Self.countRevision(database)
            self.version.count()
            return try self.reloaded(database)
        }
        keep(found)
    }
}
