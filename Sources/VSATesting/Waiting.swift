/// The time limit for something that should happen immediately: machines may be slow, and busy with other work.
package let defaultDeadline = Duration.seconds(180)

/// An event that a test waited for did not occur.
package struct DeadlinePassed: Error, Sendable, CustomStringConvertible {
    /// The expected event, and what was observed instead.
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// Waits a moment: the module's only sleep.
func pause(_ duration: Duration) async throws { try await ContinuousClock().sleep(for: duration) }

/// Runs an operation and cancels it at the time limit. The operation must react to cancellation.
///
/// - Parameter what: Completes "no … in time".
/// - Throws: `DeadlinePassed` at the time limit, otherwise the errors of the operation.
package func within<Value: Sendable>(
    _ limit: Duration = defaultDeadline, _ what: String = "end", _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await operation() }
        group.addTask {
            try await pause(limit)
            throw DeadlinePassed("no \(what) in time")
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
    }
}
