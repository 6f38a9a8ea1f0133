import Foundation

/// Restores the terminal if the program crashes: otherwise the shell would have no echo and the wrong screen.
enum CrashRestoration {
    // Written under the lock of the only `Terminal`, before the handler is set that reads them; a crash stops the writer.
    nonisolated(unsafe) private static var original = termios()
    // As above.
    nonisolated(unsafe) private static var input: Int32 = -1
    // As above.
    nonisolated(unsafe) private static var output: Int32 = -1
    // As above; bytes, because a handler must not make any.
    nonisolated(unsafe) private static var closing: [UInt8] = []

    /// Remembers what the terminal was like, and handles the signals of crashes once; afterwards they do what they always do.
    static func prepare(_ settings: termios, input: Int32, output: Int32) {
        original = settings
        Self.input = input
        Self.output = output
        guard closing.isEmpty else { return }
        closing = Array(ScreenWriter.close.utf8)
        for signal in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { signal in
                CrashRestoration.restore()
                // Its old effect is back (SA_RESETHAND) and comes when this returns.
                raise(signal)
            }
            action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
            sigaction(signal, &action, nil)
        }
    }

    /// Calls only what a signal handler may call.
    private static func restore() {
        _ = write(output, closing, closing.count)
        tcsetattr(input, TCSANOW, &original)
    }
}
