import Foundation
import Synchronization

/// The process's terminal. Whatever mode it is in, `restore` brings it back to how it was found; any thread may do that.
final class Terminal: Sendable {
    /// How the terminal is used.
    enum Mode: Sendable, Equatable {
        /// As it was found.
        case lines
        /// The same, but what is typed does not show.
        case hiddenLines
        /// The whole screen, key by key.
        case screen
    }

    private struct State {
        var mode = Mode.lines
        var original: termios
    }

    private let input: Int32
    private let output: Int32
    private let state: Mutex<State>

    /// The terminal behind a descriptor; nil when there is none.
    ///
    /// - Parameters:
    ///   - input: where keys come from.
    ///   - output: where the screen is written.
    init?(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) {
        var original = termios()
        guard tcgetattr(input, &original) == 0 else { return nil }
        self.input = input
        self.output = output
        state = Mutex(State(original: original))
    }

    deinit { restore() }

    /// The size, or the usual one when the terminal does not tell.
    var size: TerminalSize {
        var size = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return .usual }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Whether the whole screen is this program's.
    var isOnScreen: Bool { state.withLock { $0.mode == .screen } }

    /// Changes the mode. A change to a prompt's mode discards earlier input, which was not meant for the prompt.
    func enter(_ mode: Mode) { state.withLock { enter(mode, &$0, drops: true) } }

    /// Shows lines; nothing happens outside of `Mode.screen`.
    func draw(_ lines: [ScreenLine], _ style: Style) {
        state.withLock { state in
            guard state.mode == .screen else { return }
            StandardStream.write(ScreenWriter.text(lines, style), to: output)
        }
    }

    /// Brings the terminal back to how it was found. Does nothing when it is so.
    func restore() { state.withLock { enter(.lines, &$0, drops: false) } }

    /// Restores the terminal, does something (stops the process, for one), and goes on in the same mode.
    func leaving(_ action: () -> Void) {
        state.withLock { state in
            let mode = state.mode
            enter(.lines, &state, drops: false)
            action()
            // The shell may have changed it meanwhile.
            var found = termios()
            if mode != .lines, isForeground, tcgetattr(input, &found) == 0 { state.original = found }
            enter(mode, &state, drops: false)
        }
    }

    private func enter(_ mode: Mode, _ state: inout State, drops: Bool) {
        // In the background it belongs to the shell, which has set it as it likes.
        guard mode != state.mode, isForeground else { return }
        if state.mode == .screen { StandardStream.write(ScreenWriter.close, to: output) }
        var settings = state.original
        switch mode {
        case .lines: break
        case .hiddenLines: settings.c_lflag &= ~tcflag_t(ECHO)
        case .screen: cfmakeraw(&settings)
        }
        if mode == .screen { CrashRestoration.prepare(state.original, input: input, output: output) }
        while tcsetattr(input, drops ? TCSAFLUSH : TCSADRAIN, &settings) != 0, errno == EINTR {}
        if mode == .screen { StandardStream.write(ScreenWriter.open, to: output) }
        state.mode = mode
    }

    /// Whether the process may use the terminal.
    private var isForeground: Bool {
        let group = tcgetpgrp(input)
        return group < 0 || group == getpgrp()
    }
}
