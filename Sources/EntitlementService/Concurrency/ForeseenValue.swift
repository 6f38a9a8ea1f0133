import Synchronization

/// A value that is computed on another thread while a decision is being written, because it depends on the decision alone.
final class ForeseenValue<Value: Sendable>: Sendable {
    private let task = Mutex<Task<Value, any Error>?>(nil)

    // If nothing could be written, nobody waits for the value, and such values must not queue up.
    deinit { task.withLock { $0?.cancel() } }

    /// Begins to compute the value.
    func begin(_ work: @escaping @Sendable () throws -> Value) {
        let new = Task {
            try Task.checkCancellation()
            return try work()
        }
        task.withLock { $0 = new }
    }

    /// Waits for the value; nil if none was begun.
    ///
    /// - Throws: The error that the work throws.
    var value: Value? {
        get async throws { try await task.withLock { $0 }?.value }
    }
}
