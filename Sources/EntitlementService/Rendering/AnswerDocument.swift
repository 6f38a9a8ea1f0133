import TVWorld

/// The contents of a response, described once: its JSON and XML are both generated from it, so that they cannot diverge.
///
/// Mirrors the responses of REST v1, which are JSON or XML with the same names; the XML also has a root element.
struct AnswerDocument: Sendable, Equatable {
    /// A named field of a response.
    struct Field: Sendable, Equatable {
        let name: String
        let value: Value

        init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// The value of a field.
    indirect enum Value: Sendable, Equatable {
        /// A string; numbers that the documentation writes as strings (`expires`) are also strings.
        case text(String)
        /// A whole number.
        case integer(Int64)
        /// A Boolean.
        case flag(Bool)
        /// An empty value: `null`, an empty element.
        case nothing
        /// Several values of one kind; in XML, each is in an element with this name.
        case list(item: String, [Value])
        /// Named fields.
        case fields([Field])
    }

    /// The XML's root element. A response whose body is a list has it as its only member in JSON.
    let root: String
    /// The namespace of the root element; nested elements have none, as in the documentation's only sample with a namespace.
    let namespace: String?
    /// The contents.
    let body: Value

    /// Creates a response with named fields.
    init(_ root: String, namespace: String? = nil, _ fields: [Field]) {
        self.root = root
        self.namespace = namespace
        body = .fields(fields)
    }

    /// Creates a response that is a list.
    init(_ root: String, item: String, _ values: [Value]) {
        self.root = root
        namespace = nil
        body = .list(item: item, values)
    }

    /// The response as JSON.
    var json: JSON {
        if case .list = body { .object([.init(root, body.json)]) } else { body.json }
    }

    /// The response as XML.
    var xml: String {
        var writer = XMLWriter()
        writer.write(body, root: root, namespace: namespace)
        return writer.text
    }
}

extension AnswerDocument.Value {
    /// Returns a string that may be missing.
    static func optional(_ text: String?) -> Self { text.map { .text($0) } ?? .nothing }

    /// Returns a list of strings.
    static func texts(item: String, _ texts: [String]) -> Self { .list(item: item, texts.map { .text($0) }) }

    /// The value as JSON.
    var json: JSON {
        switch self {
        case .text(let text): .string(text)
        case .integer(let number): .integer(number)
        case .flag(let flag): .bool(flag)
        case .nothing: .null
        case .list(_, let values): .array(values.map(\.json))
        case .fields(let fields): .object(fields.map { .init($0.name, $0.value.json) })
        }
    }
}
