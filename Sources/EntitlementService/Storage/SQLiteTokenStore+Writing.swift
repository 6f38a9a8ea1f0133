import EntitlementCore
import Foundation
import GRDB

extension SQLiteTokenStore {
    public func replaceEverything(with records: [any StoredRecord]) async throws {
        let found = try await writer.transaction(.immediate) { database in
            try Self.apply(StoredRecords.all.map { .removeAll($0) } + records.map { .put($0) }, to: database)
            self.version.noteCommit()
            return try self.reloaded(database)
        }
        keep(found)
    }

    public func removeEnded(now: Int64, limit: Int) async throws -> Int {
        try await writer.transaction(.immediate) { database in
            var left = limit
            for type in StoredRecords.all where left > 0 {
                let ended = "SELECT number FROM \(type.table) WHERE ends < ? ORDER BY ends LIMIT ?"
                let time = now - type.retention(ofSignIns: self.sessionRetention)
                try database.cachedStatement(sql: "DELETE FROM \(type.table) WHERE number IN (\(ended))")
                    .execute(arguments: [time, left])
                let count = database.changesCount
                // This causes this instance and all others to reload their configuration.
                if count > 0, type.isConfiguration { try Self.increaseRevision(database) }
                left -= count
            }
            version.noteCommit()
            return limit - left
        }
    }

    /// Performs the operations inside a transaction. Returns the size of each operation's document, in bytes.
    @discardableResult
    static func apply(_ operations: [RecordOperation], to database: Database) throws -> [Int] {
        let sizes = try operations.map { operation in
            switch operation {
            case .put(let record): return try put(record, database)
            case .remove(let type, let key):
                try database.cachedStatement(sql: RecordStatements.of(type).removal(key.count))
                    .execute(arguments: RecordColumn.arguments(key))
            case .removeAll(let type): try database.execute(sql: "DELETE FROM \(type.table)")
            }
            return 0
        }
        if operations.contains(where: { $0.type.isConfiguration }) {
            try increaseRevision(database)
        }
        return sizes
    }

    /// Increases the revision, so that every instance of the service reloads its configuration.
    static func increaseRevision(_ database: Database) throws {
        try database.execute(sql: "UPDATE revision SET number = number + 1")
    }

    private static func put<Record: StoredRecord>(_ record: Record, _ database: Database) throws -> Int {
        let document = try JSONEncoder().encode(record)
        // The store answers with the written record as if it had been read, so both must be equal.
        assert((try? DatabaseRecords.decode(Record.self, document)) == record, "\(Record.table) is not what it is decoded to")
        let values = RecordColumn.values(record.recordKey.values) + [record.endsAt]
        let arguments = StatementArguments(values + RecordColumn.values(record.listValues) + [document])
        try database.cachedStatement(sql: RecordStatements.of(Record.self).addition).execute(arguments: arguments)
        return document.count
    }
}
