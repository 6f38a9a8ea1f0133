import Synchronization

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
