import EntitlementCore
import Foundation

/// The records for one run of a decision: those of a snapshot, and guesses for others.
///
/// A run with guesses only determines which records the decision looks up.
final class GuessedRecords: RecordSource {
    private let documents: [RecordLookup: [Data]]
    private let decoded: RecordCache
    private let guess: (RecordLookup) -> [Data]
    private let recall: (RecordLookup) -> [Data]?
    /// The lookups of the decision, with what they found.
    private(set) var used: [RecordLookup: [Data]] = [:]
    /// The lookups that were answered with guesses.
    private(set) var missing: Set<RecordLookup> = []
    /// The reason why a record could not be read. If it is set, any decision based on these records is void.
    private(set) var failure: (any Error)?

    /// - Parameters:
    ///   - documents: The results of lookups in the snapshot.
    ///   - guess: Returns the possible result of another lookup.
    ///   - recall: Returns the last result of another lookup, if it is as good as the snapshot.
    init(
        _ documents: [RecordLookup: [Data]], _ decoded: RecordCache, guess: @escaping (RecordLookup) -> [Data],
        recall: @escaping (RecordLookup) -> [Data]?
    ) {
        self.documents = documents
        self.decoded = decoded
        self.guess = guess
        self.recall = recall
    }

    func records<Record: StoredRecord>(_ type: Record.Type, startingWith key: [String]) -> [Record] {
        decode(type, key).sorted { one, other in
            one.recordKey.values.lexicographicallyPrecedes(other.recordKey.values) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        }
    }

    private func decode<Record: StoredRecord>(_ type: Record.Type, _ key: [String]) -> [Record] {
        let lookup = RecordLookup(type, key: key)
        if let found = documents[lookup] ?? recall(lookup) {
            used[lookup] = found
            return decode(type, key, found)
        }
        missing.insert(lookup)
        // A guess is decoded without a key, so that it does not displace the decoded documents of the key itself.
        return decoded.lastRecords(type, startingWith: key) ?? decode(type, [], guess(lookup))
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
