import Synchronization

/// Runs work in a task of its own and waits for its end. When the caller is cancelled so is the work, and the caller need not
/// wait for work that takes its time to stop: it goes on alone.
///
/// - Parameter giveUp: Whether the caller, just cancelled, returns at once; called on any thread.
/// - Throws: what the work throws; `CancellationError` when it was given up.
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

/// The first of several outcomes; later ones are dropped.
private final class FirstOutcome<Answer: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Answer, any Error>)
        case given(Result<Answer, any Error>)
        case over
    }

    private let state = Mutex(State.open)

    /// Offers an outcome.
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

    /// The first outcome. Called once.
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
