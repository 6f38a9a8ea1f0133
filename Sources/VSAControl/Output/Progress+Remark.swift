import Glibc
import TerminalProgress

extension Progress {
    /// Writes a remark to standard error, in place of the progress shown there.
    static func remark(_ text: String) { StandardStream.line(eraser + text, to: STDERR_FILENO) }
}
