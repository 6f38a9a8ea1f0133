/// References to characters in XML 1.0 (sections 4.1 and 4.6): the five predefined entities, and numbers.
package enum XMLReference {
    /// An ampersand does not begin a reference.
    package struct Unknown: Error {
        /// The beginning of the text after the ampersand, without control characters.
        package let text: String
    }

    /// Returns a text with the characters in place of the references to them.
    ///
    /// - Throws: ``Unknown`` for the first ampersand that does not begin a reference to a character of XML.
    package static func resolve(_ text: String) throws(Unknown) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        // By scalars: a combining character after a reference belongs to the same Character as its semicolon.
        var parts = text.unicodeScalars.split(separator: "&", omittingEmptySubsequences: false)
        var resolved = String.UnicodeScalarView(parts.removeFirst())
        for part in parts {
            guard let end = part.firstIndex(of: ";"), let character = character(Substring(part[..<end])) else {
                throw Unknown(text: String(Substring(part.prefix(8).prefix { $0.value >= 0x20 && $0.value != 0x7F })))
            }
            resolved.append(character)
            resolved += part[part.index(after: end)...]
        }
        return String(resolved)
    }

    /// Returns a text as character data, with references to markup and to white space other than blanks. Characters that XML
    /// excludes become U+FFFD.
    ///
    /// - Parameter quotes: Whether quotation marks become references, as in the values of attributes.
    package static func escape(_ text: String, quotes: Bool = true) -> String {
        // Almost every text is plain.
        if text.utf8.allSatisfy(isPlain) { return text }
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"" where quotes: escaped += "&quot;"
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
            default: escaped.unicodeScalars.append(isLegal(scalar) ? scalar : "\u{FFFD}")
            }
        }
        return escaped
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case ..<0x20, UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
        // The first byte of U+FFFE and U+FFFF.
        case 0xEF: false
        default: true
        }
    }

    private static func character(_ name: Substring) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let isHexadecimal = name.hasPrefix("#x")
            let digits = name.utf8.dropFirst(isHexadecimal ? 2 : 1)
            // Swift's integers also accept a sign.
            guard digits.first.flatMap(hexadecimalValue) != nil,
                let number = UInt32(Substring(digits), radix: isHexadecimal ? 16 : 10), let scalar = Unicode.Scalar(number)
            else { return nil }
            return isLegal(scalar) ? scalar : nil
        }
    }

    /// Returns whether XML can contain a character.
    @inlinable package static func isLegal(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x20 ? scalar.value != 0xFFFE && scalar.value != 0xFFFF : [0x09, 0x0A, 0x0D].contains(scalar.value)
    }
}
