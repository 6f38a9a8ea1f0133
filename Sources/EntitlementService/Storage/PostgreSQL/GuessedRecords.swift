import EntitlementCore
import Foundation

/// The records for one run of a decision: those of a snapshot, and guesses for others.
///
/// A run with guesses only determines which records the decision looks up.
final class GuessedRecords: RecordSource {
    private let documents: [RecordLookup: [Data]]
    private let decoded: RecordCache
    private let recalled: RecalledDocuments
    private let isRecalling: Bool
    /// The lookups of the decision, with what they found.
    private(set) var used: [RecordLookup: [Data]] = [:]
    /// The lookups that were answered with guesses.
    private(set) var missing: Set<RecordLookup> = []
    /// The reason why a record could not be read. If it is set, any decision based on these records is void.
    private var failure: (any Error)?

    /// - Parameters:
    ///   - documents: The results of lookups in the snapshot.
    ///   - recalled: The last results of other lookups.
    ///   - isRecalling: Whether these count as found, because they will be checked.
    init(
        _ documents: [RecordLookup: [Data]], _ decoded: RecordCache, _ recalled: RecalledDocuments, isRecalling: Bool = false
    ) {
        self.documents = documents
        self.decoded = decoded
        self.recalled = recalled
        self.isRecalling = isRecalling
    }

    /// Returns the result of a decision on these records; nil if it is based on guesses.
    ///
    /// - Throws: The reason why a record could not be read.
    func result<Value>(
        _ configuration: EntitlementConfiguration, _ transient: TransientState, _ body: (EntitlementState) throws -> Value
    ) throws -> Result<Value, any Error>? {
        let result = Result {
            try body(EntitlementState(configuration: configuration, transient: transient, records: self))
        }
        guard missing.isEmpty else { return nil }
        if let failure { throw failure }
        return result
    }

    func records<Record: StoredRecord>(_ type: Record.Type, startingWith key: [String]) -> [Record] {
        decode(type, key).sorted { one, other in
            one.recordKey.values.lexicographicallyPrecedes(other.recordKey.values) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        }
    }

    private func decode<Record: StoredRecord>(_ type: Record.Type, _ key: [String]) -> [Record] {
        let lookup = RecordLookup(type, key: key)
        if let found = documents[lookup] ?? (isRecalling ? recalled[lookup] : nil) {
            used[lookup] = found
            return decode(type, key, found)
        }
        missing.insert(lookup)
        // A guess is decoded without a key, so that it does not displace the decoded documents of the key itself.
        return decoded.lastRecords(type, startingWith: key) ?? decode(type, [], recalled.guess(lookup))
    }

    private func decode<Record: StoredRecord>(_ type: Record.Type, _ key: [String], _ documents: [Data]) -> [Record] {
        do {
            // Without a version, the cache only saves decoding a document again.
            return try decoded.records(type, startingWith: key, documents, at: nil) { try DatabaseRecords.decode(type, $0) }
        } catch {
            failure = failure ?? error
            return []
        }
    }
}
