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

    /// A request whose strings are in one block of memory.
    private struct Slot {
        var time: Int64 = 0
        var machineTime: Int64 = 0
        var microseconds: Int64 = 0
        var status = 0
        var requestSize: Int?
        var responseSize: Int?
        var texts = PackedTexts()

        mutating func replace(by entry: borrowing Entry) {
            (time, machineTime, microseconds, status) = (entry.time, entry.machineTime, entry.microseconds, entry.status)
            (requestSize, responseSize) = (entry.requestSize, entry.responseSize)
            texts.replace(
                by: [entry.requestID, entry.method, entry.path, entry.contentType, entry.correlation],
                limit: RequestLog.textLimit)
        }

        func entry(_ sequence: Int64) -> Entry {
            let texts = texts.texts
            return Entry(
                sequence: sequence, time: time, machineTime: machineTime, status: status, microseconds: microseconds,
                requestSize: requestSize, responseSize: responseSize, method: texts[1], path: texts[2], contentType: texts[3],
                requestID: texts[0], correlation: texts[4])
        }
    }

    private struct State {
        var ring: [Slot] = []
        var next: Int64 = 1
    }

    private let state = Mutex(State())

    /// The maximum length of each text, in bytes.
    static let textLimit = 2_048
    /// The number of requests to keep.
    static let limit = 2_048

    /// Appends a request, and displaces the oldest if there is no room.
    func append(_ entry: Entry) {
        state.withLock { state in
            let place = Int((state.next - 1) % Int64(Self.limit))
            if state.ring.count < Self.limit { state.ring.append(Slot()) }
            state.ring[place].replace(by: entry)
            state.next += 1
        }
    }

    /// Returns the requests after a number, up to a limit.
    func entries(after sequence: Int64, limit: Int) -> [Entry] {
        state.withLock { state in
            let start = max(state.next - Int64(state.ring.count), sequence < .max ? sequence + 1 : .max)
            guard start < state.next else { return [] }
            return (start..<state.next).prefix(limit).map { state.ring[Int(($0 - 1) % Int64(Self.limit))].entry($0) }
        }
    }
}
