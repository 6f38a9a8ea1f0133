import EntitlementCore
import Foundation
import TVWorld

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
