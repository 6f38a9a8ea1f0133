import ArgumentParser

/// A length of time as people type it: `90s`, `5m`, `2h`, `30d`; `250ms` where less than a second makes sense.
public struct TimeSpan: Sendable, Equatable, ExpressibleByArgument {
    /// Milliseconds.
    public let milliseconds: Int64

    /// Whole seconds, rounded down.
    public var seconds: Int64 { milliseconds / 1000 }
    /// The same for Swift's clocks.
    public var duration: Duration { .milliseconds(milliseconds) }

    private static let units: [(suffix: String, milliseconds: Int64)] = [
        ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
    ]

    /// A span of milliseconds.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Reads one number with one unit; nil for anything else, negative numbers included.
    public init?(argument: String) {
        guard
            let unit = Self.units.first(where: {
                argument.hasSuffix($0.suffix) && argument.dropLast($0.suffix.count).last?.isNumber == true
            })
        else { return nil }
        let digits = argument.dropLast(unit.suffix.count)
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int64(digits) else { return nil }
        let (product, overflow) = number.multipliedReportingOverflow(by: unit.milliseconds)
        guard !overflow else { return nil }
        milliseconds = product
    }

    /// The text with the largest unit that divides it.
    public var defaultValueDescription: String {
        if milliseconds == 0 { return "0s" }
        let unit = Self.units.last { milliseconds % $0.milliseconds == 0 } ?? Self.units[0]
        return "\(milliseconds / unit.milliseconds)\(unit.suffix)"
    }

    /// The text in whole seconds with all its units: `266d 6h 40m 14s`.
    var words: String {
        var rest = (milliseconds + 500) / 1_000
        if rest == 0 { return "0s" }
        var parts: [String] = []
        for unit in Self.units.dropFirst().reversed() {
            let length = unit.milliseconds / 1_000
            if rest >= length { parts.append("\(rest / length)\(unit.suffix)") }
            rest %= length
        }
        return parts.joined(separator: " ")
    }

    /// For help and error texts.
    static let accepted = "a number with ms, s, m, h or d, such as 90s, 5m, 2h or 30d"
}
