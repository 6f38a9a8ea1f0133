/// A JSON value whose objects preserve the order of their members, so that documents are readable and stable.
public indirect enum JSON: Sendable, Equatable {
    /// `null`
    case null
    /// `true`, `false`
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// Any other number.
    case double(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([JSON])
    /// Members in the given order.
    case object([Member])

    /// One member of an object.
    public struct Member: Sendable, Equatable {
        /// The name.
        public var name: String
        /// Its value.
        public var value: JSON
    }

    /// The version of the documents that `vsactl` writes: it increases when a member is renamed or removed or changes its
    /// meaning.
    public static let schemaVersion: Int64 = 1

    /// Returns a complete document: the schema's number, then the members.
    public static func document(_ members: KeyValuePairs<String, JSON>) -> JSON {
        .object([Member(name: "schema", value: .integer(schemaVersion))] + members.map { Member(name: $0.key, value: $0.value) })
    }

    /// An object.
    public static func members(_ members: KeyValuePairs<String, JSON>) -> JSON {
        .object(members.map { Member(name: $0.key, value: $0.value) })
    }

    /// Returns those members that have a value.
    static func given(_ members: KeyValuePairs<String, JSON?>) -> [Member] {
        members.compactMap { name, value in value.map { Member(name: name, value: $0) } }
    }

    /// Returns a list; nil if it is empty.
    static func nonEmpty(_ texts: [String]) -> JSON? { texts.isEmpty ? nil : .array(texts.map(JSON.string)) }

    /// Returns a string, or null.
    public static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

    /// The member of an object with a name.
    public subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The value as JSON in one line.
    public var compact: String {
        var text = ""
        write(to: &text, indent: nil)
        return text
    }

    /// The value as JSON, indented by two spaces.
    public var pretty: String {
        var text = ""
        write(to: &text, indent: 0)
        return text
    }

    private func write(to text: inout String, indent: Int?) {
        switch self {
        case .null: text += "null"
        case .bool(let flag): text += flag ? "true" : "false"
        case .integer(let number): text += String(number)
        case .double(let number): text += number.isFinite ? String(number) : "null"
        case .string(let string): Self.write(string, to: &text)
        case .array(let values):
            Self.writeList(values, open: "[", close: "]", to: &text, indent: indent) { value, text, indent in
                value.write(to: &text, indent: indent)
            }
        case .object(let members):
            Self.writeList(members, open: "{", close: "}", to: &text, indent: indent) { member, text, indent in
                Self.write(member.name, to: &text)
                text += indent == nil ? ":" : ": "
                member.value.write(to: &text, indent: indent)
            }
        }
    }

    private static func writeList<Element>(
        _ elements: [Element], open: String, close: String, to text: inout String, indent: Int?,
        element write: (Element, inout String, Int?) -> Void
    ) {
        text += open
        for (index, element) in elements.enumerated() {
            if index > 0 { text += "," }
            if let indent { text += "\n" + String(repeating: "  ", count: indent + 1) }
            write(element, &text, indent.map { $0 + 1 })
        }
        if let indent, !elements.isEmpty { text += "\n" + String(repeating: "  ", count: indent) }
        text += close
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
