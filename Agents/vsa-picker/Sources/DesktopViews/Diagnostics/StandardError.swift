import Glibc

/// Standard error, for error messages and `--timing`.
package enum StandardError {
    /// Writes a line; if there is no reader, it is discarded.
    package static func write(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = Glibc.write(2, bytes, bytes.count)
    }
}
