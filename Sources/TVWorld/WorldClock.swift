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
    private enum Mode: Sendable, Equatable {
        case real
        case offset(seconds: Int64)
        case frozen(seconds: Int64)
    }

    private let mode: Mode

    /// The machine's clock as it is.
    public init() {
        mode = .real
    }

    /// A clock as written in `VSASIM_CLOCK`: `real`, `offset:SECONDS` or `frozen:UNIX_SECONDS`.
    ///
    /// Nil when the text is none of these, or names a time outside the years 1 to 9999, which no date format can carry.
    public init?(specification: String) {
        let parts = specification.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        switch (parts.first, parts.count) {
        case ("real", 1):
            mode = .real
        case ("offset", 2):
            guard let seconds = Int64(parts[1]), Self.representable.contains(Self.machineMilliseconds() / 1_000 &+ seconds),
                abs(seconds) < Self.representable.upperBound * 2
            else { return nil }
            mode = .offset(seconds: seconds)
        case ("frozen", 2):
            guard let seconds = Int64(parts[1]), Self.representable.contains(seconds) else { return nil }
            mode = .frozen(seconds: seconds)
        default:
            return nil
        }
    }

    public func milliseconds() -> Int64 {
        switch mode {
        case .real: Self.machineMilliseconds()
        case .offset(let seconds): Self.machineMilliseconds() + seconds * 1_000
        case .frozen(let seconds): seconds * 1_000
        }
    }

    /// Years 1 to 9979 in Unix seconds: twenty years short of what four digits hold, so that sums with lifetimes stay in.
    private static let representable: ClosedRange<Int64> = -62_135_596_800...252_771_321_600

    private static func machineMilliseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
