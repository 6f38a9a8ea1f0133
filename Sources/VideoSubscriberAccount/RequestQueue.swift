import Synchronization

/// Runs requests one at a time, in order of arrival. All account managers of a process share one queue, as has been observed on
/// Apple's platforms.
final class RequestQueue: Sendable {
    /// The process's queue.
    static let shared = RequestQueue()

    private struct State {
        var waiting: [QueuedRequest] = []
        var isRunning = false
    }

    private let state = Mutex(State())

    func add(_ request: QueuedRequest) {
        let (isIdle, earlier) = state.withLock { state in
            let earlier = state.waiting
            // An app may repeat and cancel requests for as long as the user takes to answer the running one.
            state.waiting.removeAll(where: \.hasEnded)
            state.waiting.append(request)
            defer { state.isRunning = true }
            return (!state.isRunning, earlier)
        }
        // Not released while locked: what the completion of a removed request refers to may add requests when it is released.
        withExtendedLifetime(earlier) { if isIdle { startNext() } }
    }

    /// Starts the first request that was not cancelled.
    private func startNext() {
        while let request = next() {
            if request.start(ended: { self.startNext() }) { return }
        }
    }

    private func next() -> QueuedRequest? {
        state.withLock { state in
            state.isRunning = !state.waiting.isEmpty
            return state.isRunning ? state.waiting.removeFirst() : nil
        }
    }
}
