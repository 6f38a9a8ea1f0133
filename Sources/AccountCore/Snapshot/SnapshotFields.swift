import TVWorld

/// An object of a snapshot's document, which is untrusted: returns its members and checks each.
struct SnapshotFields {
    /// The path of the object; empty for the document itself.
    let path: String
    private let members: [String: JSON]

    /// Creates the fields of an object.
    ///
    /// - Parameter keys: All keys that are allowed.
    /// - Throws: `InvalidInput` for other values, and for unknown keys.
    init(_ value: JSON, at path: String, keys: [String]) throws(InvalidInput) {
        self.path = path
        guard case .object(let members) = value else {
            throw InvalidInput(field: path.isEmpty ? "document" : path, message: "must be an object")
        }
        for member in members where !keys.contains(member.key) {
            throw InvalidInput(
                field: WorldDocumentError.join(path, member.key),
                message: "is not a key here; accepted: \(keys.joined(separator: ", "))")
        }
        self.members = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    }

    /// Returns the path of a member.
    func field(_ key: String) -> String { WorldDocumentError.join(path, key) }

    /// The unchecked member; nil if it is missing or `null`.
    subscript(key: String) -> JSON? { members[key].flatMap { $0 == .null ? nil : $0 } }

    /// Returns the error for a member that is missing or invalid.
    func refusal(_ key: String, _ accepted: String) -> InvalidInput {
        InvalidInput(field: field(key), message: "must be \(accepted)")
    }

    /// Returns what is read from a member; nil if it is missing.
    private func value<Value>(
        _ key: String, _ accepted: @autoclosure () -> String, _ read: (JSON) -> Value?
    ) throws(InvalidInput) -> Value? {
        guard let member = self[key] else { return nil }
        guard let value = read(member) else { throw refusal(key, accepted()) }
        return value
    }

    /// Returns a string; nil if it is missing.
    func optionalText(_ key: String) throws(InvalidInput) -> String? {
        try value(key, "a string without NUL characters", \.busText)
    }

    /// Returns a required string.
    func text(_ key: String) throws(InvalidInput) -> String {
        guard let text = try optionalText(key) else { throw refusal(key, "a string") }
        return text
    }

    /// Returns the app whose identifier is `id`.
    func application() throws(InvalidInput) -> ApplicationID {
        try ApplicationID(text("id"), field: field("id"))
    }

    /// Returns a whole number; nil if it is missing.
    func optionalInteger(_ key: String, in bounds: ClosedRange<Int64> = .min ... .max) throws(InvalidInput) -> Int64? {
        try value(key, "a whole number from \(bounds.inWords)") { json in
            json.integer.flatMap { bounds.contains($0) ? $0 : nil }
        }
    }

    /// Returns a required whole number.
    func integer(_ key: String, in bounds: ClosedRange<Int64> = .min ... .max) throws(InvalidInput) -> Int64 {
        guard let number = try optionalInteger(key, in: bounds) else { throw refusal(key, "a whole number") }
        return number
    }

    /// Returns a Boolean; false if it is missing.
    func flag(_ key: String) throws(InvalidInput) -> Bool { try value(key, "true or false", \.bool) ?? false }

    /// Returns one of a type's values; nil if it is missing.
    func optionalChoice<Choice: RawRepresentable & CaseIterable>(_ key: String, of type: Choice.Type) throws(InvalidInput)
        -> Choice?
    where Choice.RawValue == String {
        guard let text = try optionalText(key) else { return nil }
        return try Choice(text, field: field(key))
    }

    /// Returns an array of strings; nil if it is missing.
    func optionalTexts(_ key: String) throws(InvalidInput) -> [String]? {
        try value(key, "a list of strings without NUL characters") { json in
            json.texts.flatMap { texts in texts.contains { $0.utf8.contains(0) } ? nil : texts }
        }
    }

    /// Returns the elements of an array, each with its path; empty if it is missing.
    func elements(_ key: String) throws(InvalidInput) -> [(path: String, value: JSON)] {
        let elements = try value(key, "a list") { json -> [JSON]? in if case .array(let values) = json { values } else { nil } }
        return (elements ?? []).enumerated().map { ("\(field(key))[\($0.offset)]", $0.element) }
    }
}

extension JSON {
    /// The string, if the value is one that the bus can carry: without NUL characters.
    var busText: String? { text.flatMap { $0.utf8.contains(0) ? nil : $0 } }
}
