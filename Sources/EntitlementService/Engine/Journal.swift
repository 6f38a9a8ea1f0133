import EntitlementCore
import Synchronization
import TVWorld

/// What happened at the service, newest last; kept in memory. ``JournalStore`` keeps more of it on the disk.
public final class Journal: Sendable {
    /// One line of the journal.
    public struct Entry: Sendable, Equatable {
        /// Counts from 1.
        public var sequence: Int64
        /// Unix milliseconds of the service's clock.
        public var time: Int64
        /// Unix microseconds of the machine, whatever the service's clock says.
        public var machineTime: Int64
        /// What happened.
        public var event: JournalEvent
        /// The call's `Adobe-Request-Id`.
        public var requestID: String
        /// The trace that the caller counts the call to (the trace identifier of `traceparent`); empty when it said none.
        public var correlation: String
        /// `ok`, or the code of the refusal.
        public var outcome: String
        /// What it was about.
        public var details: [String: String]
        /// The SAML message as XML, as it was sent or came in; nil if there was none or it is too long ago.
        var document: String?
    }

    private struct State {
        /// The entries, each at the remainder of its number.
        var ring: [PackedEntry] = []
        var next: Int64
        /// The number of the first entry.
        let start: Int64
        /// The documents of entries, …
        var documents: [Int64: String] = [:]
        /// … and their numbers, the oldest first.
        var documented: [Int64] = []

        /// The number of the oldest entry that is kept; that of the next one when there is none.
        var first: Int64 { next - Int64(ring.count) }

        /// Takes an entry in, in the place of the oldest when there is no room.
        mutating func append(_ entry: Entry, _ limit: Int) {
            if ring.count < limit { ring.append(PackedEntry()) }
            if limit > 0 { ring[place(of: next, limit)].pack(entry) }
            next += 1
        }

        func entry(_ sequence: Int64, _ limit: Int) -> Entry {
            ring[place(of: sequence, limit)].entry(sequence, document: documents[sequence])
        }

        func place(of sequence: Int64, _ limit: Int) -> Int { Int((sequence - start) % Int64(limit)) }

        mutating func keep(_ document: String, of sequence: Int64) {
            if documented.count >= Journal.documentLimit { documents[documented.removeFirst()] = nil }
            documents[sequence] = document
            documented.append(sequence)
        }
    }

    private let state: Mutex<State>
    /// Woken when entries have come.
    let wakes = WakeUps()

    /// How many documents are kept, …
    static let documentLimit = 256
    /// … and how many bytes of one.
    static let documentSize = 32_768
    /// How many entries are kept.
    let limit: Int

    /// Creates an empty journal.
    ///
    /// - Parameters:
    ///   - limit: How many entries are kept.
    ///   - start: The number of the first entry.
    init(limit: Int, start: Int64 = 1) {
        self.limit = limit
        state = Mutex(State(next: start, start: start))
    }

    func append(
        time: Int64, event: JournalEvent, requestID: String, outcome: String, details: [String: String],
        document: String? = nil
    ) {
        let document = document.flatMap { $0.utf8.count <= Self.documentSize ? $0 : nil }
        let entry = Entry(
            sequence: 0, time: time, machineTime: SystemClock.machineMicroseconds(), event: event, requestID: requestID,
            correlation: RequestTrace.correlation, outcome: outcome, details: details)
        state.withLock { state in
            if let document { state.keep(document, of: state.next) }
            state.append(entry, limit)
        }
        wakes.wake()
    }

    /// The entries after a sequence number, the first ones up to a limit.
    func entries(after sequence: Int64, limit: Int = .max) -> [Entry] {
        state.withLock { state in
            // Sequence numbers have no gaps. What a caller made up may be the largest number there is.
            let start = max(state.first, sequence < .max ? sequence + 1 : .max)
            guard start < state.next else { return [] }
            return (start..<state.next).prefix(limit).map { state.entry($0, self.limit) }
        }
    }

    /// The entries of one request that are still kept.
    func entries(of requestID: String) -> [Entry] {
        state.withLock { state in
            (state.first..<state.next).filter { state.ring[state.place(of: $0, limit)].isOf(requestID) }
                .map { state.entry($0, limit) }
        }
    }

    /// The number of the newest entry; 0 when there is none.
    var latest: Int64 { state.withLock { $0.next - 1 } }

    /// The number of the oldest entry that is kept; that of the next one when there is none.
    var first: Int64 { state.withLock { $0.first } }
}
