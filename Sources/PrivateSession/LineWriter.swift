import Glibc
import StateDirectory
import Synchronization

/// A child's standard input. Writes wait until the child reads them; the order of the calls is preserved.
public final class LineWriter: Sendable {
    private let descriptor: Mutex<OwnedDescriptor?>
    private let thread: SerialThread

    init(_ descriptor: OwnedDescriptor) throws(SystemError) {
        self.descriptor = Mutex(descriptor)
        thread = try SerialThread()
        // Writing to a child that has closed its input fails, which must not terminate this process.
        thread.enqueue {
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
        }
    }

    /// Writes a string, and waits until the system has accepted it.
    ///
    /// - Throws: `SystemError` with `EPIPE` if the child no longer reads, or with `EBADF` after `close()`.
    public func write(_ text: String) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            thread.enqueue { [self] in continuation.resume(with: Result { try writeNow(Array(text.utf8)) }) }
        }
    }

    /// Writes a line: the string and a line break.
    public func write(line: String) async throws { try await write(line + "\n") }

    /// Closes the child's input after all pending writes.
    public func close() {
        thread.enqueue { [self] in descriptor.withLock { $0 = nil } }
    }

    private func writeNow(_ bytes: [UInt8]) throws(SystemError) {
        guard let descriptor = descriptor.withLock({ $0 }) else { throw SystemError(action: "cannot write", number: EBADF) }
        do { try OpenFile.write(bytes, to: descriptor.number) } catch {
            throw SystemError(action: "cannot write to a child process", number: error.number)
        }
    }
}
