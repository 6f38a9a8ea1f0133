import Synchronization

/// The entries of a node that are not yet in the journal of all nodes, oldest first. Their numbers are the node's own.
final class JournalOutbox: Sendable {
    private struct State {
        var entries: [Journal.Entry] = []
        var last: Int64 = 0
        /// The number of the oldest entries that have been handed out: they may already be in the journal of all nodes.
        var handedOut = 0
        var lost = 0
    }

    private let state = Mutex(State())
    private let limit: Int
    /// Woken when there are new entries.
    let wakes = AsyncNotification()

    /// - Parameter limit: The number of entries to keep while the database cannot be reached, in addition to those handed out.
    init(limit: Int) { self.limit = max(1, limit) }

    func append(_ entry: Journal.Entry) {
        state.withLock { state in
            state.last += 1
            if state.entries.count - state.handedOut >= limit {
                let count = max(1, limit / 10)
                state.entries.removeSubrange(state.handedOut..<state.handedOut + count)
                state.lost += count
            }
            state.entries.append(entry)
            state.entries[state.entries.count - 1].sequence = state.last
        }
        wakes.wake()
    }

    /// The number of entries for which there was no room.
    var lost: Int { state.withLock { $0.lost } }

    /// Hands out the oldest entries, up to a limit. They are kept until they are removed.
    func first(_ limit: Int) -> [Journal.Entry] {
        state.withLock { state in
            let entries = Array(state.entries.prefix(limit))
            state.handedOut = max(state.handedOut, entries.count)
            return entries
        }
    }

    func remove(through number: Int64) {
        state.withLock { state in
            let count = state.entries.firstIndex { $0.sequence > number } ?? state.entries.count
            state.entries.removeFirst(count)
            state.handedOut = max(0, state.handedOut - count)
        }
    }
}
