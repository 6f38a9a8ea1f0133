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
