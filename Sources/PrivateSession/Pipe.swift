import Glibc
import StateDirectory

/// The two ends of a pipe, both with the close-on-exec flag.
struct Pipe {
    let reading: OwnedDescriptor
    let writing: OwnedDescriptor

    /// Creates a pipe. The caller must hold the spawn lock: the ends get the close-on-exec flag only after they exist.
    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError(action: "cannot create a pipe", number: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        reading = OwnedDescriptor(raising: ends[0])
        writing = OwnedDescriptor(raising: ends[1])
    }
}

/// A file descriptor that is closed with the last reference to this object.
final class OwnedDescriptor: Sendable {
    let number: Int32

    /// Adopts a descriptor and moves it above those of the standard streams, so that setting up a child's cannot overwrite it.
    init(raising number: Int32) {
        guard number <= STDERR_FILENO else {
            self.number = number
            return
        }
        self.number = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        close(number)
    }

    /// Opens a file with the close-on-exec flag, or creates one with mode 0600.
    ///
    /// - Throws: `SystemError` with the path.
    convenience init(path: String, flags: Int32) throws(SystemError) {
        let number = retrying { open(path, flags | O_CLOEXEC, 0o600) }
        guard number >= 0 else { throw SystemError(action: "cannot open \(path)", number: errno) }
        self.init(raising: number)
    }

    deinit { close(number) }
}
