import Encodings

/// The writing of XML: escaping of text, without two consecutive white space characters.
enum XMLText {
    /// Returns a string as element content or a double-quoted attribute value.
    ///
    /// White space other than a single space becomes a character reference. The document therefore has no line breaks and no runs
    /// of white space, and collapsing white space in transit does not break its signature.
    static func escape(_ text: String) -> String { withReferences(text, forMarkup: true) }

    /// Returns the same document with every white space character except single spaces as a character reference.
    ///
    /// For text that a serializer wrote from parsed values. Its markup has no line breaks and no runs of spaces, so any that
    /// occur belong to values.
    static func withoutWhitespaceRuns(_ document: String) -> String { withReferences(document, forMarkup: false) }

    /// Returns a string with references for white space and, on request, for markup; then it also replaces illegal characters.
    private static func withReferences(_ text: String, forMarkup: Bool) -> String {
        guard needsReferences(text, forMarkup: forMarkup) else { return text }
        var result = ""
        result.reserveCapacity(text.utf8.count + 64)
        var followsBlank = false
        for scalar in text.unicodeScalars {
            let isBlank = scalar.properties.isWhitespace
            switch scalar {
            case _ where isBlank && (scalar != " " || followsBlank): result += "&#\(scalar.value);"
            case "&" where forMarkup: result += "&amp;"
            case "<" where forMarkup: result += "&lt;"
            case ">" where forMarkup: result += "&gt;"
            case "\"" where forMarkup: result += "&quot;"
            default: result.unicodeScalars.append(!forMarkup || XMLReference.isLegal(scalar) ? scalar : "\u{FFFD}")
            }
            followsBlank = isBlank
        }
        return result
    }

    /// Returns whether XML 1.0 can represent a string.
    static func isLegal(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x20..<0x80).contains($0) } || text.unicodeScalars.allSatisfy(XMLReference.isLegal)
    }

    /// Returns whether a string can be an identifier: an ASCII letter or `_`, then letters, digits, `_`, `-` and `.`.
    static func isIdentifier(_ text: String) -> Bool {
        guard let first = text.utf8.first, !first.isASCIIDigit, !"-.".utf8.contains(first), text.utf8.count <= 256 else {
            return false
        }
        return text.utf8.allSatisfy { $0.isASCIILetterOrDigit || "_-.".utf8.contains($0) }
    }

    /// Returns whether a string contains anything but ASCII, line breaks, runs of spaces or, on request, markup. Bytes are
    /// examined much faster than characters, and most texts need no references.
    private static func needsReferences(_ text: String, forMarkup: Bool) -> Bool {
        func needs(_ bytes: some Sequence<UInt8>) -> Bool {
            var previous: UInt8 = 0
            for byte in bytes {
                if byte >= 0x80 || byte < 0x20 || byte == 0x20 && previous == 0x20 { return true }
                if forMarkup, byte == 0x22 || byte == 0x26 || byte == 0x3C || byte == 0x3E { return true }
                previous = byte
            }
            return false
        }
        return text.utf8.withContiguousStorageIfAvailable { needs($0) } ?? needs(text.utf8)
    }
}
