import Glibc

/// The size of a terminal's window.
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
