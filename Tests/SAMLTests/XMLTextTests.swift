import TVWorld
import Testing

@testable import SAML

/// The bytes of plain text are checked first; the result must be the same as that of a check of every character.
@Suite("Writing XML text")
struct XMLTextTests {
    private static func reference(_ text: String, escapesMarkup: Bool) -> String {
        var result = ""
        var followsBlank = false
        for scalar in text.unicodeScalars {
            let isBlank = scalar.properties.isWhitespace
            let entities: [Unicode.Scalar: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"]
            if escapesMarkup, let entity = entities[scalar] {
                result += entity
            } else if isBlank, scalar != " " || followsBlank {
                result += "&#\(scalar.value);"
            } else if escapesMarkup, scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF {
                result += "\u{FFFD}"
            } else {
                result.unicodeScalars.append(scalar)
            }
            followsBlank = isBlank
        }
        return result
    }

    private static let characters: [Unicode.Scalar] = [
        "a", "Z", "0", " ", " ", "&", "<", ">", "\"", "'", "\t", "\n", "\r", "\u{0}", "\u{1F}", "\u{7F}", "\u{80}", "\u{85}",
        "\u{A0}", "é", "\u{2028}", "\u{3000}", "\u{FFFE}", "\u{FFFF}", "\u{1F600}",
    ]

    @Test("Random texts of plain and other characters", arguments: [3, 12, 25])
    func random(kinds: Int) {
        var random = SeededGenerator(seed: UInt64(kinds))
        for _ in 0..<2_000 {
            var text = ""
            for _ in 0..<Int.random(in: 0...24, using: &random) {
                text.unicodeScalars.append(Self.characters[Int.random(in: 0..<kinds, using: &random)])
            }
            #expect(XMLText.escape(text) == Self.reference(text, escapesMarkup: true))
            #expect(XMLText.withoutWhitespaceRuns(text) == Self.reference(text, escapesMarkup: false))
            let illegal = text.unicodeScalars.contains {
                $0.value < 0x20 && ![0x09, 0x0A, 0x0D].contains($0.value) || [0xFFFE, 0xFFFF].contains($0.value)
            }
            #expect(XMLText.isLegal(text) != illegal)
        }
    }
}
