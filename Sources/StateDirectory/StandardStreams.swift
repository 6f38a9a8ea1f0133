import Glibc

/// The descriptors of a program's standard streams.
package enum StandardStreams {
    /// Opens `/dev/null` in place of standard streams that are closed: otherwise a socket or file could get one of their numbers
    /// and receive what is written for the user. Call it before anything is opened.
    package static func reserveNumbers() {
        // The lowest free number is assigned first. Opened for reading only, so that writing fails as on a closed stream.
        var descriptor: Int32 = 0
        repeat { descriptor = open("/dev/null", O_RDONLY) } while (0...STDERR_FILENO).contains(descriptor)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Writes a line to standard output at once: the buffer of `print` would hide that it cannot be written. A reader that has
    /// closed it is not an error.
    package static func print(_ line: String) throws(UnwritableOutput) {
        do { try OpenFile.write(Array((line + "\n").utf8), to: STDOUT_FILENO) } catch {
            if error.number == EPIPE { return }
            throw UnwritableOutput(description: "cannot write to standard output: \(error.reason)")
        }
    }
}

/// The failure of a program whose output cannot be written.
package struct UnwritableOutput: Error, CustomStringConvertible {
    package let description: String
}
