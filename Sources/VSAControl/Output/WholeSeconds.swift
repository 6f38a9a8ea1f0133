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

extension Failure {
    /// Returns the failure with the option of a field that the service does not accept, and the accepted seconds as times.
    func naming(_ options: KeyValuePairs<String, String>) -> Failure {
        let named = options.first { message.hasPrefix("\($0.key) takes ") || message.hasPrefix("\($0.key).") }
        guard let (field, option) = named else { return self }
        let numbers = message.dropFirst(field.count).split { !$0.isNumber }.compactMap { Int64($0) }
        guard numbers.count == 2 else { return self }
        let range = numbers.map(TimeSpan.text(seconds:)).joined(separator: " to ")
        return Failure(status, "\(option) takes a time from \(range)", advice: advice)
    }
}
