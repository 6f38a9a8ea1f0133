import Foundation
import ServiceAccess

/// The device's time and its pauses.
public protocol EntitlementClock: Sendable {
    /// The current date.
    var now: Date { get }
    /// Waits for a duration.
    ///
    /// - Throws: `CancellationError`, as soon as the task is cancelled.
    func pause(for duration: Duration) async throws(CancellationError)
}

/// The clock of the device, whose pauses take real time.
extension DeviceClock: EntitlementClock {
    package var now: Date { Date(milliseconds: milliseconds()) }

    package func pause(for duration: Duration) async throws(CancellationError) {
        do { try await Self.sleep(for: duration) } catch { throw CancellationError() }
    }
}
