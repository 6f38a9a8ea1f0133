import Administration
import Synchronization

/// The most recent requests of apps and browsers, for displaying the traffic; kept in memory, without secrets.
final class RequestLog: Sendable {
    /// A request whose strings are in one block of memory.
    private struct Slot {
        /// The request with empty strings.
        var numbers: RequestResource
        var texts = PackedTexts()

        mutating func replace(by request: RequestResource, sequence: Int64) {
            texts.replace(
                by: [request.request, request.method, request.path, request.contentType, request.correlation ?? ""],
                limit: RequestLog.textLimit)
            numbers = request
            numbers.sequence = sequence
            (numbers.request, numbers.method, numbers.path, numbers.contentType) = ("", "", "", "")
            numbers.correlation = nil
        }

        var request: RequestResource {
            let texts = texts.texts
            var request = numbers
            (request.request, request.method, request.path, request.contentType) = (texts[0], texts[1], texts[2], texts[3])
            request.correlation = texts[4].isEmpty ? nil : texts[4]
            return request
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

    /// Appends a request with the next number, and removes the oldest one if the log is full.
    func append(_ request: RequestResource) {
        state.withLock { state in
            let place = Int((state.next - 1) % Int64(Self.limit))
            if state.ring.count < Self.limit { state.ring.append(Slot(numbers: request)) }
            state.ring[place].replace(by: request, sequence: state.next)
            state.next += 1
        }
    }

    /// Returns the requests after a number, up to a limit.
    func requests(after sequence: Int64, limit: Int) -> [RequestResource] {
        state.withLock { state in
            let start = max(state.next - Int64(state.ring.count), sequence < .max ? sequence + 1 : .max)
            guard start < state.next else { return [] }
            return (start..<state.next).prefix(limit).map { state.ring[Int(($0 - 1) % Int64(Self.limit))].request }
        }
    }
}
