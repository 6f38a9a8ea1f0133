/// Writes a response as XML 1.0. No value of a caller or a provider can become markup.
struct XMLWriter {
    private(set) var text = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#

    /// Writes the root element with its contents.
    mutating func write(_ value: AnswerDocument.Value, root: String, namespace: String?) {
        guard let namespace else { return write(value, element: root) }
        // A prefix instead of a default namespace, because nested elements have none.
        text += "<ns2:\(root) xmlns:ns2=\"\(Self.escaped(namespace))\">"
        write(value)
        text += "</ns2:\(root)>"
    }

    private mutating func write(_ value: AnswerDocument.Value, element name: String) {
        // Names come from providers only in user metadata; an invalid XML name is written as an attribute.
        let isName = Self.isName(name)
        let element = isName ? name : "entry"
        text += "<\(element)"
        if !isName { text += " key=\"\(Self.escaped(name))\"" }
        let start = text.endIndex
        text += ">"
        let inside = text.endIndex
        write(value)
        if text.endIndex == inside {
            text.replaceSubrange(start..<inside, with: "/>")
        } else {
            text += "</\(element)>"
        }
    }

    private mutating func write(_ value: AnswerDocument.Value) {
        switch value {
        case .text(let string): text += Self.escaped(string)
        case .integer(let number): text += String(number)
        case .flag(let flag): text += flag ? "true" : "false"
        case .nothing: break
        case .list(let item, let values): for value in values { write(value, element: item) }
        case .fields(let fields): for field in fields { write(field.value, element: field.name) }
        }
    }

    /// Returns a string as character data, also for use in quotes. Characters that XML cannot represent become U+FFFD.
    static func escaped(_ string: String) -> String {
        var escaped = ""
        escaped.reserveCapacity(string.utf8.count)
        for scalar in string.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Returns whether a string is an unambiguous element name: ASCII, without a prefix.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetter(first), !text.lowercased().hasPrefix("xml") else { return false }
        return text.utf8.allSatisfy {
            isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
                || $0 == UInt8(ascii: ".")
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 32) || byte == UInt8(ascii: "_")
    }
}
