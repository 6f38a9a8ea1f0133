import Glibc

/// SIGTERM and SIGINT as something to wait for.
///
/// The signals are blocked in every thread; the main thread, which has nothing else to do, takes them, so that no handler
/// interrupts anything. (An asynchronous `main` would not do: its thread waits with every signal unblocked.)
struct TerminationSignals: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    /// Blocks the signals. Call it before there is a second thread: threads inherit what is blocked.
    init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        var signals = Self.set
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        // Writing to a bus that has gone must not end the process.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Takes the signals, for ever: the first asks the daemon to end, the second ends the process.
    func take() -> Never {
        var signals = Self.set
        var received: Int32 = 0
        var count = 0
        while count < 2 {
            guard sigwait(&signals, &received) == 0 else { continue }
            count += 1
            continuation.yield()
        }
        _exit(128 + received)
    }

    /// Returns when one of the signals has come, or when the task is cancelled.
    func first() async {
        for await _ in stream { return }
    }

    private static var set: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        sigaddset(&signals, SIGINT)
        return signals
    }
}
