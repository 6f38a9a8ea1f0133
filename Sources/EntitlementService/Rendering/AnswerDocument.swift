import TVWorld

/// What an answer says, described once: its JSON and its XML are both written from it, so that they cannot drift apart.
///
/// Mirrors the answers of REST v1, which come as JSON or as XML with the same names; the XML has a root element besides.
struct AnswerDocument: Sendable, Equatable {
    /// One named part of an answer.
    struct Field: Sendable, Equatable {
        let name: String
        let value: Value

        init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// What stands in a part.
    indirect enum Value: Sendable, Equatable {
        /// A text; numbers that the documents write as texts (`expires`) are texts, too.
        case text(String)
        /// A whole number.
        case integer(Int64)
        /// A truth value.
        case flag(Bool)
        /// A part that is there and says nothing: `null`, an empty element.
        case nothing
        /// Several values of one kind; in XML each stands in an element of this name.
        case list(item: String, [Value])
        /// Named parts.
        case fields([Field])
    }

    /// The XML's root element. An answer whose body is a list has it as its one member in JSON.
    let root: String
    /// The namespace of the root element; those inside have none, as in the documents' one sample with a namespace.
    let namespace: String?
    /// What it says.
    let body: Value

    /// Creates an answer of named parts.
    init(_ root: String, namespace: String? = nil, _ fields: [Field]) {
        self.root = root
        self.namespace = namespace
        body = .fields(fields)
    }

    /// Creates an answer that is one list.
    init(_ root: String, item: String, _ values: [Value]) {
        self.root = root
        namespace = nil
        body = .list(item: item, values)
    }

    /// The answer as JSON.
    var json: JSON {
        if case .list = body { .object([.init(root, body.json)]) } else { body.json }
    }

    /// The answer as XML.
    var xml: String {
        var writer = XMLWriter()
        writer.write(body, root: root, namespace: namespace)
        return writer.text
    }
}

extension AnswerDocument.Value {
    /// A text that may be missing.
    static func optional(_ text: String?) -> Self { text.map { .text($0) } ?? .nothing }

    /// Texts.
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
