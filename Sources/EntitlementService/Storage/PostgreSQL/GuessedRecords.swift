import EntitlementCore
import Foundation
import Synchronization

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

/// The last results of lookups. They are only guesses, which save round trips: every decision is verified against the database.
final class RecalledDocuments: Sendable {
    private struct State {
        /// About 2 MB.
        var documents = RecentlyUsed<RecordLookup, [Data]>(limit: 1_024)
        /// A record of each table. It is not replaced in every call, because it is decoded each time.
        var samples: [String: Data] = [:]
    }

    private let state = Mutex(State())

    /// The last result of a lookup; nil if it is unknown.
    subscript(lookup: RecordLookup) -> [Data]? { state.withLock { $0.documents.value(lookup) } }

    /// Returns the possible result of a lookup: the last one, or else any record of its table, because a decision's next lookup
    /// mostly depends on its input, not on the records that it finds.
    func guess(_ lookup: RecordLookup) -> [Data] {
        state.withLock { $0.documents.value(lookup) ?? $0.samples[lookup.table].map { [$0] } ?? [] }
    }

    func keep(_ documents: [RecordLookup: [Data]]) {
        state.withLock { state in
            for (lookup, found) in documents {
                state.documents.keep(found, of: lookup, room: 1)
                if let first = found.first, state.samples[lookup.table] == nil { state.samples[lookup.table] = first }
            }
        }
    }
}
