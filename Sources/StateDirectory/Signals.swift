import Glibc

/// The dispositions of signals.
package enum Signals {
    /// Returns whether a signal is ignored in this process, as the one that started it may have decided: `nohup` does so.
    package static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return false }
        // `SIG_IGN`, which Swift does not import.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}
