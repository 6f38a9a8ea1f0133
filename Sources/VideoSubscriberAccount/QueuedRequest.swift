import Dispatch
import Synchronization

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
