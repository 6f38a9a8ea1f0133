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
        /// The SAML message as XML, as it was sent or came in; nil when there was none or it is too long ago.
        var document: String?
    }

    private struct State {
        var lines: [Entry] = []
        var next: Int64 = 1
        /// The entries that have a document.
        var documented: [Int64] = []
        var followers: [Int64: AsyncStream<Void>.Continuation] = [:]
        var lastFollower: Int64 = 0

        /// The place of an entry, or of the first after it.
        func index(of sequence: Int64) -> Int {
            guard let first = lines.first?.sequence else { return 0 }
            return Int(min(max(sequence - first, 0), Int64(lines.count)))
        }

        mutating func makeRoomForDocument() {
            guard documented.count >= Journal.documentLimit else { return }
            let oldest = documented.removeFirst()
            let index = index(of: oldest)
            if index < lines.count, lines[index].sequence == oldest { lines[index].document = nil }
        }
    }

    private let state = Mutex(State())

    /// How many documents are kept, …
    static let documentLimit = 256
    /// … and how many bytes of one.
    static let documentSize = 32_768
    /// How many entries are kept at least.
    let limit: Int

    /// An empty journal.
    ///
    /// - Parameter limit: How many entries are kept at least; up to an eighth more may be there.
    init(limit: Int) {
        self.limit = limit
    }

    func append(
        time: Int64, event: JournalEvent, requestID: String, outcome: String, details: [String: String],
        document: String? = nil
    ) {
        // Callers choose the length of what they send; the journal keeps a start of it.
        let details = details.mapValues { String($0.prefix(256)) }
        let document = document.flatMap { $0.utf8.count <= Self.documentSize ? $0 : nil }
        state.withLock { state in
            if document != nil { state.makeRoomForDocument() }
            state.lines.append(
                Entry(
                    sequence: state.next, time: time, event: event, requestID: requestID, outcome: outcome, details: details,
                    document: document))
            if document != nil { state.documented.append(state.next) }
            state.next += 1
            if state.lines.count > limit + limit / 8 { state.lines.removeFirst(state.lines.count - limit) }
            for follower in state.followers.values { follower.yield(()) }
        }
    }

    /// The entries after a sequence number, the first ones up to a limit.
    func entries(after sequence: Int64, limit: Int = .max) -> [Entry] {
        state.withLock { state in
            // Sequence numbers have no gaps. What a caller made up may be the largest number there is.
            let start = sequence < .max ? state.index(of: sequence + 1) : state.lines.count
            return Array(state.lines[start...].prefix(limit))
        }
    }

    /// The entries of one request that are still kept.
    func entries(of requestID: String) -> [Entry] { state.withLock { $0.lines.filter { $0.requestID == requestID } } }

    /// The number of the newest entry; 0 when there is none.
    var latest: Int64 { state.withLock { $0.next - 1 } }

    /// How many follow.
    var followerCount: Int { state.withLock { $0.followers.count } }

    /// An element for every time that entries have come, as long as somebody waits for it. A slow follower misses none of them, it
    /// only wakes up less often.
    ///
    /// - Returns: the elements, and what wakes the follower up for another reason.
    func follow() -> (wakes: AsyncStream<Void>, waker: AsyncStream<Void>.Continuation) {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.lastFollower += 1
            state.followers[state.lastFollower] = continuation
            return state.lastFollower
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.followers.removeValue(forKey: id) }
        }
        return (stream, continuation)
    }
}
