import FoundationEssentials
import Glibc

/// The colours of the text output: none unless it is written to a terminal.
struct Style: Sendable {
    /// Whether escape sequences are written.
    var isColoured: Bool
    /// The columns of the terminal, to which long rows are truncated; nil for other outputs.
    var columns: Int?

    /// Returns a style with colours for a terminal that supports them, unless `NO_COLOR` is set.
    static func detect(
        _ descriptor: Int32 = STDOUT_FILENO, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> Style {
        let isRefused = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
        return Style(isColoured: !isRefused && isatty(descriptor) == 1, columns: TerminalSize.of(descriptor)?.columns)
    }

    enum Emphasis: String, Sendable {
        case plain = ""
        case heading = "1"
        /// The normal state.
        case good = "32"
        /// A state that deserves attention.
        case attention = "33"
        /// Denied or broken.
        case bad = "31"
        /// Less important.
        case faint = "2"
        /// Colours that distinguish adjacent items.
        case first = "34"
        case second = "36"
        case third = "35"
        case fourth = "94"
    }

    /// Returns the text with escape sequences, if they are enabled.
    func text(_ text: String, _ emphasis: Emphasis) -> String {
        isColoured && emphasis != .plain ? "\u{1B}[\(emphasis.rawValue)m\(text)\u{1B}[0m" : text
    }
}

struct TerminalSize: Sendable, Equatable {
    var columns: Int
    var rows: Int

    /// Returns the size; nil if the descriptor is not a terminal, or the size is unknown.
    static func of(_ descriptor: Int32) -> TerminalSize? {
        var size = winsize()
        guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return nil
        }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
