import Glibc
import StateDirectory
import Synchronization

/// The terminal of the process, which can hide typed input. Any thread may restore its original settings.
final class Terminal: Sendable {
    private struct State {
        var isHiding = false
        var original: termios
    }

    private let descriptor: Int32
    private let state: Mutex<State>

    /// Creates the terminal behind a descriptor; nil if there is none.
    init?(_ descriptor: Int32) {
        var original = termios()
        guard tcgetattr(descriptor, &original) == 0 else { return nil }
        self.descriptor = descriptor
        state = Mutex(State(original: original))
    }

    /// Whether the process may use the terminal. In the background, it belongs to the shell, which controls its settings.
    var isForeground: Bool {
        let group = tcgetpgrp(descriptor)
        return group < 0 || group == getpgrp()
    }

    /// Discards input that was typed before a prompt and not intended for it.
    func discardInput() {
        if isForeground { tcflush(descriptor, TCIFLUSH) }
    }

    /// Hides typed input except for line ends, and discards earlier input.
    func hideInput() { state.withLock { set(isHiding: true, TCSAFLUSH, &$0) } }

    func restore() { state.withLock { set(isHiding: false, TCSADRAIN, &$0) } }

    /// Stops the process as Ctrl-Z would, with the terminal as the shell expects it. Returns when the process continues.
    static func suspend(_ terminal: Terminal?) {
        guard let terminal else { return stop() }
        terminal.state.withLock { state in
            let wasHiding = state.isHiding
            terminal.set(isHiding: false, TCSADRAIN, &state)
            stop()
            // The shell may have changed it in the meantime.
            var found = termios()
            if wasHiding, terminal.isForeground, tcgetattr(terminal.descriptor, &found) == 0 { state.original = found }
            terminal.set(isHiding: wasHiding, TCSADRAIN, &state)
        }
    }

    private func set(isHiding: Bool, _ action: Int32, _ state: inout State) {
        guard isHiding != state.isHiding, isForeground else { return }
        var settings = state.original
        if isHiding {
            settings.c_lflag &= ~tcflag_t(ECHO)
            settings.c_lflag |= tcflag_t(ECHONL)
        }
        while tcsetattr(descriptor, action, &settings) != 0, errno == EINTR {}
        state.isHiding = isHiding
    }

    /// Stops the process as `SIGTSTP` would if it were not blocked in every thread. Without a shell that could continue the
    /// process, the system ignores the signal.
    private static func stop() {
        var set = Signals.set([SIGTSTP])
        pthread_kill(pthread_self(), SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }
}
