/// Why a document is no world: one field, and what it may hold. Nothing of the document is used then.
public struct WorldDocumentError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The field, as a path from the document's root: `providers[2].boarding`; empty for the document as a whole.
    public var field: String
    /// What is wrong with it, what is accepted, and the nearest accepted value.
    public var message: String

    /// An error in a field.
    public init(_ field: String, _ message: String) {
        self.field = field
        self.message = message
    }

    /// Field and reason in one line.
    public var description: String { field.isEmpty ? message : "\(field): \(message)" }
}

extension WorldDocumentError {
    /// A value that is none of those that exist, with the nearest, or all of them when they are few.
    static func unknown(_ field: String, _ what: String, _ value: String, known: [String]) -> WorldDocumentError {
        // What has a mistake in its own name stands there without one.
        let known = known.filter { !$0.isEmpty }
        var message = "\(what) \(quoted(value)) is not known"
        if let nearest = NearestName.find(String(value.prefix(64)), in: known) {
            message += "; did you mean \(quoted(nearest))"
        }
        if known.count <= 20 {
            message += known.isEmpty ? "; there is none" : "; accepted: \(known.map(quoted).joined(separator: ", "))"
        }
        return WorldDocumentError(field, message)
    }

    /// A value as it stands in JSON, on one line and not too long.
    static func quoted(_ text: String) -> String {
        let start = String(text.prefix(80))
        return JSON.string(start == text ? text : start + "…").serialized
    }

    /// A value of another type, or out of bounds: what is accepted, and what is there.
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

    /// The path of a member of the object at a path: `providers[2]` and `boarding` give `providers[2].boarding`. A key that is no
    /// plain word stands there as in JSON.
    public static func join(_ path: String, _ key: String) -> String {
        let isPlain = !key.isEmpty && key.utf8.count <= 64 && TextRule.host.accepts(key) && !key.utf8.contains(UInt8(ascii: "."))
        let name = isPlain ? key : quoted(key)
        return path.isEmpty ? name : "\(path).\(name)"
    }
}
