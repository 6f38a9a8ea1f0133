import ArgumentParser
import Dates

/// A duration on the command line that the daemons store in whole seconds: `90s`, `5m`, `2h`, `30d`.
struct WholeSeconds: Sendable, Equatable, ExpressibleByArgument {
    /// The number of seconds.
    let seconds: Int64

    /// Reads one number with one unit; nil for anything else, including negative numbers and milliseconds.
    init?(argument: String) {
        guard let seconds = DurationText.seconds(argument) else { return nil }
        self.seconds = seconds
    }

    /// A description for help and error messages.
    static let accepted = "a number with s, m, h or d, such as 90s, 5m, 2h or 30d"
}
