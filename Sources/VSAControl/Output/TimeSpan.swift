import ArgumentParser
import Dates

/// A duration on the command line: `90s`, `5m`, `2h`, `30d`; `250ms` where fractions of a second make sense.
struct TimeSpan: Sendable, Equatable {
    /// Milliseconds.
    let milliseconds: Int64

    /// The same for Swift's clocks.
    var duration: Duration { .milliseconds(milliseconds) }

    /// Returns a number of seconds with the largest unit that divides it.
    static func text(seconds: Int64) -> String { DurationText.text(milliseconds: seconds &* 1_000) }

    /// The text in whole seconds with all its units: `266d 6h 40m 14s`.
    var words: String { DurationText.words(milliseconds: milliseconds) }

    /// A description for help and error messages.
    static let accepted = "a number with ms, s, m, h or d, such as 500ms or 5m"

    /// Returns a description of a range for error messages: `a time from 1s to 1d`, `a time up to 1d`.
    ///
    /// - Parameter unit: The unit of the range, in milliseconds.
    static func accepted(_ range: ClosedRange<Int64>, unit: Int64 = 1_000) -> String {
        let (shortest, longest) = (range.lowerBound * unit, range.upperBound * unit)
        let beginning = shortest == 0 ? "up to" : "from \(DurationText.text(milliseconds: shortest)) to"
        return "a time \(beginning) \(DurationText.text(milliseconds: longest))"
    }
}

extension ArgumentHelp {
    /// Returns the help of an argument for a time: what it is, then the accepted values.
    static func time(_ abstract: String, _ accepted: String = WholeSeconds.accepted) -> ArgumentHelp {
        ArgumentHelp("\(abstract): \(accepted).", valueName: "time")
    }
}

extension TimeSpan: ExpressibleByArgument {
    /// Reads one number with one unit; nil for anything else, including negative numbers.
    init?(argument: String) {
        guard let milliseconds = DurationText.milliseconds(argument) else { return nil }
        self.milliseconds = milliseconds
    }

    /// The text with the largest unit that divides it.
    var defaultValueDescription: String { DurationText.text(milliseconds: milliseconds) }
}

/// A duration on the command line that the daemons store in whole seconds: `90s`, `5m`, `2h`, `30d`.
struct WholeSeconds: Sendable, Equatable, ExpressibleByArgument {
    let seconds: Int64

    /// Reads one number with one unit; nil for anything else, including negative numbers and milliseconds.
    init?(argument: String) {
        guard let seconds = DurationText.seconds(argument) else { return nil }
        self.seconds = seconds
    }

    /// A description for help and error messages.
    static let accepted = "a number with s, m, h or d, such as 90s or 2h"
}

/// Times as RFC 3339 strings in UTC.
enum Timestamp {
    /// Returns a string such as `2026-03-01T18:00:00Z`.
    static func text(unixSeconds: Int64) -> String { RFC3339.text(seconds: unixSeconds) }

    /// Returns a string such as `2026-03-01T18:00:00.250Z`.
    static func text(unixMilliseconds: Int64) -> String {
        RFC3339.text(milliseconds: unixMilliseconds, alwaysFraction: true)
    }
}
