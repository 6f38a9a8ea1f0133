import Synchronization
import TVWorld

/// A clock that a test sets; the service's own, which stands still.
final class ManualClock: WorldClock {
    /// The clock as the service has it.
    let adjustable = AdjustableClock(.frozen(milliseconds: 1_800_000_000_000))

    func milliseconds() -> Int64 { adjustable.milliseconds() }

    func advance(milliseconds: Int64) {
        adjustable.adjust { setting, machine in setting.advanced(by: milliseconds, machine: machine) ?? setting }
    }

    func advance(seconds: Int64) { advance(milliseconds: seconds * 1_000) }
}
