import Dispatch
import Glibc

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
