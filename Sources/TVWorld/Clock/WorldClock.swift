import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where time comes from. Everything that compares times gets one of these, so that tests and scenarios can set it.
public protocol WorldClock: Sendable {
    /// Milliseconds since 1970-01-01 UTC.
    func milliseconds() -> Int64
}

extension WorldClock {
    /// Seconds since 1970-01-01 UTC, rounded down.
    public func seconds() -> Int64 {
        let milliseconds = milliseconds()
        return milliseconds >= 0 ? milliseconds / 1_000 : (milliseconds - 999) / 1_000
    }
}

/// The machine's clock, perhaps shifted or stopped as `VSASIM_CLOCK` says.
public struct SystemClock: WorldClock, Equatable {
    /// What is done to the machine's time.
    public let setting: ClockSetting

    /// The machine's clock, moved or stopped as a setting says.
    public init(_ setting: ClockSetting = .real) {
        self.setting = setting
    }

    /// A clock as written in `VSASIM_CLOCK`: see ``ClockSetting/specification``.
    ///
    /// Nil when the text is none, or names a time outside the years 1 to 9979, which no date format can carry.
    public init?(specification: String) {
        guard let setting = ClockSetting(specification: specification, machine: Self.machineMilliseconds()) else { return nil }
        self.setting = setting
    }

    public func milliseconds() -> Int64 { setting.time(machine: Self.machineMilliseconds()) }

    /// The machine's own time, in Unix microseconds.
    public static func machineMicroseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    /// The machine's own time, in Unix milliseconds.
    public static func machineMilliseconds() -> Int64 { machineMicroseconds() / 1_000 }
}

/// The clock of a daemon, which can be moved and stopped while the daemon runs.
public final class AdjustableClock: WorldClock {
    private let current: Mutex<ClockSetting>
    private let machine: @Sendable () -> Int64

    /// A clock with a setting.
    ///
    /// - Parameter machine: The machine's time, in Unix microseconds.
    public init(
        _ setting: ClockSetting = .real, machine: @escaping @Sendable () -> Int64 = { SystemClock.machineMicroseconds() }
    ) {
        current = Mutex(setting)
        self.machine = machine
    }

    /// The machine's own time, in Unix microseconds, whatever is done to it.
    public func machineMicroseconds() -> Int64 { machine() }

    /// What is done to the machine's time now.
    public var setting: ClockSetting { current.withLock { $0 } }

    public func milliseconds() -> Int64 { setting.time(machine: machine() / 1_000) }

    /// Sets the clock.
    ///
    /// - Parameter change: Gets the setting in force and the machine's time in Unix milliseconds.
    /// - Returns: The setting in force from now on.
    @discardableResult
    public func adjust<Failure>(
        _ change: (ClockSetting, _ machine: Int64) throws(Failure) -> ClockSetting
    ) throws(Failure) -> ClockSetting {
        try current.withLock { setting throws(Failure) in
            setting = try change(setting, machine() / 1_000)
            return setting
        }
    }
}
