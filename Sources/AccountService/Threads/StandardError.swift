import Glibc

/// Messages for the user who runs the daemon.
public enum StandardError {
    /// Opens `/dev/null` in place of standard streams that are closed: otherwise a socket or file could get one of their numbers
    /// and receive messages for the user. Call it before anything is opened.
    public static func reserveNumbers() {
        // The lowest free number is assigned first. Opened for reading only, so that writing fails as on a closed stream.
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
