/// The width of strings on a terminal, in columns, and strings truncated and padded to columns.
enum TextWidth {
    static func of(_ text: String) -> Int { text.reduce(0) { $0 + of($1) } }

    /// Returns the columns of a character: none for a lone mark, two for wide letters and emoji.
    static func of(_ character: Character) -> Int {
        if let ascii = character.asciiValue { return ascii < 0x20 || ascii == 0x7F ? 0 : 1 }
        let scalars = character.unicodeScalars
        // Emoji presentation.
        if scalars.contains("\u{FE0F}") { return 2 }
        return scalars.map(of).max() ?? 0
    }

    /// Returns the string truncated to columns, with "…" for the missing part.
    static func cut(_ text: String, to columns: Int) -> String {
        if of(text) <= columns { return text }
        guard columns > 0 else { return "" }
        var cut = ""
        var used = 0
        for character in text {
            let width = of(character)
            if used + width > columns - 1 { break }
            cut.append(character)
            used += width
        }
        return cut + "…"
    }

    /// Returns the end of the string that fits into columns, after "…" for the missing part.
    static func cutBeginning(_ text: String, to columns: Int) -> String {
        if of(text) <= columns { return text }
        return String(cut(String(text.reversed()), to: columns).reversed())
    }

    /// Returns the string padded with spaces to a column.
    static func filled(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - of(text)))
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        // Hangul vowels and final consonants combine with the preceding letter.
        if (0x1160...0x11FF).contains(scalar.value) { return 0 }
        return scalar.properties.isEmojiPresentation || isWide(scalar.value) ? 2 : 1
    }

    /// Returns whether the East Asian Width of a code point is W or F (Unicode Standard Annex 11), except for emoji.
    private static func isWide(_ value: UInt32) -> Bool {
        wide.first { value <= $0.upperBound }?.contains(value) ?? false
    }

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x2E99, 0x2E9B...0x2EF3, 0x2F00...0x2FD5, 0x2FF0...0x303E, 0x3041...0x3096,
        0x3099...0x30FF, 0x3105...0x312F, 0x3131...0x318E, 0x3190...0x31E3, 0x31EF...0x321E, 0x3220...0x3247, 0x3250...0x4DBF,
        0x4E00...0xA48C, 0xA490...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE52,
        0xFE54...0xFE66, 0xFE68...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x16FE4, 0x16FF0...0x16FF1,
        0x17000...0x187F7, 0x18800...0x18CD5, 0x18D00...0x18D08, 0x1AFF0...0x1AFFE, 0x1B000...0x1B122, 0x1B132...0x1B132,
        0x1B150...0x1B152, 0x1B155...0x1B155, 0x1B164...0x1B167, 0x1B170...0x1B2FB, 0x1F200...0x1F202, 0x1F210...0x1F23B,
        0x1F240...0x1F248, 0x1F250...0x1F251, 0x1F260...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
    ]
}
