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

    /// Returns any record of a table: a decision's next lookup mostly depends on its input, not on the records that it finds.
    func sample(of table: String) -> Data? { state.withLock { $0.samples[table] } }

    func keep(_ documents: [RecordLookup: [Data]]) {
        state.withLock { state in
            for (lookup, found) in documents {
                state.documents.keep(found, of: lookup, room: 1)
                if let first = found.first, state.samples[lookup.table] == nil { state.samples[lookup.table] = first }
            }
        }
    }
}
