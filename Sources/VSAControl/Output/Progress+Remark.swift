import Glibc
import TerminalProgress

extension Progress {
    /// Writes a remark to standard error, in place of what is shown.
    static func remark(_ text: String) { StandardStream.line(eraser + text, to: STDERR_FILENO) }
}
