import Glibc
import Synchronization

/// A source of time. All code that compares times receives one, so that tests and scenarios can set the time.
public protocol WorldClock: Sendable {
    /// Returns the milliseconds since 1970-01-01 UTC.
    func milliseconds() -> Int64
}

extension WorldClock {
    /// Returns the seconds since 1970-01-01 UTC, rounded down.
    public func seconds() -> Int64 { Self.seconds(milliseconds()) }

    fileprivate static func seconds(_ milliseconds: Int64) -> Int64 {
        milliseconds >= 0 ? milliseconds / 1_000 : (milliseconds - 999) / 1_000
    }
}

/// The machine's clock.
public struct SystemClock: WorldClock {
    /// Creates the machine's clock.
    public init() {}

    public func milliseconds() -> Int64 { Self.machineMilliseconds() }

    /// Returns the machine's own time, in Unix microseconds.
    public static func machineMicroseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    /// Returns the machine's own time, in Unix milliseconds.
    public static func machineMilliseconds() -> Int64 { machineMicroseconds() / 1_000 }
}

/// The clock of a daemon, which can be changed and stopped at runtime.
public final class AdjustableClock: WorldClock {
    private let current: Mutex<ClockSetting>
    private let machine: @Sendable () -> Int64

    /// Creates a clock with a setting.
    ///
    /// - Parameter machine: The machine's time, in Unix microseconds.
    public init(
        _ setting: ClockSetting = .real, machine: @escaping @Sendable () -> Int64 = { SystemClock.machineMicroseconds() }
    ) {
        current = Mutex(setting)
        self.machine = machine
    }

    /// Returns the machine's own time, in Unix milliseconds, regardless of the setting.
    public func machineMilliseconds() -> Int64 { machine() / 1_000 }

    /// The adjustment of the machine's time.
    public var setting: ClockSetting {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    public func milliseconds() -> Int64 { setting.time(machine: machineMilliseconds()) }

    /// Returns the time in Unix seconds, and the machine's own time at the same moment, in Unix microseconds.
    public func times() -> (seconds: Int64, machineMicroseconds: Int64) {
        let machine = machine()
        return (Self.seconds(setting.time(machine: machine / 1_000)), machine)
    }
}
