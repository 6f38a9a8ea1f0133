import Synchronization

/// A value that is computed on another thread while a decision is being written, because it depends on the decision alone.
final class ForeseenValue<Value: Sendable>: Sendable {
    private let task = Mutex<Task<Value, any Error>?>(nil)

    /// Begins to compute the value.
    func begin(_ work: @escaping @Sendable () throws -> Value) {
        let new = Task { try work() }
        task.withLock { $0 = new }
    }

    /// Waits for the value; nil if none was begun.
    ///
    /// - Throws: The error that the work throws.
    var value: Value? {
        get async throws { try await task.withLock { $0 }?.value }
    }
}
