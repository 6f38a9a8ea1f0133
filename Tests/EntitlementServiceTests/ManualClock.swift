import Synchronization
import TVWorld

/// A clock that a test sets; the service's own clock is stopped.
final class ManualClock: WorldClock {
    private final class Machine: Sendable {
        let microseconds = Atomic<Int64>(ManualClock.start * 1_000)
    }

    private static let start: Int64 = 1_800_000_000_000
    private let machine = Machine()
    /// Whether the machines' time is stopped, and not only the service's, whose setting nodes read from their database.
    private let isMachines: Bool
    /// The clock for the service.
    let adjustable: AdjustableClock
    /// The same for the second node.
    let peer: AdjustableClock

    init(isMachines: Bool = false) {
        self.isMachines = isMachines
        let machine = machine
        func clock() -> AdjustableClock {
            isMachines
                ? AdjustableClock { machine.microseconds.load(ordering: .relaxed) }
                : AdjustableClock(.frozen(milliseconds: Self.start))
        }
        (adjustable, peer) = (clock(), clock())
    }

    func milliseconds() -> Int64 { adjustable.milliseconds() }

    func advance(milliseconds: Int64) {
        if isMachines {
            machine.microseconds.add(milliseconds * 1_000, ordering: .relaxed)
        } else if let setting = adjustable.setting.advanced(by: milliseconds, machine: adjustable.machineMilliseconds()) {
            adjustable.setting = setting
        }
    }

    func advance(seconds: Int64) { advance(milliseconds: seconds * 1_000) }
}
