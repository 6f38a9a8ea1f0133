import Glibc

/// Signals of this process.
package enum Signals {
    /// Returns a set of signals.
    package static func set(_ signals: some Sequence<Int32>) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        return set
    }

    /// Returns whether a signal is ignored in this process, as the one that started it may have decided: `nohup` does so.
    package static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return false }
        // `SIG_IGN`, which Swift does not import.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}
