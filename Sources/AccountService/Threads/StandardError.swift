import Glibc
import StateDirectory

/// Messages for the user who runs the daemon.
public enum StandardError {
    /// Writes one line.
    public static func write(_ line: String) { try? OpenFile.write(Array((line + "\n").utf8), to: STDERR_FILENO) }
}
