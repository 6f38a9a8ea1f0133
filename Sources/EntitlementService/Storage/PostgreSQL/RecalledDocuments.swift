import Foundation
import Synchronization

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
