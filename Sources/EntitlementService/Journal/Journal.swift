import EntitlementCore
import Synchronization
import TVWorld

/// The journal of the service in memory, newest entries last. ``JournalStore`` keeps more of it on disk.
public final class Journal: Sendable {
    /// An entry of the journal.
    public struct Entry: Sendable, Equatable {
        /// The number, starting at 1.
        public var sequence: Int64
        /// Unix milliseconds by the service's clock.
        public var time: Int64
        /// Unix microseconds by the machine's clock, regardless of the service's.
        public var machineTime: Int64
        /// The event.
        public var event: JournalEvent
        /// The call's `Adobe-Request-Id`.
        public var requestID: String
        /// The caller's trace identifier (from `traceparent`); empty if there is none.
        public var correlation: String
        /// `ok`, or the code of the refusal.
        public var outcome: String
        /// The details.
        public var details: [String: String]
        /// The SAML message as XML, as sent or received; nil if there was none or it is no longer kept.
        var document: String?
    }

    private struct State {
        var entries: JournalPages
        /// The documents of entries, by the entries' numbers.
        var documents: [Int64: String] = [:]
        /// The numbers of the entries with documents, oldest first.
        var documented: [Int64] = []

        func entry(_ sequence: Int64) -> Entry {
            var entry = entries[sequence]
            entry.document = documents[sequence]
            return entry
        }

        mutating func keep(_ document: String, of sequence: Int64) {
            if documented.count >= Journal.documentLimit { documents[documented.removeFirst()] = nil }
            documents[sequence] = document
            documented.append(sequence)
        }
    }

    /// The trace of the current call; empty if the caller sent none.
    @TaskLocal static var correlation = ""

    private let state: Mutex<State>
    /// Woken when there are new entries.
    let wakes = AsyncNotification()

    /// The maximum number of documents that are kept.
    static let documentLimit = 256
    /// The maximum size of a document that is kept, in bytes.
    static let documentSize = 32_768
    /// The number of entries to keep.
    let limit: Int
    /// The outbox that receives the entries instead, if there is a journal of all nodes, through which they return.
    let outbox: JournalOutbox?

    /// Creates an empty journal.
    ///
    /// - Parameters:
    ///   - limit: The number of entries to keep.
    ///   - start: The number of the first entry.
    ///   - outbox: Receives the entries, if there is a journal of all nodes.
    init(limit: Int, start: Int64 = 1, outbox: JournalOutbox? = nil) {
        self.limit = limit
        self.outbox = outbox
        state = Mutex(State(entries: JournalPages(limit: limit, next: start)))
    }

    func append(
        time: Int64, event: JournalEvent, requestID: String, outcome: String, details: [String: String],
        document: String? = nil
    ) {
        let document = document.flatMap { $0.utf8.count <= Self.documentSize ? $0 : nil }
        var entry = Entry(
            sequence: 0, time: time, machineTime: SystemClock.machineMicroseconds(), event: event, requestID: requestID,
            correlation: Self.correlation, outcome: outcome, details: details)
        if let outbox {
            entry.document = document
            return outbox.append(entry)
        }
        state.withLock { state in
            if let document { state.keep(document, of: state.entries.next) }
            state.entries.append(entry)
        }
        wakes.wake()
    }

    /// Adopts entries of the journal of all nodes, in order; known ones are skipped.
    func adopt(_ entries: [Entry]) {
        let hasNews = state.withLock { state in
            let before = state.entries.next
            for entry in entries where entry.sequence >= state.entries.next {
                // Older ones no longer exist anywhere.
                if entry.sequence > state.entries.next {
                    (state.documents, state.documented) = ([:], [])
                    state.entries.removeAll(next: entry.sequence)
                }
                if let document = entry.document { state.keep(document, of: entry.sequence) }
                state.entries.append(entry)
            }
            return state.entries.next > before
        }
        if hasNews { wakes.wake() }
    }

    /// Returns the entries after a sequence number, up to a limit.
    func entries(after sequence: Int64, limit: Int = .max) -> [Entry] {
        state.withLock { state in
            // Sequence numbers have no gaps. A caller may pass the largest possible number.
            let start = max(state.entries.first, sequence < .max ? sequence + 1 : .max)
            guard start < state.entries.next else { return [] }
            return (start..<state.entries.next).prefix(limit).map { state.entry($0) }
        }
    }

    /// Returns the entries of one request that are still kept.
    func entries(of requestID: String) -> [Entry] {
        state.withLock { state in state.entries.entries(of: requestID).map { state.entry($0.sequence) } }
    }

    /// The number of the newest entry; 0 if there is none.
    var latest: Int64 { state.withLock { $0.entries.next - 1 } }

    /// The number of the oldest entry that is kept; that of the next one if there is none.
    var first: Int64 { state.withLock { $0.entries.first } }
}
