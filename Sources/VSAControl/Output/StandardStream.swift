import Foundation
import Synchronization

/// Writes to the standard streams at once and without a buffer, so that whoever reads along sees each line when it is written.
enum StandardStream {
    /// The reason why something could not be written on standard output, the first; nil when all could.
    static var outputFailure: Int32? { firstFailure.withLock { $0 } }
    private static let firstFailure = Mutex<Int32?>(nil)
    /// Whether nothing more can be written on standard output: it is full, broken, or nobody reads it.
    static var isOutputClosed: Bool { isClosed.load(ordering: .relaxed) }
    private static let isClosed = Atomic(false)

    /// Writes a text. What cannot be written is dropped; the program's exit code tells it.
    static func write(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = Foundation.write(descriptor, Array(rest), rest.count)
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, errno == EAGAIN {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&waiting, 1, -1)
            } else if count == 0 || errno != EINTR {
                let reason = errno
                // A reader that has seen enough is no failure.
                if descriptor == STDOUT_FILENO, reason != EPIPE { firstFailure.withLock { $0 = $0 ?? reason } }
                if descriptor == STDOUT_FILENO { isClosed.store(true, ordering: .relaxed) }
                return
            }
        }
    }

    /// Writes a line.
    static func line(_ text: String, to descriptor: Int32 = STDOUT_FILENO) { write(text + "\n", to: descriptor) }
}
