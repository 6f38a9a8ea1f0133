import Dispatch
import Synchronization

/// One request of an app, from the queue to its one completion.
final class QueuedRequest: Sendable {
    private typealias Delivery = @Sendable () -> Void

    /// When a request under way completes after ``cancel()``.
    enum Cancellation {
        /// At once; what it still does is of no concern to anybody.
        case atOnce
        /// When its work has ended, which heeds the cancellation of its task: a dialog must be dismissed before.
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

    /// Completions of different requests may overlap, as on Apple's platforms, and never run on the main queue.
    private static let completions = DispatchQueue(
        label: "org.vsasim.VideoSubscriberAccount.completions", attributes: .concurrent)

    /// A request that waits.
    ///
    /// - Parameters:
    ///   - operation: What it does when its turn comes.
    ///   - completion: Called exactly once: with the outcome, or with ``VSError/userCancelled`` after ``cancel()``.
    init<Answer: Sendable>(
        cancellation: Cancellation = .atOnce, _ operation: @escaping @Sendable () async -> Result<Answer, any Error>,
        completion: @escaping @Sendable (Result<Answer, any Error>) -> Void
    ) {
        self.cancellation = cancellation
        // The queue works on it later, in a task of its own.
        let correlation = CallCorrelation.identifier
        perform = {
            let outcome = await CallCorrelation.$identifier.withValue(correlation, operation: operation)
            return { completion(outcome) }
        }
        cancelledDelivery = { completion(.failure(VSError.cancelledByApp)) }
    }

    /// Does the work unless it was cancelled; returns when the next request may start.
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

    /// Takes the right to complete; false when somebody else has it.
    private func finish() -> Bool {
        state.withLock { state in
            if case .finished = state { return false }
            state = .finished
            return true
        }
    }
}
