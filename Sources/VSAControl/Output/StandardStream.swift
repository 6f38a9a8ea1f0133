import Dispatch
import Glibc
import Synchronization

/// Writes to the standard streams immediately and without a buffer, so that readers see each line when it is written.
enum StandardStream {
    /// The name that means standard input or output instead of a file.
    static let name = "-"

    private static let firstFailure = Mutex<Int32?>(nil)
    /// The first error of writing to standard output; nil if there was none. A reader that has closed it is not an error.
    static var outputFailure: Int32? { firstFailure.withLock { $0 == EPIPE ? nil : $0 } }
    /// Whether standard output can no longer be written to: it is full, broken, or closed by its reader.
    static var isOutputClosed: Bool { firstFailure.withLock { $0 != nil } }

    /// Writes a string. Output that cannot be written is discarded; the program's exit code reports this.
    static func write(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, Array(rest), rest.count)
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, errno == EAGAIN {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&waiting, 1, -1)
            } else if count == 0 || errno != EINTR {
                let reason = errno
                if descriptor == STDOUT_FILENO { firstFailure.withLock { $0 = $0 ?? reason } }
                return
            }
        }
    }

    /// Writes a remark to standard error. It may quote files, the daemons, other programs and their logs.
    static func remark(_ text: String) { line(SafeText.lines(text), to: STDERR_FILENO) }

    static func line(_ text: String, to descriptor: Int32 = STDOUT_FILENO) { write(text + "\n", to: descriptor) }
}

/// Detects that standard output is no longer read: a program that rarely writes would otherwise notice only at its next line.
enum ReaderWatch {
    /// Performs work until it ends, or the reader of standard output has closed it.
    static func perform(_ work: @escaping @Sendable () async throws -> Void) async throws {
        // A closed pipe must not terminate this program with SIGPIPE before it has cleaned up.
        signal(SIGPIPE, SIG_IGN)
        try await Waiting.first(work, { await readerHasGone() })
    }

    /// Returns when the reader of standard output has closed it; never if it is a file or a terminal.
    private static func readerHasGone() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        DispatchQueue(label: "vsactl-reader").async {
            var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
            while poll(&output, 1, -1) <= 0 {}
            continuation.finish()
        }
        for await _ in stream {}
    }
}
