import EntitlementCore
import HTTPTypes
import TVWorld

/// The members of the body of an administrative call, read individually; an invalid one is reported with the accepted values.
struct AdministrationFields {
    private let members: [String: JSON]

    /// Creates fields from the body's object.
    ///
    /// - Parameter lists: The members that may also be a single string, which is read as a list of one.
    /// - Throws: ``ServiceError`` if it is not an object, or has an unknown member.
    init(_ body: JSON, known: [String], lists: [String] = []) throws {
        guard case .object(let members) = body else { throw ServiceError.invalid("The body must be a JSON object.") }
        for member in members where !known.contains(member.key) { throw Self.unknown(member.key, known: known) }
        var values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
        for name in lists {
            if let value = values[name], value.text != nil { values[name] = .array([value]) }
        }
        self.members = values
    }

    /// The value of a member; nil if it is missing or null.
    subscript(name: String) -> JSON? { members[name].flatMap { $0 == .null ? nil : $0 } }

    /// Returns the value of a member, which may be null; nil if it is missing.
    func given(_ name: String) -> JSON? { members[name] }

    /// Returns a string with a limited length and without control characters, as in ``TextRule``.
    func text(_ name: String, _ length: ClosedRange<Int>) throws -> String? {
        try self[name].map { try Self.text($0, name, length) }
    }

    /// Returns a string that a rule accepts.
    func text(_ name: String, _ rule: TextRule) throws -> String? {
        try value(name, rule.accepted) { value in value.text.flatMap { rule.accepts($0) ? $0 : nil } }
    }

    /// Returns a required string.
    func required(_ name: String, _ length: ClosedRange<Int>) throws -> String {
        guard let text = try text(name, length) else { throw Self.wrong(name, "a string; it is required") }
        return text
    }

    /// Returns a Boolean.
    func flag(_ name: String) throws -> Bool? { try self[name].map { try Self.flag($0, name) } }

    /// Returns a whole number.
    func integer(_ name: String, _ range: ClosedRange<Int64>) throws -> Int64? {
        try value(name, "a whole number from \(range.inWords)") { value in
            value.integer.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// Returns a required whole number.
    func requiredInteger(_ name: String, _ range: ClosedRange<Int64>) throws -> Int64 {
        guard let number = try integer(name, range) else { throw Self.wrong(name, "a whole number; it is required") }
        return number
    }

    /// Returns an array of different strings that a rule allows.
    func texts(
        _ name: String, _ count: ClosedRange<Int>, _ accepted: String, ignoringCase: Bool = false, _ isAllowed: (String) -> Bool
    ) throws -> [String]? {
        let number = count.lowerBound == 0 ? "at most \(count.upperBound)" : count.inWords
        return try value(name, "a list of \(number), none of them twice: \(accepted)") { value in
            value.texts.flatMap { texts in
                count.contains(texts.count) && Self.areDifferent(ignoringCase ? texts.map { $0.lowercased() } : texts)
                    && texts.allSatisfy(isAllowed) ? texts : nil
            }
        }
    }

    private static func areDifferent(_ texts: [String]) -> Bool { Set(texts).count == texts.count }

    /// Returns domain names.
    func domains() throws -> [String]? {
        try texts(
            "domains", 0...64, "domain names, such as example.com", ignoringCase: true, TextRule.domain.accepts)
    }

    /// Returns URL schemes of apps.
    func schemes(_ name: String) throws -> [String]? {
        try texts(
            name, 0...64,
            "URL schemes without ://, such as adbe.example; none that a browser runs itself, nor http and https, whose hosts "
                + "belong in domains", ignoringCase: true, TextRule.appScheme.accepts)
    }

    /// Returns the value that is read from a member; nil if the member is missing.
    ///
    /// - Parameters:
    ///   - accepted: The values that the member takes, for the error.
    ///   - read: Reads the member; returns nil if it is not accepted.
    func value<Value>(_ name: String, _ accepted: String, _ read: (JSON) -> Value?) throws -> Value? {
        try self[name].map { json in
            guard let value = read(json) else { throw Self.wrong(name, accepted) }
            return value
        }
    }

    /// Returns what is read from each object of a list. An error in one of them begins with its place: `entries[0].id`.
    @discardableResult
    static func list<Value>(
        _ json: JSON?, _ name: String, limit: Int, known: [String], _ read: (AdministrationFields) throws -> Value
    ) throws -> [Value] {
        guard case .array(let elements)? = json, elements.count <= limit else {
            throw wrong(name, "a list of at most \(limit)")
        }
        return try elements.enumerated().map { index, element in
            let place = "\(name)[\(index)]"
            guard case .object = element else { throw wrong(place, "an object") }
            do {
                return try read(AdministrationFields(element, known: known))
            } catch let error as ServiceError {
                throw error.within(place)
            }
        }
    }

    /// Returns the error for an unknown member, or something else with a name.
    ///
    /// - Parameter kind: The kind of name, for the beginning of the message.
    static func unknown(_ name: String, of kind: String = "", known: [String]) -> ServiceError {
        let accepted = known.isEmpty ? "none" : known.joined(separator: ", ")
        return .invalid("\(kind)\"\(name.prefix(64))\" is unknown; accepted: \(accepted).")
    }

    static func text(_ value: JSON, _ name: String, _ length: ClosedRange<Int>) throws -> String {
        guard let text = value.text, length.contains(text.unicodeScalars.count),
            !text.unicodeScalars.contains(where: TextRule.isControl)
        else {
            throw wrong(name, "a string of \(length.inWords) characters without control characters")
        }
        return text
    }

    static func flag(_ value: JSON, _ name: String) throws -> Bool {
        guard let flag = value.bool else { throw wrong(name, "true or false") }
        return flag
    }

    static func wrong(_ name: String, _ range: ClosedRange<Int64>) -> ServiceError {
        wrong(name, "a whole number from \(range.inWords)")
    }

    static func wrong(_ name: String, _ accepted: String, isNullable: Bool = false) -> ServiceError {
        ServiceError(InvalidField(name: name, problem: "takes \(accepted)", isNullable: isNullable))
    }
}

extension FormParameters {
    /// Rejects parameters of which one cannot be read: without it, the call could be about more.
    func requireReadable() throws(ServiceError) {
        if let name = unreadable { throw AdministrationFields.wrong(name, "UTF-8, percent-encoded") }
    }
}

extension ServiceError {
    /// Returns the error of an administrative call that cannot be read.
    static func invalid(_ message: String) -> ServiceError { ServiceError(.badRequest, "invalid_request", message) }

    /// Returns the error of an administrative call with a member that is not accepted.
    ///
    /// - Parameter problem: The problem, which follows the member's name.
    static func invalid(_ name: String, _ problem: String) -> ServiceError {
        ServiceError(InvalidField(name: name, problem: problem))
    }

    /// Returns the error of an administrative call about something that does not exist.
    static func unknown(_ kind: String, _ id: String, _ problem: String = "is unknown") -> ServiceError {
        ServiceError(.notFound, "not_found", "\(kind) \"\(id.prefix(64))\" \(problem).")
    }
}
