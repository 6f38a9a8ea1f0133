import EntitlementCore
import Foundation

/// The records for one run of a decision: those of a snapshot, and guesses for others.
///
/// A run with guesses only finds out which records the decision looks up.
final class GuessedRecords: RecordSource {
    private let documents: [RecordLookup: [Data]]
    private let decoded: DecodedRecords
    private let guess: (RecordLookup) -> [Data]
    private let recall: (RecordLookup) -> [Data]?
    /// The lookups of the decision, with what they found.
    private(set) var used: [RecordLookup: [Data]] = [:]
    /// The lookups that were answered with guesses.
    private(set) var missing: Set<RecordLookup> = []
    /// The reason why a record could not be read. If it is set, any decision based on these records is void.
    private(set) var failure: (any Error)?

    /// - Parameters:
    ///   - documents: What lookups find in the snapshot.
    ///   - guess: Returns what another lookup may find.
    ///   - recall: Returns what another lookup found last, if that is as good as the snapshot.
    init(
        _ documents: [RecordLookup: [Data]], _ decoded: DecodedRecords, guess: @escaping (RecordLookup) -> [Data],
        recall: @escaping (RecordLookup) -> [Data]?
    ) {
        self.documents = documents
        self.decoded = decoded
        self.guess = guess
        self.recall = recall
    }

    func record<Record: StoredRecord>(_ type: Record.Type, key: Record.Key) -> Record? {
        guard let document = find(RecordLookup(type, key: key.values)).first else { return nil }
        return decode { try decoded.record(key, document) { try DatabaseRecords.decode(type, $0) } }
    }

    func records<Record: StoredRecord>(_ type: Record.Type, startingWith key: [String]) -> [Record] {
        find(RecordLookup(type, key: key)).compactMap { document in decode { try DatabaseRecords.decode(type, document) } }
            .sorted { one, other in
                one.recordKey.values.lexicographicallyPrecedes(other.recordKey.values) {
                    $0.utf8.lexicographicallyPrecedes($1.utf8)
                }
            }
    }

    private func find(_ lookup: RecordLookup) -> [Data] {
        if let found = documents[lookup] ?? recall(lookup) {
            used[lookup] = found
            return found
        }
        missing.insert(lookup)
        return guess(lookup)
    }

    private func decode<Record>(_ body: () throws -> Record) -> Record? {
        do { return try body() } catch {
            failure = failure ?? error
            return nil
        }
    }
}
