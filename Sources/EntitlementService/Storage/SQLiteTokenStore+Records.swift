import EntitlementCore
import Foundation
import GRDB

extension SQLiteTokenStore {
    public func list<Record: StoredRecord>(_ query: RecordQuery<Record>) async throws -> RecordPage<Record> {
        try await lists.transaction(.deferred) { database in
            let selection = try query.selection(.sqlite)
            let rows = try Row.fetchAll(database, sql: selection.sql, arguments: selection.arguments)
            return try query.page(rows.map { ($0["number"], $0["document"]) })
        }
    }

    public func count<Record: StoredRecord>(_ query: RecordQuery<Record>) async throws -> Int {
        try await lists.transaction(.deferred) { database in
            let counting = try query.counting(.sqlite)
            return try Int.fetchOne(database, sql: counting.sql, arguments: counting.arguments) ?? 0
        }
    }

    public func everything() async throws -> [any StoredRecord] {
        try await lists.transaction(.deferred) { database in
            try StoredRecords.all.flatMap { type -> [any StoredRecord] in
                try Self.documents(type, database).map { try DatabaseRecords.decode(type, $0) }
            }
        }
    }

    /// Returns all documents of a table, in the order of insertion.
    static func documents(_ type: any StoredRecord.Type, _ database: Database) throws -> [Data] {
        try Data.fetchAll(database, sql: "SELECT document FROM \(quoted(type.table)) ORDER BY number")
    }

    public func replaceEverything(with records: [any StoredRecord], and shared: SharedChange?) async throws {
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
                let time = now - type.retention(ofSignIns: self.sessionRetention)
                let ended = "SELECT number FROM \(type.table) WHERE ends < ? ORDER BY ends LIMIT ?"
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
            let statement = try operation.statement
            try database.cachedStatement(sql: statement.sql).execute(arguments: statement.arguments)
            return statement.size
        }
        if operations.contains(where: { $0.type.isConfiguration }) { try increaseRevision(database) }
        return sizes
    }

    /// Increases the revision, so that every instance of the service reloads its configuration.
    private static func increaseRevision(_ database: Database) throws {
        try database.execute(sql: "UPDATE revision SET number = number + 1")
    }
}

extension RecordStatement {
    var arguments: StatementArguments {
        // They have the type from which GRDB creates arguments fastest: it reads each `DatabaseValue` through a key path.
        StatementArguments(
            values.map { value -> (any DatabaseValueConvertible)? in
                switch value {
                case .text(let text): text.map { RecordColumn.text($0, limit: .max) }
                case .integer(let number): number
                case .document(let document): document
                }
            })
    }
}
