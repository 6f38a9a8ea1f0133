/// One key press as a user means it.
enum Key: Sendable, Equatable {
    /// A letter, or a part of one.
    case text(Unicode.Scalar)
    case up, down, left, right, home, end, pageUp, pageDown
    case enter, tab, backTab, escape
    /// Deletes before the cursor: a letter, a word, everything.
    case backspace, deleteWord, deleteAll
    /// Deletes under the cursor.
    case delete
    /// Ctrl-C, Ctrl-\
    case interrupt
    /// Ctrl-D
    case endOfInput
    /// Ctrl-Z
    case suspend
    /// Ctrl-L
    case redraw
}
