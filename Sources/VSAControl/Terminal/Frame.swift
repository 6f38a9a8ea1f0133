/// The size of a terminal in characters.
struct TerminalSize: Sendable, Equatable {
    var columns: Int
    var rows: Int

    /// The usual size, for terminals that do not report theirs.
    static let usual = TerminalSize(columns: 80, rows: 24)
}

/// One line of a screen.
struct ScreenLine: Sendable, Equatable {
    /// A piece of text that looks the same all over.
    struct Piece: Sendable, Equatable {
        var text: String
        var emphasis: Style.Emphasis
    }

    /// The pieces. The caller must already have sanitized untrusted text in them.
    var pieces: [Piece]
    /// The column of the cursor, when that is on this line.
    var cursor: Int?

    /// An empty line.
    static let blank = ScreenLine(pieces: [])

    init(pieces: [Piece], cursor: Int? = nil) {
        self.pieces = pieces
        self.cursor = cursor
    }

    /// A line that looks the same all over.
    init(_ text: String, _ emphasis: Style.Emphasis = .plain) {
        self.init(pieces: [Piece(text: text, emphasis: emphasis)])
    }

    /// The text alone.
    var text: String { pieces.map(\.text).joined() }

    /// The line cut to columns.
    func cut(to columns: Int) -> ScreenLine {
        var rest = columns
        var cut: [Piece] = []
        for piece in pieces where rest > 0 {
            let text = TextWidth.cut(piece.text, to: rest)
            cut.append(Piece(text: text, emphasis: piece.emphasis))
            // A piece that lost something ends the line, also when a wide letter left a column free.
            if text != piece.text { break }
            rest -= TextWidth.of(text)
        }
        return ScreenLine(pieces: cut, cursor: cursor.map { min($0, max(0, columns - 1)) })
    }
}

/// Everything that a screen wants to show, before it is fitted to the terminal: the body scrolls between head and foot.
struct ScreenContent: Sendable, Equatable {
    var head: [ScreenLine]
    var body: [ScreenLine]
    /// The line of the body that must be seen.
    var focus: Int
    var foot: [ScreenLine]

    /// How many lines of the body are shown as long as there is anything else to give up.
    private static let leastBody = 3

    /// The lines that fit: the foot is dropped first, then the head except for its line with the cursor, then that line.
    func fitted(to size: TerminalSize) -> [ScreenLine] {
        var head = head
        var foot = foot
        let wanted = min(body.count, Self.leastBody)
        while head.count + foot.count + wanted > size.rows {
            if !foot.isEmpty {
                foot.removeLast()
            } else if let index = head.firstIndex(where: { $0.cursor == nil }) ?? head.indices.first {
                head.remove(at: index)
            } else {
                break
            }
        }
        let room = max(0, size.rows - head.count - foot.count)
        let top = max(0, min(focus - room / 2, body.count - room))
        let lines = head + body.dropFirst(top).prefix(room) + foot
        return lines.map { $0.cut(to: size.columns) }
    }
}

/// Writes lines as the bytes that a terminal shows them for.
enum ScreenWriter {
    /// Into the alternate screen: no wrapping, pasted text marked as such.
    static let open = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h\u{1B}[2J"
    /// Back to where the shell was.
    static let close = "\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[0m\u{1B}[?1049l"

    /// The whole screen again.
    static func text(_ lines: [ScreenLine], _ style: Style) -> String {
        var text = "\u{1B}[?25l\u{1B}[H"
        var cursor: (row: Int, column: Int)?
        for (row, line) in lines.enumerated() {
            if row > 0 { text += "\r\n" }
            for piece in line.pieces { text += style.text(piece.text, piece.emphasis) }
            text += "\u{1B}[K"
            if let column = line.cursor { cursor = (row + 1, column + 1) }
        }
        text += "\u{1B}[J"
        if let cursor { text += "\u{1B}[\(cursor.row);\(cursor.column)H\u{1B}[?25h" }
        return text
    }
}
