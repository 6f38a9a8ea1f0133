/// The reason why a document is not a valid world: a field and its accepted values. The document is rejected as a whole.
public struct WorldDocumentError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The field, as a path from the document's root: `providers[2].boarding`; empty for the document as a whole.
    public var field: String
    /// The problem, the accepted values, and the nearest accepted value.
    public var message: String

    /// Creates an error for a field.
    public init(_ field: String, _ message: String) {
        self.field = field
        self.message = message
    }

    /// The field, or the document, and the problem, on one line.
    public var description: String { field.isEmpty ? "the document \(message)" : "\(field): \(message)" }

    /// Creates an error for an unknown value, with the nearest known one, or all of them if they are few.
    static func unknown(_ field: String, _ what: String, _ value: String, known: [String]) -> WorldDocumentError {
        // Elements whose own name is invalid have an empty one here.
        let known = known.filter { !$0.isEmpty }
        var message = "\(what) \(quoted(value)) is not known"
        if let nearest = NearestName.find(String(value.prefix(64)), in: known) {
            message += "; did you mean \(quoted(nearest))"
        }
        if known.count <= 20 {
            message += known.isEmpty ? "; there are none" : "; accepted: \(known.map(quoted).joined(separator: ", "))"
        }
        return WorldDocumentError(field, message)
    }

    /// Returns a value in JSON notation, on one line and truncated.
    static func quoted(_ text: String) -> String {
        let start = String(text.prefix(80))
        return JSON.string(start == text ? text : start + "…").serialized
    }

    /// Creates an error for a value of the wrong type or out of bounds, with the accepted values and the actual one.
    static func wrongType(_ path: String, _ accepted: String, _ value: JSON) -> WorldDocumentError {
        let given: String
        switch value {
        case .object: given = "an object"
        case .array: given = "a list"
        case .string(let text): given = quoted(text)
        case .null, .bool, .number: given = value.serialized
        }
        return WorldDocumentError(path, "takes \(accepted), not \(given)")
    }

    /// Returns the path of a member of the object at a path: `providers[2]` and `boarding` give `providers[2].boarding`. A key
    /// that is not a plain word is written in JSON notation.
    public static func join(_ path: String, _ key: String) -> String {
        let isPlain = !key.isEmpty && key.utf8.count <= 64 && TextRule.host.accepts(key) && !key.utf8.contains(UInt8(ascii: "."))
        let name = isPlain ? key : quoted(key)
        return path.isEmpty ? name : "\(path).\(name)"
    }
}
