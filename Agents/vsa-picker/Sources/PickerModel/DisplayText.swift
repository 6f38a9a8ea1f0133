/// Prepares text from apps and providers for display: it must neither extend beyond its place nor look like something else.
public enum DisplayText {
    /// The maximum number of displayed characters of a name.
    public static let nameLimit = 100
    /// The maximum number of displayed characters of a paragraph.
    public static let paragraphLimit = 600
    /// The maximum number of scalars in a character. Family emoji need eleven; stacked accents have more.
    static let scalarsPerCharacter = 12

    /// Returns one line: without control characters, bidirectional overrides and other invisible characters, with every run of
    /// white space as one space, and with an ellipsis if it was too long. Empty if nothing is visible.
    public static func line(_ text: String, limit: Int = nameLimit) -> String {
        clean(text, limit: limit) { _ in " " }
    }

    /// Returns several lines: like `line`, but keeps line breaks, with at most one empty line in a row.
    public static func paragraph(_ text: String, limit: Int = paragraphLimit) -> String {
        clean(text, limit: limit) { $0 == "\n" ? "\n" : " " }
    }

    /// Returns a name for use in a sentence. A name in a right-to-left script is enclosed in marks, because it would otherwise
    /// reorder the adjacent words (Unicode Standard Annex 9, isolates). A left-to-right mark precedes it: Pango derives the
    /// direction of the sentence from its first letter, even if that is inside an isolate.
    public static func isolated(_ name: String) -> String {
        name.unicodeScalars.contains(where: isRightToLeft) ? "\u{200E}\u{2068}\(name)\u{2069}" : name
    }

    private static func clean(_ text: String, limit: Int, blank: (Unicode.Scalar) -> Unicode.Scalar) -> String {
        // The text may have a hundred megabytes: process no more than can be shown.
        let scalars = text.unicodeScalars.prefix(limit * scalarsPerCharacter)
        var kept = String.UnicodeScalarView()
        var pending: [Unicode.Scalar] = []
        var isVisible = false
        for scalar in scalars {
            if scalar.properties.isWhitespace || scalar.isBreak {
                pending.append(blank(scalar.isBreak ? "\n" : scalar))
            } else if !scalar.isHidden {
                if isVisible { kept.append(contentsOf: gap(pending)) }
                pending = []
                kept.append(scalar)
                isVisible = isVisible || !scalar.isJoiner
            }
        }
        guard isVisible else { return "" }
        let wasCut = scalars.endIndex < text.unicodeScalars.endIndex
        return shortened(String(kept), limit: limit, wasCut: wasCut)
    }

    /// Returns the replacement for a run of white space.
    private static func gap(_ blanks: [Unicode.Scalar]) -> [Unicode.Scalar] {
        let breaks = blanks.count { $0 == "\n" }
        return breaks > 0 ? Array(repeating: "\n", count: min(breaks, 2)) : blanks.isEmpty ? [] : [" "]
    }

    private static func shortened(_ text: String, limit: Int, wasCut: Bool) -> String {
        var result = ""
        var count = 0
        for character in text {
            if count == limit - 1, wasCut || text.dropFirst(limit).first != nil { return result + "…" }
            if character.unicodeScalars.count > scalarsPerCharacter {
                result.unicodeScalars.append(contentsOf: character.unicodeScalars.prefix(scalarsPerCharacter))
            } else {
                result.append(character)
            }
            count += 1
        }
        return wasCut ? result + "…" : result
    }

    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}

extension Unicode.Scalar {
    /// Whether it ends a line: LF, VT, FF, CR, NEL, LS, PS.
    fileprivate var isBreak: Bool {
        switch value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    /// Whether it joins letters and emoji.
    fileprivate var isJoiner: Bool { value == 0x200C || value == 0x200D }

    /// Whether it is invisible, or changes how other characters are displayed.
    fileprivate var isHidden: Bool {
        if isJoiner { return false }
        // Letters and symbols that are blank by definition: Hangul fillers, the empty braille pattern, object replacement.
        if [0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0, 0xFFFC].contains(value) { return true }
        switch properties.generalCategory {
        case .control, .format, .privateUse, .surrogate: return true
        // Noncharacters are among the unassigned ones; others may be newer than this table.
        case .unassigned: return value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(value)
        default: return false
        }
    }
}
