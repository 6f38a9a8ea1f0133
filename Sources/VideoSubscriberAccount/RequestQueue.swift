/// Runs requests one at a time in the order of their arrival. All account managers of a process share one, as reported of
/// Apple's platforms.
final class RequestQueue: Sendable {
    /// The process's queue.
    static let shared = RequestQueue()

    private let requests: AsyncStream<QueuedRequest>.Continuation

    /// A queue that works as long as it exists.
    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: QueuedRequest.self)
        requests = continuation
        Task { for await request in stream { await request.run() } }
    }

    deinit { requests.finish() }

    /// Puts a request at the end.
    func add(_ request: QueuedRequest) { requests.yield(request) }
}
