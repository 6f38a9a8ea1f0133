import Synchronization

/// A value that a task awaits, but only until a deadline, whatever happens to the work that produces it.
final class ExpectedValue<Value: Sendable>: Sendable {
    private enum State {
        case pending
        case awaited(CheckedContinuation<Value, any Error>)
        case settled(Result<Value, any Error>)
    }

    private let state = Mutex(State.pending)

    /// Sets the value, or the reason why there is none.
    ///
    /// - Returns: Whether it was the first call; otherwise the result is discarded.
    @discardableResult
    func settle(_ result: Result<Value, any Error>) -> Bool {
        let (isFirst, waiting): (Bool, CheckedContinuation<Value, any Error>?) = state.withLock { state in
            switch state {
            case .settled: return (false, nil)
            case .pending:
                state = .settled(result)
                return (true, nil)
            case .awaited(let continuation):
                state = .settled(result)
                return (true, continuation)
            }
        }
        waiting?.resume(with: result)
        return isFirst
    }

    /// Waits for the value; may be called only once.
    ///
    /// - Throws: The reason why there is none, or the given error at the deadline.
    func value(before deadline: ContinuousClock.Instant, otherwise error: any Error) async throws -> Value {
        let alarm = Task { if (try? await Pause.until(deadline)) != nil { settle(.failure(error)) } }
        defer { alarm.cancel() }
        return try await withCheckedThrowingContinuation { continuation in
            let result: Result<Value, any Error>? = state.withLock { state in
                if case .settled(let result) = state { return result }
                state = .awaited(continuation)
                return nil
            }
            if let result { continuation.resume(with: result) }
        }
    }
}

/// A value that is computed on another thread while a decision is being written, because it depends only on the decision.
final class ForeseenValue<Value: Sendable>: Sendable {
    private let task = Mutex<Task<Value, any Error>?>(nil)

    // If nothing could be written, the value is never awaited, and such values must not queue up.
    deinit { task.withLock { $0?.cancel() } }

    func begin(_ work: @escaping @Sendable () throws -> Value) {
        let new = Task {
            try Task.checkCancellation()
            return try work()
        }
        task.withLock { $0 = new }
    }

    /// The value, which is awaited; nil if no computation was started.
    ///
    /// - Throws: The error that the work throws.
    var value: Value? {
        get async throws { try await task.withLock { $0 }?.value }
    }
}
