import EntitlementCore
import Synchronization

/// What happened at the service, newest last; kept in memory.
public final class Journal: Sendable {
    /// One line of the journal.
    public struct Entry: Sendable, Equatable {
        /// Counts from 1.
        public var sequence: Int64
        /// Unix milliseconds of the service's clock.
        public var time: Int64
        /// What happened.
        public var event: JournalEvent
        /// The call's `Adobe-Request-Id`.
        public var requestID: String
        /// `ok`, or the code of the refusal.
        public var outcome: String
        /// What it was about.
        public var details: [String: String]
    }

    private let entries = Mutex<(lines: [Entry], next: Int64)>(([], 1))

    private let limit: Int

    /// An empty journal.
    ///
    /// - Parameter limit: How many entries are kept at least; up to an eighth more may be there.
    init(limit: Int) {
        self.limit = limit
    }

    func append(time: Int64, event: JournalEvent, requestID: String, outcome: String, details: [String: String]) {
        // Callers choose the length of what they send; the journal keeps a start of it.
        let details = details.mapValues { String($0.prefix(256)) }
        entries.withLock { state in
            state.lines.append(
                Entry(
                    sequence: state.next, time: time, event: event, requestID: requestID, outcome: outcome, details: details))
            state.next += 1
            if state.lines.count > limit + limit / 8 { state.lines.removeFirst(state.lines.count - limit) }
        }
    }

    /// The entries after a sequence number.
    func entries(after sequence: Int64) -> [Entry] {
        entries.withLock { state in state.lines.filter { $0.sequence > sequence } }
    }
}
