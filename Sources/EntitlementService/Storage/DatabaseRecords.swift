import EntitlementCore
import Foundation
import GRDB
import TVWorld

/// The records in one snapshot of the database.
final class DatabaseRecords: RecordSource {
    /// The error for a record that is not in memory when no database can be read.
    private struct NotRemembered: Error {}

    private let database: Database?
    private let cache: RecordCache
    private let version: Int64?
    /// The reason why a record could not be read. If it is set, any decision based on these records is void.
    private var failure: (any Error)?

    /// - Parameters:
    ///   - database: The database; nil for only the records in memory.
    ///   - version: The version of the snapshot; nil if it is unknown.
    init(_ database: Database?, _ cache: RecordCache, version: Int64?) {
        self.database = database
        self.cache = cache
        self.version = version
    }

    func records<Record: StoredRecord>(_ type: Record.Type, startingWith key: [String]) -> [Record] {
        guard failure == nil else { return [] }
        if let version, let records = cache.records(type, startingWith: key, at: version) { return records }
        do {
            guard let database else { throw NotRemembered() }
            let selection = RecordStatement.selection(type, key: key)
            let statement = try database.cachedStatement(sql: selection.sql)
            let documents = try Data.fetchAll(statement, arguments: selection.arguments)
            return try cache.records(type, startingWith: key, documents, at: version) { try Self.decode(type, $0) }
        } catch {
            failure = error
            return []
        }
    }

    /// Returns the result of a decision on these records.
    ///
    /// - Throws: The reason why a record could not be read.
    func result<Value>(
        _ configuration: EntitlementConfiguration, _ transient: TransientState, _ body: (EntitlementState) throws -> Value
    ) throws -> Result<Value, any Error> {
        let result = Result {
            try body(EntitlementState(configuration: configuration, transient: transient, records: self))
        }
        if let failure { throw failure }
        return result
    }

    static func decode<Record: StoredRecord>(_ type: Record.Type, _ document: Data) throws -> Record {
        do {
            return try JSONDecoder().decode(Record.self, from: document)
        } catch {
            throw UnreadableRecord(table: Record.table, reason: error)
        }
    }
}

extension EntitlementConfiguration {
    /// Creates the configuration of a store.
    ///
    /// - Parameters:
    ///   - empty: The configuration without any records.
    ///   - documents: Returns the documents of a table, in the order of insertion.
    init(_ empty: EntitlementConfiguration, documents: (any StoredRecord.Type) throws -> [Data]) throws {
        self = empty
        // In the order of the list: the other records are changes to the scenario.
        for type in StoredRecords.all where type.isConfiguration {
            for document in try documents(type) { apply(.save(try DatabaseRecords.decode(type, document))) }
        }
    }
}

/// The configuration that a store has read, with the revision of the database that it reflects.
struct KnownConfiguration: Sendable {
    var configuration = EntitlementConfiguration(baseline: .empty)
    /// 0 if none has been read, -1 if it must be read again.
    var revision: Int64 = 0

    /// Adopts another one unless this one is newer.
    mutating func adopt(_ found: KnownConfiguration) {
        if found.revision > revision { self = found }
    }
}
