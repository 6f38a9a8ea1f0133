import Foundation
import ServiceAccess

/// The device's time and its pauses.
public protocol EntitlementClock: Sendable {
    /// The current date.
    var now: Date { get }
    /// Waits.
    ///
    /// - Throws: `CancellationError`, as soon as the task is cancelled.
    func pause(for duration: Duration) async throws(CancellationError)
}

/// The clock of an environment: the machine's, unless `VSASIM_CLOCK` specifies another. Pauses take real time.
struct StandardClock: EntitlementClock {
    let clock: DeviceClock

    var now: Date { Date(timeIntervalSince1970: Double(clock.milliseconds()) / 1_000) }

    func pause(for duration: Duration) async throws(CancellationError) {
        do { try await DeviceClock.sleep(for: duration) } catch { throw CancellationError() }
    }
}
