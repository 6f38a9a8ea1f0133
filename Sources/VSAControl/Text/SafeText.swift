/// Texts of others (names of apps and providers, messages), made harmless for a terminal.
///
/// What could move the cursor, change colours, reverse the direction of writing or hide other text is replaced by U+FFFD, so that
/// it is seen that something was there.
enum SafeText {
    /// How many combining marks one letter keeps; more would run over the lines above and below.
    private static let maximumMarks = 4

    /// The text on one line: line ends and tabs become blanks.
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

    /// Whether a character that somebody types or pastes belongs into a text field.
    static func isTypable(_ scalar: Unicode.Scalar) -> Bool { replacement(of: scalar) == scalar }

    private static func replacement(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "\n", "\r", "\t", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}": return " "
        // They join and select the forms of letters and pictures.
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
