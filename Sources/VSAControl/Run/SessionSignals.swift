import Foundation

/// The signals that end a session or are passed on to its command.
///
/// They are blocked in every thread and taken one by one, because a handler could do next to nothing, and because only so the
/// sender is known: what the terminal sends reaches the command by itself, it is in the same process group.
public enum SessionSignals {
    /// A signal that came.
    struct Arrival: Sendable, Equatable {
        var signal: Int32
        /// Whether the terminal sent it, to the command as well.
        var isFromTerminal: Bool
    }

    /// `SI_KERNEL`, which Swift does not import.
    private static let fromKernel: Int32 = 0x80

    /// Blocks the signals in the calling thread and those that it starts. To be called before there are other threads.
    ///
    /// - Parameter arguments: Those of the program; only `run` needs it.
    public static func block(for arguments: [String]) {
        guard arguments.first(where: { !$0.hasPrefix("-") }) == "run" else { return }
        var set = handled()
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// The signals as they come; one consumer for the whole program.
    static func arrivals() -> AsyncStream<Arrival> {
        let (stream, continuation) = AsyncStream.makeStream(of: Arrival.self)
        let thread = Thread {
            var set = handled()
            pthread_sigmask(SIG_BLOCK, &set, nil)
            while true {
                var information = siginfo_t()
                let signal = sigwaitinfo(&set, &information)
                guard signal > 0 else { continue }
                continuation.yield(Arrival(signal: signal, isFromTerminal: information.si_code == fromKernel))
            }
        }
        thread.name = "vsactl-signals"
        thread.start()
        return stream
    }

    /// Those that were not ignored when the program started: `nohup` stays in force.
    private static func handled() -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
            var action = sigaction()
            sigaction(signal, nil, &action)
            let isIgnored = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
            if !isIgnored { sigaddset(&set, signal) }
        }
        return set
    }
}
