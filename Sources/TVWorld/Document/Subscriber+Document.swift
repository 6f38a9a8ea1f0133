extension Subscriber {
    /// Reads an element of `subscribers` of a world that has its providers.
    init(_ value: JSON, at path: String, of world: World) throws {
        let object = try DocumentObject(
            value, at: path, keys: ["provider", "username", "password", "attributes", "channels", "suspended"])
        let provider = try object.text("provider", .plain)
        let known = world.providers.filter { !$0.isTemporaryPass }.map(\.id)
        guard known.contains(provider) else {
            throw WorldDocumentError.unknown(object.field("provider"), "the provider", provider, known: known)
        }
        let username = try object.text("username", .plain)
        self.init(
            provider: provider, username: username, password: try object.text("password", .plain, default: username),
            attributes: try Self.attributes(object), channels: try object.texts("channels", .resource),
            isSuspended: try object.flag("suspended", default: false))
    }

    private static func attributes(_ object: DocumentObject) throws -> [String: AttributeValue] {
        guard object.has("attributes") else { return [:] }
        let value = try object.required("attributes")
        guard case .object(let members) = value else {
            throw DocumentObject.wrongType(object.field("attributes"), "an object", value)
        }
        var attributes: [String: AttributeValue] = [:]
        for member in members {
            let name = try DocumentObject.text(.string(member.key), .identifier, at: object.field("attributes"))
            let path = object.field("attributes") + "." + name
            attributes[name] = try AttributeValue(member.value, at: path)
            // It names the person in SAML responses.
            if name == "userID" { _ = try DocumentObject.text(member.value, .plain, at: path) }
        }
        return attributes
    }

    /// The element of `subscribers` that stands for the subscriber.
    var document: JSON {
        .object([
            .init("provider", .string(provider)), .init("username", .string(username)), .init("password", .string(password)),
            .init(
                "attributes", .object(attributes.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.document) })),
            .init("channels", .strings(channels)), .init("suspended", .bool(isSuspended)),
        ])
    }
}

extension AttributeValue {
    /// Reads an attribute's value.
    init(_ value: JSON, at path: String) throws {
        switch value {
        case .string: self = .text(try DocumentObject.text(value, .plain, at: path))
        case .bool(let flag): self = .flag(flag)
        case .array(let values):
            self = .list(
                try values.enumerated().map { try DocumentObject.text($0.element, .plain, at: "\(path)[\($0.offset)]") })
        case .object(let members):
            var map: [String: String] = [:]
            for member in members {
                let key = try DocumentObject.text(.string(member.key), .plain, at: path)
                map[key] = try DocumentObject.text(member.value, .plain, at: "\(path).\(key)")
            }
            self = .map(map)
        case .null, .number:
            throw DocumentObject.wrongType(path, "a text, true or false, a list of texts or an object of texts", value)
        }
    }

    /// The plain JSON value.
    var document: JSON {
        switch self {
        case .text(let text): .string(text)
        case .number(let number): .integer(number)
        case .flag(let flag): .bool(flag)
        case .list(let list): .strings(list)
        case .map(let map): .object(map.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) })
        }
    }
}
