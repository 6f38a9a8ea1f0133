import Encodings
import TVWorld

/// The contents of a response, described once: its JSON and XML are both generated from it, so that they cannot diverge.
///
/// Mirrors the responses of REST v1, which are JSON or XML with the same names; the XML also has a root element. Numbers that the
/// documentation writes as strings (`expires`) are also strings.
struct AnswerDocument: Sendable, Equatable {
    /// The XML's root element. A response whose body is a list has it as its only member in JSON.
    let root: String
    /// The namespace of the root element; nested elements have none, as in the documentation's only sample with a namespace.
    let namespace: String?
    /// The names of the elements in the XML's lists; of others, it is `value`. The key is the name of the list after that of the
    /// element around it (`requestor.domains`), because a provider's attribute may have the same name as a list.
    let items: [String: String]
    let body: JSON

    init(_ root: String, namespace: String? = nil, items: [String: String] = [:], _ body: JSON) {
        self.root = root
        self.namespace = namespace
        self.items = items
        self.body = body
    }

    var json: JSON {
        if case .array = body { .object([.init(root, body)]) } else { body }
    }

    var xml: String {
        var writer = XMLWriter(items: items)
        writer.write(body, root: root, namespace: namespace)
        return writer.text
    }
}

/// The two formats of REST v1's responses.
enum AnswerFormat: String, Sendable, CaseIterable {
    case json
    case xml

    /// The media type that requests it.
    var mediaType: String { self == .json ? "application/json" : "application/xml" }

    /// Returns a path without `.json` or `.xml`, and the format.
    static func withoutSuffix(_ text: String) -> (text: String, format: AnswerFormat?) {
        guard let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")),
            let format = AnswerFormat(rawValue: text[dot...].dropFirst().lowercased())
        else { return (text, nil) }
        return (String(text[..<dot]), format)
    }
}

/// A writer of responses as XML 1.0. No value from a caller or a provider can become markup.
private struct XMLWriter {
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
