import Foundation

/// Colours of the text output: none unless standard output is a terminal.
public struct Style: Sendable {
    /// Whether escape sequences are written.
    public var isColoured: Bool

    /// A style with or without colours.
    public init(isColoured: Bool) { self.isColoured = isColoured }

    /// Colours on a terminal that knows them, unless `NO_COLOR` is set.
    static func detect(environment: [String: String] = ProcessInfo.processInfo.environment) -> Style {
        let isRefused = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
        return Style(isColoured: !isRefused && isatty(STDOUT_FILENO) == 1)
    }

    /// How a text is set off.
    public enum Emphasis: String, Sendable {
        /// Nothing special.
        case plain = ""
        /// A heading.
        case heading = "1"
        /// As it should be.
        case good = "32"
        /// Worth a look.
        case attention = "33"
        /// Refused or broken.
        case bad = "31"
        /// Less important.
        case faint = "2"
        /// What Enter would take.
        case selected = "7"
        /// Colours that tell neighbours apart.
        case first = "34"
        case second = "36"
        case third = "35"
        case fourth = "94"
    }

    /// The text with its escape sequences, where there are any.
    public func text(_ text: String, _ emphasis: Emphasis) -> String {
        isColoured && emphasis != .plain ? "\u{1B}[\(emphasis.rawValue)m\(text)\u{1B}[0m" : text
    }
}
