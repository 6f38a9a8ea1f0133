import EntitlementCore
import Foundation
import TVWorld

extension EntitlementConfiguration {
    /// The tables of the records of which it consists.
    static let tables = StoredRecords.all.filter { $0.isConfiguration }.map { $0.table }

    /// Creates the configuration of a store.
    ///
    /// - Parameters:
    ///   - empty: The configuration without any records.
    ///   - documents: Returns the documents of a table, in the order of insertion.
    init(_ empty: EntitlementConfiguration, documents: (_ table: String) throws -> [Data]) throws {
        var configuration = empty
        func each<Record: StoredRecord>(_ type: Record.Type, _ change: (Record) -> Change) throws {
            for document in try documents(type.table) { configuration.apply(change(try DatabaseRecords.decode(type, document))) }
        }
        // This comes first, because the other records are changes to it.
        try each(LoadedScenario.self) { .loadScenario($0) }
        try each(ClockRecord.self) { .saveClock($0) }
        try each(SoftwareStatement.self) { .saveStatement($0) }
        try each(Integration.self) { .saveIntegration($0) }
        try each(DegradationRule.self) { .saveDegradationRule($0) }
        try each(ProviderMetadata.self) { .saveProviderMetadata(provider: $0.id, xml: $0.xml) }
        try each(RequestorSettings.self) { .saveRequestorSettings($0) }
        try each(RequestorCertificate.self) { .saveCertificate($0) }
        try each(IdentityKey.self) { .saveIdentityKey($0) }
        self = configuration
    }
}
