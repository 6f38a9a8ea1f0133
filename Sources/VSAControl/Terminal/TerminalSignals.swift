import Foundation

/// The signals that a terminal program must handle. They are blocked in every thread and received one by one.
enum TerminalSignals {
    /// Those that end the program, and those about the terminal.
    static let all = SessionSignals.ending + [SIGTSTP, SIGCONT, SIGWINCH]

    /// Takes the signals on a thread of its own. Before the program stops, the terminal is as the shell expects it.
    static func watch(_ terminal: Terminal?, _ take: @escaping @Sendable (Int32) -> Void) {
        let thread = Thread {
            var set = SessionSignals.handled(all)
            pthread_sigmask(SIG_BLOCK, &set, nil)
            while true {
                let signal = sigwaitinfo(&set, nil)
                guard signal > 0 else { continue }
                if signal == SIGTSTP {
                    if let terminal { terminal.leaving(stop) } else { stop() }
                }
                take(signal)
            }
        }
        thread.name = "vsactl-signals"
        thread.start()
    }

    /// The effect of Ctrl-Z: all processes of the terminal's foreground group are stopped, including the programs around this
    /// one.
    static func suspend() { kill(0, SIGTSTP) }

    /// Stops as the signal would have done; returns when the program goes on. Without a shell that could continue it the system
    /// ignores the signal.
    private static func stop() {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTSTP)
        pthread_kill(pthread_self(), SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }
}
