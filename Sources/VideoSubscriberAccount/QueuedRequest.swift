import Dispatch
import Synchronization

/// One request of an app, from the queue to its one completion.
final class QueuedRequest: Sendable {
    private typealias Delivery = @Sendable () -> Void

    private enum State {
        case waiting
        case running(Task<Delivery, Never>)
        case finished
    }

    private let state = Mutex(State.waiting)
    private let perform: @Sendable () async -> Delivery
    private let cancellation: Delivery

    /// Completions of different requests may overlap, as on Apple's platforms, and never run on the main queue.
    private static let completions = DispatchQueue(
        label: "org.vsasim.VideoSubscriberAccount.completions", attributes: .concurrent)

    /// A request that waits.
    ///
    /// - Parameters:
    ///   - operation: What it does when its turn comes.
    ///   - completion: Called exactly once: with the outcome, or with ``VSError/userCancelled`` after ``cancel()``.
    init<Answer: Sendable>(
        _ operation: @escaping @Sendable () async -> Result<Answer, any Error>,
        completion: @escaping @Sendable (Result<Answer, any Error>) -> Void
    ) {
        perform = {
            let outcome = await operation()
            return { completion(outcome) }
        }
        cancellation = {
            completion(.failure(VSError(.userCancelled, description: "The request was cancelled by the app.")))
        }
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
        if finish() != nil { Self.completions.async(execute: delivery) }
    }

    /// Completes with ``VSError/userCancelled`` unless the request has completed.
    func cancel() {
        guard let previous = finish() else { return }
        if case .running(let task) = previous { task.cancel() }
        Self.completions.async(execute: cancellation)
    }

    /// Takes the right to complete: the state before, or nil when somebody else has it.
    private func finish() -> State? {
        state.withLock { state in
            if case .finished = state { return nil }
            defer { state = .finished }
            return state
        }
    }
}
