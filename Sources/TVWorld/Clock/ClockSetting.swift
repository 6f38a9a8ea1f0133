import Encodings

/// An adjustment of the machine's time.
public enum ClockSetting: Sendable, Equatable {
    /// The machine's time.
    case real
    /// The machine's time plus an offset.
    case offset(milliseconds: Int64)
    /// A stopped clock, in milliseconds since 1970-01-01 UTC.
    case frozen(milliseconds: Int64)

    /// Years 1 to 9979 in Unix milliseconds: 20 years less than four digits can express, so that sums with ordinary lifetimes can
    /// be written. The longest lifetimes, of a hundred years, end at the last time that can be written.
    public static let representable: ClosedRange<Int64> = -62_135_596_800_000...252_771_148_799_999

    /// Returns the time that a clock with this setting shows.
    ///
    /// - Parameter machine: The machine's time in Unix milliseconds.
    public func time(machine: Int64) -> Int64 {
        switch self {
        case .real: machine
        case .offset(let milliseconds): machine + milliseconds
        case .frozen(let milliseconds): milliseconds
        }
    }

    /// Returns the setting of a clock that shows a later or an earlier time; a stopped clock stays stopped.
    ///
    /// Returns nil if the time is not representable.
    public func advanced(by milliseconds: Int64, machine: Int64) -> ClockSetting? {
        let (sum, isTooFar) = time(machine: machine).addingReportingOverflow(milliseconds)
        guard !isTooFar, Self.representable.contains(sum) else { return nil }
        switch self {
        case .real, .offset: return sum == machine ? .real : .offset(milliseconds: sum - machine)
        case .frozen: return .frozen(milliseconds: sum)
        }
    }

    /// The kind of the setting: `real`, `offset` or `frozen`.
    public var mode: String {
        switch self {
        case .real: "real"
        case .offset: "offset"
        case .frozen: "frozen"
        }
    }

    /// The setting in the format of `VSASIM_CLOCK` and clock files: `real`, `offset:SECONDS` or `frozen:UNIX_SECONDS`, with up to
    /// three decimal places unless the number of seconds is whole.
    public var specification: String {
        switch self {
        case .real: mode
        case .offset(let milliseconds), .frozen(let milliseconds): "\(mode):\(Self.decimal(milliseconds))"
        }
    }

    /// Parses the format of ``specification``. Returns nil if the text is invalid or the time is not representable.
    ///
    /// - Parameter machine: The machine's time in Unix milliseconds, to which an offset is added.
    public init?(specification: String, machine: Int64) {
        let parts = specification.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        switch (parts.first, parts.count) {
        case ("real", 1): self = .real
        case ("offset", 2):
            guard let offset = thousandths(parts[1]) else { return nil }
            let (sum, isTooFar) = machine.addingReportingOverflow(offset)
            guard !isTooFar, Self.representable.contains(sum) else { return nil }
            self = .offset(milliseconds: offset)
        case ("frozen", 2):
            guard let time = thousandths(parts[1]), Self.representable.contains(time) else { return nil }
            self = .frozen(milliseconds: time)
        default: return nil
        }
    }

    private static func decimal(_ milliseconds: Int64) -> String {
        let (whole, rest) = milliseconds.magnitude.quotientAndRemainder(dividingBy: 1_000)
        let digits = String(rest)
        let fraction = rest == 0 ? "" : "." + String(repeating: "0", count: 3 - digits.utf8.count) + digits
        return (milliseconds < 0 ? "-" : "") + String(whole) + fraction
    }
}
