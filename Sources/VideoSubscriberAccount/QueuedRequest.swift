import Dispatch
import Synchronization

/// A request of an app, from its entry into the queue to its completion.
final class QueuedRequest: Sendable {
    private typealias Delivery = @Sendable () -> Void

    /// When a running request completes after ``cancel()``.
    enum Cancellation {
        /// Immediately; the result of its work is ignored.
        case atOnce
        /// When its work has ended, which reacts to the cancellation of its task: a dialog has to be dismissed first.
        case afterWork
    }

    private enum State {
        case waiting
        case running(Task<Delivery, Never>)
        case finished
    }

    private let state = Mutex(State.waiting)
    private let perform: @Sendable () async -> Delivery
    private let cancelledDelivery: Delivery
    private let cancellation: Cancellation

    /// As on Apple's platforms, completions of different requests may overlap, and none runs on the main queue.
    private static let completions = DispatchQueue(
        label: "org.vsasim.VideoSubscriberAccount.completions", attributes: .concurrent)

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - operation: The work, started when it is the request's turn.
    ///   - completion: Called exactly once: with the outcome, or with ``VSError/userCancelled`` after ``cancel()``.
    init<Answer: Sendable>(
        cancellation: Cancellation = .atOnce, _ operation: @escaping @Sendable () async -> Result<Answer, any Error>,
        completion: @escaping @Sendable (Result<Answer, any Error>) -> Void
    ) {
        self.cancellation = cancellation
        // The queue runs the work later, in another task.
        let correlation = CallCorrelation.identifier
        perform = {
            let outcome = await CallCorrelation.$identifier.withValue(correlation, operation: operation)
            return { completion(outcome) }
        }
        cancelledDelivery = { completion(.failure(VSError.cancelledByApp)) }
    }

    /// Runs the work unless the request was cancelled; returns when the next request may start.
    func run() async {
        let task: Task<Delivery, Never>? = state.withLock { state in
            guard case .waiting = state else { return nil }
            let task = Task { await perform() }
            state = .running(task)
            return task
        }
        guard let task else { return }
        let delivery = await task.value
        if finish() { Self.completions.async(execute: delivery) }
    }

    /// Completes with ``VSError/userCancelled`` unless the request has completed.
    func cancel() {
        let (task, isMine) = state.withLock { state -> (Task<Delivery, Never>?, Bool) in
            switch state {
            case .waiting:
                state = .finished
                return (nil, true)
            case .running(let task):
                if cancellation == .atOnce { state = .finished }
                return (task, cancellation == .atOnce)
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
