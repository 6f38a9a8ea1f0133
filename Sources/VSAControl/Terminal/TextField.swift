/// A text input with a cursor.
struct TextField: Sendable, Equatable {
    private var before: String
    private var after = ""
    /// Whether the text shows as stars.
    let isHidden: Bool

    /// How many bytes it takes.
    private static let maximumLength = 1_024

    /// A field with a text, the cursor at its end.
    init(_ text: String = "", isHidden: Bool = false) {
        before = text
        self.isHidden = isHidden
    }

    /// The entered text.
    var text: String { before + after }

    /// Takes a key.
    ///
    /// - Returns: whether the key is one for texts.
    mutating func take(_ key: Key) -> Bool {
        switch key {
        case .text(let scalar):
            if before.utf8.count + after.utf8.count < Self.maximumLength { before.unicodeScalars.append(scalar) }
        case .backspace: if !before.isEmpty { before.removeLast() }
        case .delete: if !after.isEmpty { after.removeFirst() }
        case .deleteWord:
            while before.last == " " { before.removeLast() }
            while let last = before.last, last != " " { before.removeLast() }
        case .deleteAll: before = ""
        case .left: if let last = before.popLast() { after = String(last) + after }
        case .right: if !after.isEmpty { before.append(after.removeFirst()) }
        case .home: (before, after) = ("", text)
        case .end: (before, after) = (text, "")
        default: return false
        }
        return true
    }

    /// The visible part for a number of columns, and the cursor's column in it: the end of a long text before the cursor stays
    /// visible.
    func shown(columns: Int) -> (text: String, cursor: Int) {
        let columns = max(1, columns)
        let visibleBefore = Array(isHidden ? String(repeating: "*", count: before.count) : SafeText.line(before))
        let visibleAfter = isHidden ? String(repeating: "*", count: after.count) : SafeText.line(after)
        var start = visibleBefore.count
        var width = 0
        while start > 0, width + TextWidth.of(visibleBefore[start - 1]) < columns {
            width += TextWidth.of(visibleBefore[start - 1])
            start -= 1
        }
        return (String(visibleBefore[start...]) + visibleAfter, width)
    }
}
