import CLineEditing
import Foundation
import ServiceAccess
import Synchronization

/// The editor for the commands that a user types on a terminal: prompt, history and completion.
///
/// Lines are read on the commands' thread. Output that arrives meanwhile is written above the unfinished line.
final class LineEditor: Sendable {
    private struct State {
        /// Whether there is an unfinished line on the screen.
        var isReading = false
        /// The output to be written above it.
        var pending: [UInt8] = []

        mutating func flush() {
            Output.write(pending)
            pending = []
        }
    }

    private let state = Mutex(State())

    /// Starts the editor; nil if standard input and output are not a terminal, or libedit cannot be loaded.
    ///
    /// - Parameter completions: The beginnings of lines that the Tab key completes.
    init?(completions: [String]) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return nil }
        if let failure = clineediting_start("entitle> ", completions.map { $0 + "\n" }.joined()) {
            StandardError.say("entitle: no history and no completion of commands: \(String(cString: failure))")
            return nil
        }
        StandardError.say("entitle: help lists the commands, Tab completes them, Ctrl-D ends the input")
    }

    /// Reads a line; nil at the end of the input.
    func line() -> String? {
        state.withLock { $0.isReading = true }
        while true {
            switch clineediting_read() {
            case CLINEEDITING_WAKE:
                clineediting_hide()
                state.withLock { $0.flush() }
                clineediting_show()
            case let outcome:
                state.withLock { state in
                    state.isReading = false
                    state.flush()
                }
                return outcome == CLINEEDITING_LINE ? String(cString: clineediting_line()) : nil
            }
        }
    }

    /// Writes to standard output, above the unfinished line if there is one.
    func write(_ bytes: [UInt8]) {
        state.withLock { state in
            state.pending += bytes
            if state.isReading { clineediting_wake() } else { state.flush() }
        }
    }
}

/// The lines with the commands: the arguments, or standard input, on a terminal with an editor.
struct CommandLines {
    private var given: ArraySlice<String>?
    private let editor: LineEditor?

    /// Creates the lines of the arguments; nil to read standard input.
    init(_ given: [String]?, editor: LineEditor?) {
        self.given = given.map { $0[...] }
        self.editor = editor
    }

    /// Returns the next line; nil after the last one.
    mutating func next() -> String? {
        if given != nil { return given?.popFirst() }
        if let editor { return editor.line() }
        return readLine()
    }
}
