import TVWorld

/// One object of a snapshot's document, which nobody trusts: hands out its members, each checked.
struct SnapshotFields {
    /// Where it stands; empty for the document itself.
    let path: String
    private let members: [String: JSON]

    /// Takes an object.
    ///
    /// - Parameter keys: All that it may have.
    /// - Throws: `InvalidInput` for another value, and for a key that it may not have.
    init(_ value: JSON, at path: String, keys: [String]) throws(InvalidInput) {
        self.path = path
        guard case .object(let members) = value else {
            throw InvalidInput(field: path.isEmpty ? "document" : path, message: "must be an object")
        }
        for member in members where !keys.contains(member.key) {
            throw InvalidInput(
                field: WorldDocumentError.join(path, member.key),
                message: "is no key here; there are \(keys.joined(separator: ", "))")
        }
        self.members = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    }

    /// The path of a member.
    func field(_ key: String) -> String { WorldDocumentError.join(path, key) }

    /// The member as it stands there; nil when there is none, or it is `null`.
    subscript(key: String) -> JSON? { members[key].flatMap { $0 == .null ? nil : $0 } }

    /// What is said about a member that is missing or wrong.
    func refusal(_ key: String, _ accepted: String) -> InvalidInput {
        InvalidInput(field: field(key), message: "must be \(accepted)")
    }

    /// A text; nil when there is none.
    func optionalText(_ key: String) throws(InvalidInput) -> String? {
        guard let value = self[key] else { return nil }
        guard let text = value.text else { throw refusal(key, "a text") }
        return text
    }

    /// A text that must be there.
    func text(_ key: String) throws(InvalidInput) -> String {
        guard let text = try optionalText(key) else { throw refusal(key, "a text") }
        return text
    }

    /// A whole number; nil when there is none.
    func optionalInteger(_ key: String, in bounds: ClosedRange<Int64> = .min ... .max) throws(InvalidInput) -> Int64? {
        guard let value = self[key] else { return nil }
        guard let number = value.integer, bounds.contains(number) else {
            throw refusal(key, "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
        }
        return number
    }

    /// A whole number that must be there.
    func integer(_ key: String, in bounds: ClosedRange<Int64> = .min ... .max) throws(InvalidInput) -> Int64 {
        guard let number = try optionalInteger(key, in: bounds) else { throw refusal(key, "a whole number") }
        return number
    }

    /// A truth value; false when there is none.
    func flag(_ key: String) throws(InvalidInput) -> Bool {
        guard let value = self[key] else { return false }
        guard let flag = value.bool else { throw refusal(key, "true or false") }
        return flag
    }

    /// One of a type's values; nil when there is none.
    func optionalChoice<Choice: RawRepresentable & CaseIterable>(_ key: String, of type: Choice.Type) throws(InvalidInput)
        -> Choice?
    where Choice.RawValue == String {
        guard let text = try optionalText(key) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            throw refusal(key, "one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return choice
    }

    /// A list of texts; nil when there is none.
    func optionalTexts(_ key: String) throws(InvalidInput) -> [String]? {
        guard let value = self[key] else { return nil }
        guard let texts = value.texts else { throw refusal(key, "a list of texts") }
        return texts
    }

    /// The elements of a list, each with its path; none when there is no such member.
    func elements(_ key: String) throws(InvalidInput) -> [(path: String, value: JSON)] {
        guard let value = self[key] else { return [] }
        guard case .array(let elements) = value else { throw refusal(key, "a list") }
        return elements.enumerated().map { ("\(field(key))[\($0.offset)]", $0.element) }
    }
}

extension InvalidInput {
    /// The same about a place in a document.
    func at(_ place: String) -> InvalidInput { InvalidInput(field: place, message: message) }
}
