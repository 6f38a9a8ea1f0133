import Synchronization

/// The most recent requests of apps and browsers, for displaying the traffic; kept in memory, without secrets.
final class RequestLog: Sendable {
    /// A request.
    struct Entry: Sendable, Equatable {
        /// The number, starting at 1.
        var sequence: Int64 = 0
        /// The time of the response, in Unix milliseconds by the service's clock.
        var time: Int64
        /// The start, in Unix microseconds by the machine's clock.
        var machineTime: Int64
        /// The status of the response.
        var status: Int
        /// The duration.
        var microseconds: Int64
        /// The size of the request's body in bytes; nil if the head does not contain it.
        var requestSize: Int?
        /// The size of the response's body in bytes; nil if it was unknown before it was sent.
        var responseSize: Int?
        /// GET, POST, …
        var method: String
        /// The path and query; secrets are `***`.
        var path: String
        /// The response's `Content-Type`.
        var contentType: String
        /// The response's `Adobe-Request-Id`.
        var requestID: String
        /// The caller's trace identifier; empty if there is none.
        var correlation: String
    }

    private struct Slot {
        var entry: Entry
        var texts = PackedTexts()
    }

    private struct State {
        var ring: [Slot] = []
        var next: Int64 = 1
    }

    private let state = Mutex(State())

    /// The maximum length of each text, in bytes.
    static let textLimit = 2_048
    /// The number of requests that are kept.
    static let limit = 2_048

    /// Appends a request, and displaces the oldest if there is no room.
    func append(_ entry: consuming Entry) {
        let texts = [entry.requestID, entry.method, entry.path, entry.contentType, entry.correlation]
        (entry.method, entry.path, entry.contentType, entry.requestID, entry.correlation) = ("", "", "", "", "")
        state.withLock { [entry] state in
            let place = Int((state.next - 1) % Int64(Self.limit))
            if state.ring.count < Self.limit { state.ring.append(Slot(entry: entry)) }
            state.ring[place].entry = entry
            state.ring[place].entry.sequence = state.next
            state.ring[place].texts.replace(by: texts, limit: Self.textLimit)
            state.next += 1
        }
    }

    /// Returns the requests after a number, up to a limit.
    func entries(after sequence: Int64, limit: Int) -> [Entry] {
        state.withLock { state in
            let start = max(state.next - Int64(state.ring.count), sequence < .max ? sequence + 1 : .max)
            guard start < state.next else { return [] }
            return (start..<state.next).prefix(limit).map { number in
                let slot = state.ring[Int((number - 1) % Int64(Self.limit))]
                let texts = slot.texts.texts
                var entry = slot.entry
                guard texts.count == 5 else { return entry }
                (entry.requestID, entry.method, entry.path) = (texts[0], texts[1], texts[2])
                (entry.contentType, entry.correlation) = (texts[3], texts[4])
                return entry
            }
        }
    }
}
