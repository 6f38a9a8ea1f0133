/// Sanitizes external strings (names of apps and providers, messages) for a terminal.
///
/// Characters that could move the cursor, change colours, reverse the writing direction or hide other text are replaced with
/// U+FFFD, so that they remain noticeable.
enum SafeText {
    /// The maximum number of combining marks on a letter; more would extend over the lines above and below.
    private static let maximumMarks = 4

    /// Returns the string in one line: line breaks and tabs become spaces.
    static func line(_ text: String) -> String {
        var safe = String.UnicodeScalarView()
        var marks = 0
        for scalar in text.unicodeScalars {
            if isMark(scalar) {
                marks += 1
                if marks > maximumMarks { continue }
            } else {
                marks = 0
            }
            safe.append(replacement(of: scalar))
        }
        return String(safe)
    }

    /// Returns the string with its line breaks.
    static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }.joined(separator: "\n")
    }

    private static func replacement(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "\n", "\r", "\t", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}": return " "
        // These join and select the forms of letters and emoji.
        case "\u{200C}", "\u{200D}", "\u{FE00}"..."\u{FE0F}": return scalar
        default: break
        }
        return switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator, .unassigned: "\u{FFFD}"
        default: scalar
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: scalar == "\u{200C}" || scalar == "\u{200D}"
        }
    }
}
