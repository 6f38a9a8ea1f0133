/// How long a test waits for something that should come at once: machines may be slow, and busy with other work.
package let defaultDeadline = Duration.seconds(180)

/// Something that a test waited for did not happen.
package struct DeadlinePassed: Error, Sendable, CustomStringConvertible {
    /// What was waited for, and what was seen instead.
    package let description: String

    /// An error that says what was waited for.
    package init(_ description: String) { self.description = description }
}

/// The module's only sleep: waits a moment.
func pause(_ duration: Duration = .milliseconds(20)) async throws { try await ContinuousClock().sleep(for: duration) }

/// Waits until a condition holds, looking again every few milliseconds; for what no event is given for.
///
/// - Parameter what: completes "waited in vain until …".
/// - Throws: `DeadlinePassed`, `CancellationError`, or what the condition throws.
package func until(
    _ what: @autoclosure @Sendable () -> String, within limit: Duration = defaultDeadline,
    _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + limit
    while try await !condition() {
        guard ContinuousClock.now < end else { throw DeadlinePassed("waited in vain until \(what())") }
        try await pause()
    }
}

/// Runs an operation, and cancels it when the time is over. The operation must heed cancellation.
///
/// - Parameter what: completes "no … in time".
/// - Throws: `DeadlinePassed` when the time is over, else what the operation throws.
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
