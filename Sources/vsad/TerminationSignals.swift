import Glibc
import StateDirectory

/// SIGTERM, SIGINT, and the SIGHUP of a terminal that is closed, as an awaitable event.
///
/// The signals are blocked in every thread. The main thread, which is otherwise idle, accepts them, so that no handler interrupts
/// anything. (An asynchronous `main` is not sufficient: its thread waits with all signals unblocked.)
struct TerminationSignals: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    /// Blocks the signals. Call it before there is a second thread, because threads inherit the mask.
    init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        var signals = Self.set
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        // Writing to a bus that has exited must not end the process.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Accepts the signals forever: each asks the daemon to stop, and the second SIGTERM or SIGINT ends the process. SIGHUP does
    /// not count: when a terminal is closed, its shell and the kernel both send it, and a service manager may send it beside
    /// SIGTERM.
    func take() -> Never {
        var signals = Self.set
        var received: Int32 = 0
        var isStopping = false
        while true {
            guard sigwait(&signals, &received) == 0 else { continue }
            if received != SIGHUP {
                if isStopping { _exit(128 + received) }
                isStopping = true
            }
            continuation.yield()
        }
    }

    /// Returns when one of the signals has arrived, or the task is cancelled.
    func first() async {
        for await _ in stream { return }
    }

    private static var set: sigset_t {
        // A blocked signal arrives even if it is ignored, and `nohup` must remain effective.
        Signals.set([SIGTERM, SIGINT] + (Signals.isIgnored(SIGHUP) ? [] : [SIGHUP]))
    }
}
