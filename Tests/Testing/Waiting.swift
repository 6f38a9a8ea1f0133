import VSATesting

/// Waits until a condition holds, by polling; for conditions without an event.
///
/// - Parameters:
///   - what: Completes "timed out waiting until …".
///   - interval: The time between two checks; use a longer one for expensive conditions.
/// - Throws: `DeadlinePassed`, `CancellationError`, or the errors of the condition.
package func until(
    _ what: @autoclosure @Sendable () -> String, within limit: Duration = defaultDeadline,
    every interval: Duration = .milliseconds(20), _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + limit
    while try await !condition() {
        guard ContinuousClock.now < end else { throw DeadlinePassed("timed out waiting until \(what())") }
        try await ContinuousClock().sleep(for: interval)
    }
}
