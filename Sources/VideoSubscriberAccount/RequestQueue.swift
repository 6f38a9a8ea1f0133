import Dispatch
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

/// A request of an app, from its entry into the queue to its completion.
final class QueuedRequest: Sendable {
    private typealias Delivery = @Sendable () -> Void

    private enum State {
        case waiting
        case running(Task<Void, Never>)
        case finished
    }

    private let state = Mutex(State.waiting)
    private let perform: @Sendable () async -> Delivery
    private let cancelledDelivery: Delivery
    private let waitsForWork: Bool
    private let executor: (any TaskExecutor)?

    /// As on Apple's platforms, completions of different requests may overlap, and none runs on the main queue.
    private static let completions = DispatchQueue(
        label: "org.vsasim.VideoSubscriberAccount.completions", attributes: .concurrent)

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - waitsForWork: Whether a running request completes after ``cancel()`` only when its work has ended, which reacts to the
    ///     cancellation of its task: a dialog has to be dismissed first. Otherwise it completes at once, and the work's result is
    ///     ignored.
    ///   - executor: Runs the work and, except after ``cancel()``, the completion; nil: the process's pool of threads, and
    ///     ``completions``.
    ///   - operation: The work, started when it is the request's turn.
    ///   - completion: Called exactly once: with the outcome, or with ``VSError/userCancelled`` after ``cancel()``.
    init<Answer: Sendable>(
        waitsForWork: Bool = false, executor: (any TaskExecutor)? = nil,
        _ operation: @escaping @Sendable () async throws -> Answer,
        completion: @escaping @Sendable (Result<Answer, any Error>) -> Void
    ) {
        self.waitsForWork = waitsForWork
        self.executor = executor
        // The queue runs the work later, in another task.
        let correlation = CallCorrelation.identifier
        perform = {
            let outcome: Result<Answer, any Error>
            do {
                outcome = .success(try await CallCorrelation.$identifier.withValue(correlation, operation: operation))
            } catch {
                outcome = .failure(error)
            }
            return { completion(outcome) }
        }
        cancelledDelivery = { completion(.failure(VSError.cancelledByApp)) }
    }

    /// Whether the request has completed, or was cancelled before its turn.
    var hasEnded: Bool {
        state.withLock { if case .finished = $0 { true } else { false } }
    }

    /// Starts the work unless the request was cancelled.
    ///
    /// - Parameter ended: Called when the next request may start.
    /// - Returns: Whether the work was started.
    func start(ended: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            guard case .waiting = state else { return false }
            // Detached: the work belongs to no task of the app.
            state = .running(
                Task.detached(executorPreference: executor) {
                    let delivery = await self.perform()
                    if self.finish() { self.deliver(delivery) }
                    ended()
                })
            return true
        }
    }

    private func deliver(_ delivery: @escaping Delivery) {
        if executor == nil { Self.completions.async(execute: delivery) } else { delivery() }
    }

    /// Completes with ``VSError/userCancelled`` unless the request has completed.
    func cancel() {
        let (task, isMine) = state.withLock { state -> (Task<Void, Never>?, Bool) in
            switch state {
            case .waiting:
                state = .finished
                return (nil, true)
            case .running(let task):
                if !waitsForWork { state = .finished }
                return (task, !waitsForWork)
            case .finished: return (nil, false)
            }
        }
        task?.cancel()
        if isMine { Self.completions.async(execute: cancelledDelivery) }
    }

    /// Claims the completion; returns false if the request has completed.
    private func finish() -> Bool {
        state.withLock { state in
            if case .finished = state { return false }
            state = .finished
            return true
        }
    }
}

/// The trace identifier that a library passes to the device with everything it requests for one call of its app, so that the
/// device's journal can group the entries. Not part of Apple's API.
package enum CallCorrelation {
    /// 32 hexadecimal digits, as in a W3C `traceparent`, or nil to pass none. A request keeps the identifier under which it was
    /// created, however long it waits.
    @TaskLocal package static var identifier: String?
}
