import EntitlementCore
import GRDB

extension SQLiteTokenStore {
    public func removeEnded(now: Int64, limit: Int) async throws -> Int {
        try await writer.transaction(.immediate) { database in
            var left = limit
            for type in StoredRecords.all where left > 0 {
                let count = try Self.removeEnded(
                    type, before: now - type.retention(ofSignIns: self.sessionRetention), limit: left, database)
                // This causes this instance and all others to reload their configuration.
                if count > 0, type.isConfiguration { try Self.countRevision(database) }
                left -= count
            }
            version.count()
            return limit - left
        }
    }

    private static func removeEnded(
        _ type: any StoredRecord.Type, before time: Int64, limit: Int, _ database: Database
    ) throws -> Int {
        let ended = "SELECT number FROM \(type.table) WHERE ends < ? ORDER BY ends LIMIT ?"
        try database.cachedStatement(sql: "DELETE FROM \(type.table) WHERE number IN (\(ended))").execute(arguments: [
            time, limit,
        ])
        return database.changesCount
    }
}
