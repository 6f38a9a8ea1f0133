extension Subscriber {
    static let documentKeys = ["provider", "username", "password", "attributes", "channels", "suspended"]

    /// Reads an element of `subscribers`; nil if it has no name, or its provider does not exist.
    ///
    /// - Parameter providers: The providers that can have subscribers.
    init?(_ object: DocumentObject, providers: [String]) {
        let provider = object.reference("provider", .plain, to: "the provider", known: providers)
        let username = object.text("username", .plain)
        self.init(
            provider: provider ?? "", username: username, password: object.text("password", .plain, default: username),
            attributes: Self.attributes(object), channels: object.texts("channels", .resource),
            isSuspended: object.flag("suspended", default: false))
        if provider == nil || username.isEmpty { return nil }
    }

    private static func attributes(_ object: DocumentObject) -> [String: AttributeValue] {
        let problems = object.problems
        var attributes: [String: AttributeValue] = [:]
        for (path, name, value) in object.freeMembers("attributes") {
            _ = problems.text(.string(name), .identifier, at: object.field("attributes"))
            // It identifies the user in SAML responses.
            if name == "userID" {
                attributes[name] = problems.text(value, .plain, at: path).map { .text($0) }
            } else {
                attributes[name] = AttributeValue(value, at: path, in: problems)
            }
        }
        return attributes
    }

    var document: JSON {
        [
            "provider": .string(provider), "username": .string(username), "password": .string(password),
            "attributes": .sorted(attributes, \.document),
            "channels": .strings(channels), "suspended": .bool(isSuspended),
        ]
    }
}

extension AttributeValue {
    /// Reads an attribute's value; nil if it has an unsupported type.
    init?(_ value: JSON, at path: String, in problems: DocumentProblems) {
        switch value {
        case .string:
            guard let text = problems.text(value, .plain, at: path) else { return nil }
            self = .text(text)
        case .bool(let flag): self = .flag(flag)
        case .array(let values):
            self = .list(
                values.enumerated().compactMap { problems.text($0.element, .plain, at: "\(path)[\($0.offset)]") })
        case .object(let members):
            var map: [String: String] = [:]
            for member in members {
                _ = problems.text(.string(member.key), .plain, at: path)
                map[member.key] = problems.text(member.value, .plain, at: WorldDocumentError.join(path, member.key))
            }
            self = .map(map)
        case .null, .number:
            problems.report(
                .wrongType(path, "a string, true or false, a list of strings or an object of strings", value))
            return nil
        }
    }

    /// The plain JSON value: a map as an object with sorted keys.
    public var document: JSON {
        switch self {
        case .text(let text): .string(text)
        case .number(let number): .integer(number)
        case .flag(let flag): .bool(flag)
        case .list(let list): .strings(list)
        case .map(let map): .sorted(map) { .string($0) }
        }
    }

    /// The value as strings, as in SAML: the elements of a list, or else a single string, which is JSON for a map.
    public var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .list(let list): list
        case .number, .flag, .map: [document.serialized]
        }
    }
}
