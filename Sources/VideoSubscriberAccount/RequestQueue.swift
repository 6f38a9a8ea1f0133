/// Runs requests one at a time, in order of arrival. All account managers of a process share one queue, as has been observed on
/// Apple's platforms.
final class RequestQueue: Sendable {
    /// The process's queue.
    static let shared = RequestQueue()

    private let requests: AsyncStream<QueuedRequest>.Continuation

    /// Creates a queue, which works as long as it exists.
    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: QueuedRequest.self)
        requests = continuation
        Task { for await request in stream { await request.run() } }
    }

    deinit { requests.finish() }

    /// Appends a request.
    func add(_ request: QueuedRequest) { requests.yield(request) }
}
