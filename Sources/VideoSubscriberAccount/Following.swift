import Synchronization

/// Runs work in its own task and waits for it. When the caller is cancelled, so is the work. The caller need not wait until the
/// work has stopped; the work then finishes on its own.
///
/// - Parameter giveUp: Whether the caller returns at once when it is cancelled; called on any thread.
/// - Throws: The errors of the work, or `CancellationError` if the caller gave up.
func following<Answer: Sendable>(
    _ work: @escaping @Sendable () async throws -> Answer, giveUp: @escaping @Sendable () -> Bool = { true }
) async throws -> Answer {
    let outcome = FirstOutcome<Answer>()
    let task = Task {
        do { outcome.give(.success(try await work())) } catch { outcome.give(.failure(error)) }
    }
    return try await withTaskCancellationHandler {
        try await outcome.value()
    } onCancel: {
        task.cancel()
        if giveUp() { outcome.give(.failure(CancellationError())) }
    }
}

/// The first of several outcomes; later ones are discarded.
private final class FirstOutcome<Answer: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Answer, any Error>)
        case given(Result<Answer, any Error>)
        case over
    }

    private let state = Mutex(State.open)

    /// Sets the outcome unless there is one.
    func give(_ result: Result<Answer, any Error>) {
        let continuation: CheckedContinuation<Answer, any Error>? = state.withLock { state in
            switch state {
            case .open:
                state = .given(result)
                return nil
            case .awaited(let continuation):
                state = .over
                return continuation
            case .given, .over: return nil
            }
        }
        continuation?.resume(with: result)
    }

    /// Waits for the first outcome. Call it once.
    func value() async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            let result: Result<Answer, any Error>? = state.withLock { state in
                guard case .given(let result) = state else {
                    state = .awaited(continuation)
                    return nil
                }
                state = .over
                return result
            }
            if let result { continuation.resume(with: result) }
        }
    }
}
