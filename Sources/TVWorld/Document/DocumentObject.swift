/// One object of a world document: hands out its members, each checked.
struct DocumentObject {
    /// Where it stands in the document; empty for the root.
    let path: String
    private let members: [String: JSON]

    /// Takes an object.
    ///
    /// - Parameter keys: All that it may have.
    /// - Throws: `WorldDocumentError` when it is no object or has another key.
    init(_ value: JSON, at path: String, keys: [String]) throws {
        guard case .object(let members) = value else { throw Self.wrongType(path, "an object", value) }
        for member in members where !keys.contains(member.key) {
            throw WorldDocumentError.unknown(Self.join(path, member.key), "the key", member.key, known: keys)
        }
        self.path = path
        self.members = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    }

    /// The path of a member.
    func field(_ key: String) -> String { Self.join(path, key) }

    /// Whether there is such a member.
    func has(_ key: String) -> Bool { members[key] != nil }

    /// The value of a member that has to be there.
    func required(_ key: String) throws -> JSON {
        guard let value = members[key] else { throw WorldDocumentError(field(key), "is missing") }
        return value
    }

    /// A text that has to be there.
    func text(_ key: String, _ rule: TextRule) throws -> String { try Self.text(try required(key), rule, at: field(key)) }

    /// A text, or what stands for none.
    func text(_ key: String, _ rule: TextRule, default value: String) throws -> String {
        has(key) ? try text(key, rule) : value
    }

    /// A truth value.
    func flag(_ key: String, default value: Bool) throws -> Bool {
        guard let member = members[key] else { return value }
        guard let flag = member.bool else { throw Self.wrongType(field(key), "true or false", member) }
        return flag
    }

    /// A whole number within bounds.
    func integer(_ key: String, in bounds: ClosedRange<Int64>, default value: Int64) throws -> Int64 {
        guard let member = members[key] else { return value }
        guard let number = member.integer, bounds.contains(number) else {
            throw Self.wrongType(field(key), "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)", member)
        }
        return number
    }

    /// A length of time in seconds: a number, or a text like `30d`.
    func lifetime(_ key: String, default value: Int64) throws -> Int64 { try lifetime(key) ?? value }

    /// A length of time in seconds; nil when there is none.
    func lifetime(_ key: String) throws -> Int64? {
        guard let member = members[key] else { return nil }
        guard let seconds = member.integer ?? member.text.flatMap(Self.seconds), Self.lifetimes.contains(seconds) else {
            throw Self.wrongType(
                field(key), "1 second to a hundred years: seconds, or a number with s, m, h or d as in 90s, 5m, 2h, 30d", member)
        }
        return seconds
    }

    /// One of a type's values.
    func choice<Choice: RawRepresentable & CaseIterable>(_ key: String, default value: Choice) throws -> Choice
    where Choice.RawValue == String {
        guard let member = members[key] else { return value }
        return try Self.choice(member, at: field(key))
    }

    /// The elements of a list, each with its path; none when there is no such member.
    func elements(_ key: String) throws -> [(path: String, value: JSON)] {
        guard let member = members[key] else { return [] }
        guard case .array(let values) = member else { throw Self.wrongType(field(key), "a list", member) }
        return values.enumerated().map { ("\(field(key))[\($0.offset)]", $0.element) }
    }

    /// A list of texts, none of them twice.
    func texts(_ key: String, _ rule: TextRule, default value: [String] = []) throws -> [String] {
        guard has(key) else { return value }
        var seen: Set<String> = []
        return try elements(key).map { path, element in
            let text = try Self.text(element, rule, at: path)
            guard seen.insert(text).inserted else {
                throw WorldDocumentError(path, "\(WorldDocumentError.quoted(text)) stands there twice")
            }
            return text
        }
    }

    // MARK: - Values

    static func text(_ value: JSON, _ rule: TextRule, at path: String) throws -> String {
        guard let text = value.text, rule.accepts(text) else { throw wrongType(path, rule.accepted, value) }
        return text
    }

    static func choice<Choice: RawRepresentable & CaseIterable>(_ value: JSON, at path: String) throws -> Choice
    where Choice.RawValue == String {
        let known = Choice.allCases.map(\.rawValue)
        guard let text = value.text else {
            throw wrongType(path, known.map(WorldDocumentError.quoted).joined(separator: ", "), value)
        }
        guard let choice = Choice(rawValue: text) else {
            throw WorldDocumentError.unknown(path, "the value", text, known: known)
        }
        return choice
    }

    static func wrongType(_ path: String, _ accepted: String, _ value: JSON) -> WorldDocumentError {
        let given: String
        switch value {
        case .object: given = "an object"
        case .array: given = "a list"
        case .string(let text): given = WorldDocumentError.quoted(text)
        case .null, .bool, .number: given = value.serialized
        }
        return WorldDocumentError(path, "takes \(accepted), not \(given)")
    }

    private static func join(_ path: String, _ key: String) -> String {
        let isPlain = !key.isEmpty && key.utf8.count <= 64 && TextRule.host.accepts(key) && !key.utf8.contains(UInt8(ascii: "."))
        let name = isPlain ? key : WorldDocumentError.quoted(key)
        return path.isEmpty ? name : "\(path).\(name)"
    }

    private static let lifetimes: ClosedRange<Int64> = 1...(100 * 31_557_600)

    private static func seconds(_ text: String) -> Int64? {
        let factors: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        guard let unit = text.last, let factor = factors[unit] else { return nil }
        let digits = text.dropLast()
        guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = Int64(digits)
        else { return nil }
        let (seconds, isTooLong) = number.multipliedReportingOverflow(by: factor)
        return isTooLong ? nil : seconds
    }
}
