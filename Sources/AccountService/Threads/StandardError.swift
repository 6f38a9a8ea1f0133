import Glibc

/// Messages for the user who runs the daemon.
public enum StandardError {
    /// Gives the numbers of the standard streams that the process was started without to something harmless: a socket or file of
    /// that number would get what is meant for people. Call it before anything is opened.
    public static func reserveNumbers() {
        // The lowest free number is given out first. Opened for reading only, so that writing fails as on a closed stream.
        var descriptor: Int32 = 0
        repeat { descriptor = open("/dev/null", O_RDONLY) } while (0...STDERR_FILENO).contains(descriptor)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Writes one line.
    public static func write(_ line: String) {
        var text = line + "\n"
        text.withUTF8 { buffer in
            var rest = UnsafeRawBufferPointer(buffer)
            while !rest.isEmpty {
                let count = Glibc.write(STDERR_FILENO, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }
}
