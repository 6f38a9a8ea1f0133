import Synchronization
import TVWorld

/// A clock that a test sets.
final class ManualClock: WorldClock {
    private let time = Mutex<Int64>(1_800_000_000_000)

    func milliseconds() -> Int64 { time.withLock { $0 } }

    func advance(milliseconds: Int64) { time.withLock { $0 += milliseconds } }

    func advance(seconds: Int64) { time.withLock { $0 += seconds * 1_000 } }
}
