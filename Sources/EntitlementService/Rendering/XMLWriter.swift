import Encodings
import TVWorld

/// Writes a response as XML 1.0. No value of a caller or a provider can become markup.
struct XMLWriter {
    private(set) var text = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#
    private let items: [String: String]

    /// - Parameter items: ``AnswerDocument/items``
    init(items: [String: String]) { self.items = items }

    /// Writes the root element with its contents.
    mutating func write(_ value: JSON, root: String, namespace: String?) {
        guard let namespace else { return write(value, element: root, in: nil) }
        // A prefix instead of a default namespace, because nested elements have none.
        text += "<ns2:\(root) xmlns:ns2=\"\(XMLReference.escape(namespace))\">"
        write(value, named: root, in: nil)
        text += "</ns2:\(root)>"
    }

    private mutating func write(_ value: JSON, element name: String, in parent: String?) {
        // Names come from providers only in user metadata; an invalid XML name is written as an attribute.
        let isName = Self.isName(name)
        let element = isName ? name : "entry"
        text += "<\(element)"
        if !isName { text += " key=\"\(XMLReference.escape(name))\"" }
        let start = text.endIndex
        text += ">"
        let inside = text.endIndex
        write(value, named: name, in: parent)
        if text.endIndex == inside {
            text.replaceSubrange(start..<inside, with: "/>")
        } else {
            text += "</\(element)>"
        }
    }

    private mutating func write(_ value: JSON, named name: String, in parent: String?) {
        switch value {
        case .string(let string): text += XMLReference.escape(string)
        case .number(let number): text += number
        case .bool(let flag): text += flag ? "true" : "false"
        case .null: break
        case .array(let values):
            let item = items[parent.map { "\($0).\(name)" } ?? name] ?? "value"
            for value in values { write(value, element: item, in: name) }
        case .object(let members): for member in members { write(member.value, element: member.key, in: name) }
        }
    }

    /// Returns whether a string is an unambiguous element name: ASCII, without a prefix.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !first.isASCIIDigit, !"-.".utf8.contains(first),
            !text.lowercased().hasPrefix("xml")
        else { return false }
        return text.utf8.allSatisfy { $0.isASCIILetterOrDigit || "_-.".utf8.contains($0) }
    }
}
