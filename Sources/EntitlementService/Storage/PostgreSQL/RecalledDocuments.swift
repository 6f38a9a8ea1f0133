import Foundation
import Synchronization

/// The last results of lookups. They are only guesses, which save round trips: every decision is verified against the database.
final class RecalledDocuments: Sendable {
    // Two generations limit the memory without searching for the oldest: when the first is full, it becomes the second.
    private struct State {
        var recent: [RecordLookup: [Data]] = [:]
        var earlier: [RecordLookup: [Data]] = [:]
        /// A record of each table, from these generations. It is not replaced in every call, because it is decoded each time.
        var samples: [String: Data] = [:]
        var earlierSamples: [String: Data] = [:]
    }

    private let state = Mutex(State())
    /// The number of lookups in a generation; about 1 MB.
    private static let generationLimit = 512

    /// The last result of a lookup; nil if it is unknown.
    subscript(lookup: RecordLookup) -> [Data]? { state.withLock { $0.recent[lookup] ?? $0.earlier[lookup] } }

    /// Returns any record of a table: a decision's next lookup mostly depends on its input, not on the records that it finds.
    func sample(of table: String) -> Data? { state.withLock { $0.samples[table] ?? $0.earlierSamples[table] } }

    /// Keeps the results of lookups.
    func keep(_ documents: [RecordLookup: [Data]]) {
        state.withLock { state in
            for (lookup, found) in documents {
                if state.recent.count >= Self.generationLimit {
                    state.earlier = state.recent
                    state.recent = [:]
                    state.earlierSamples.merge(state.samples) { $1 }
                    state.samples = [:]
                }
                state.recent[lookup] = found
                if let first = found.first, state.samples[lookup.table] == nil { state.samples[lookup.table] = first }
            }
        }
    }
}
