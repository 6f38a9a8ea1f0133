import Administration
import TVWorld

extension JSON {
    /// The version of the documents that `vsactl` writes: it increases when a member is renamed or removed or changes its
    /// meaning.
    static let schemaVersion = 1

    /// Returns a complete document: the schema's number, then the members; one without a value is null.
    static func document(_ members: KeyValuePairs<String, (any JSONConvertible)?>) -> JSON { document(all(members)) }

    /// Returns a complete document with a list of members.
    static func document(_ members: [Member]) -> JSON { .object([Member("schema", .integer(schemaVersion))] + members) }

    /// Returns an object, in which a member without a value is null.
    static func members(_ members: KeyValuePairs<String, (any JSONConvertible)?>) -> JSON { .object(all(members)) }

    /// Returns members, of which one without a value is null.
    static func all(_ members: KeyValuePairs<String, (any JSONConvertible)?>) -> [Member] {
        members.map { Member($0.key, $0.value?.json ?? .null) }
    }

    /// Returns the members that have a value.
    static func given(_ members: KeyValuePairs<String, (any JSONConvertible)?>) -> [Member] {
        members.compactMap { key, value in value.map { Member(key, $0.json) } }
    }

    /// The value with a uniform notation for numbers, regardless of the source: `60`, not `60.0` or `6e1`.
    var normalized: JSON {
        switch self {
        case .number(let text):
            if let integer { return .integer(integer) }
            guard let number = Double(text) else { return .string(text) }
            return number.isFinite ? .number(String(number)) : .null
        case .array(let values): return .array(values.map(\.normalized))
        case .object(let members): return .object(members.map { Member($0.key, $0.value.normalized) })
        default: return self
        }
    }

    /// The value as JSON, indented by two spaces.
    var pretty: String { indented("\n") }

    /// - Parameter end: The end of the line on which the value begins: a line break and the indentation of the value.
    private func indented(_ end: String) -> String {
        let inner = end + "  "
        switch self {
        case .array(let values) where !values.isEmpty:
            return "[\(inner)" + values.map { $0.indented(inner) }.joined(separator: ",\(inner)") + "\(end)]"
        case .object(let members) where !members.isEmpty:
            let lines = members.map { "\(JSON.string($0.key).serialized): \($0.value.indented(inner))" }
            return "{\(inner)" + lines.joined(separator: ",\(inner)") + "\(end)}"
        default: return serialized
        }
    }
}

/// A value of a member in a document of `vsactl`, or in a call to the service.
protocol JSONConvertible {
    /// The value in JSON; by default an object of its properties.
    var json: JSON { get }
}

extension JSONConvertible {
    var json: JSON { JSON(properties: self, writesNull: true) }
}

extension JSON: JSONConvertible { var json: JSON { self } }
extension String: JSONConvertible { var json: JSON { .string(self) } }
extension Bool: JSONConvertible { var json: JSON { .bool(self) } }
extension Int: JSONConvertible { var json: JSON { .integer(self) } }
extension Int32: JSONConvertible { var json: JSON { .integer(self) } }
extension Int64: JSONConvertible { var json: JSON { .integer(self) } }
extension UInt32: JSONConvertible { var json: JSON { .integer(self) } }
extension Array: JSONConvertible where Element: JSONConvertible { var json: JSON { .array(map(\.json)) } }
extension WholeSeconds: JSONConvertible { var json: JSON { .integer(seconds) } }
