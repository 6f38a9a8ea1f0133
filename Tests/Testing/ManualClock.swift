import Synchronization
import TVWorld

/// A clock that a test sets.
package final class ManualClock: WorldClock {
    private let now: Mutex<Int64>

    /// Creates a stopped clock.
    ///
    /// - Parameter seconds: Unix seconds; by default 2026-01-01 00:00 UTC.
    package init(seconds: Int64 = 1_767_225_600) {
        now = Mutex(seconds * 1_000)
    }

    package func milliseconds() -> Int64 { now.withLock { $0 } }

    /// Advances the clock by a number of seconds, which may be negative.
    package func advance(seconds: Int64) { now.withLock { $0 += seconds * 1_000 } }

    /// Sets the clock, in Unix seconds.
    package func set(seconds: Int64) { now.withLock { $0 = seconds * 1_000 } }
}
