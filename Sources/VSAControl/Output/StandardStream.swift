import Foundation

/// Writes to the standard streams at once and without a buffer, so that whoever reads along sees each line when it is written.
enum StandardStream {
    /// Writes a text. What cannot be written is dropped: there is nobody to tell.
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
                return
            }
        }
    }

    /// Writes a line.
    static func line(_ text: String, to descriptor: Int32 = STDOUT_FILENO) { write(text + "\n", to: descriptor) }
}
