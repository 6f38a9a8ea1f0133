import Glibc
import Synchronization

/// A child's standard input. What is written waits here until the child takes it; the order of the calls is kept.
public final class LineWriter: Sendable {
    private let descriptor: Mutex<OwnedDescriptor?>
    private let thread: SerialThread

    init(_ descriptor: OwnedDescriptor) throws(SystemError) {
        self.descriptor = Mutex(descriptor)
        thread = try SerialThread()
        // A child that closed its input makes a write fail; it must not end this process.
        thread.enqueue {
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
        }
    }

    /// Writes a text, and waits until the system has taken it.
    ///
    /// - Throws: `SystemError` with `EPIPE` when the child reads no more, with `EBADF` after `close()`.
    public func write(_ text: String) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            thread.enqueue { [self] in continuation.resume(with: Result { try writeNow(Array(text.utf8)) }) }
        }
    }

    /// Writes a line: the text and a line end.
    public func write(line: String) async throws { try await write(line + "\n") }

    /// Closes the child's input, after everything that is being written.
    public func close() {
        thread.enqueue { [self] in descriptor.withLock { $0 = nil } }
    }

    private func writeNow(_ bytes: [UInt8]) throws(SystemError) {
        guard let descriptor = descriptor.withLock({ $0 }) else { throw SystemError("cannot write", number: EBADF) }
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes { rest in
                retryingInterruptions { Glibc.write(descriptor.number, rest.baseAddress, rest.count) }
            }
            guard count >= 0 else { throw SystemError("cannot write to a child process", number: errno) }
            start += count
        }
    }
}
