import EntitlementCore
import Foundation

extension EntitlementConfiguration {
    /// The tables of the records of which it consists.
    static let tables = StoredRecords.all.filter { $0.isConfiguration }.map { $0.table }

    /// Creates the configuration of a store.
    ///
    /// - Parameters:
    ///   - empty: The configuration without any records.
    ///   - documents: Returns the documents of a table, in the order of insertion.
    init(_ empty: EntitlementConfiguration, documents: (_ table: String) throws -> [Data]) throws {
        self = empty
        // The scenario is the first, because the other records are changes to it.
        for type in StoredRecords.all where type.isConfiguration {
            for document in try documents(type.table) { apply(.save(try DatabaseRecords.decode(type, document))) }
        }
    }
}
