import TVWorld

/// A reader of the schemas of an OpenAPI document, including those that they refer to.
struct SchemaReader: Sendable {
    let document: JSON

    /// The depth to which references and nested schemas are followed.
    private static let depthLimit = 8

    /// Returns an object, or the one that it refers to.
    func resolved(_ json: JSON) -> JSON {
        var json = json
        for _ in 0..<Self.depthLimit {
            guard let reference = json["$ref"]?.text else { return json }
            // A reference in this document: `#/components/schemas/Fault`.
            guard reference.hasPrefix("#/") else { return .null }
            json = reference.dropFirst(2).split(separator: "/").reduce(document) { $0[String($1)] ?? .null }
        }
        return json
    }

    /// Returns a value that a schema accepts: its example, or else the simplest value; for a string, the name in capitals.
    func sample(of schema: JSON, named name: String, depth: Int = 0) -> JSON {
        // A reference may have its own examples.
        if let own = schema["examples"]?.elements.first { return own }
        let schema = resolved(schema)
        guard depth < Self.depthLimit else { return .null }
        for key in ["examples", "enum"] {
            if let first = schema[key]?.elements.first { return first }
        }
        if let only = schema["const"] ?? schema["default"] { return only }
        if let first = alternatives(of: schema).first { return sample(of: first, named: name, depth: depth + 1) }
        switch types(of: schema).first {
        case "object":
            let required = schema["required"]?.texts ?? []
            let members = (schema["properties"]?.memberList ?? []).filter { required.contains($0.key) }
            return .object(members.map { .init($0.key, sample(of: $0.value, named: $0.key, depth: depth + 1)) })
        case "array": return .array([sample(of: schema["items"] ?? .null, named: name, depth: depth + 1)])
        case "integer", "number": return schema["minimum"] ?? .integer(1)
        case "boolean": return true
        case "null": return .null
        default: return .string(Self.placeholder(name))
        }
    }

    /// Returns a short description of a schema: `integer from 1 to 500`, `one of ios, tvos`.
    func summary(of schema: JSON, depth: Int = 0) -> String {
        let schema = resolved(schema)
        guard depth < Self.depthLimit else { return "value" }
        if let values = schema["enum"]?.elements { return "one of " + values.map(Self.plain).joined(separator: ", ") }
        if let only = schema["const"] { return Self.plain(only) }
        let choices = alternatives(of: schema)
        if !choices.isEmpty { return choices.map { summary(of: $0, depth: depth + 1) }.joined(separator: " or ") }
        let texts = types(of: schema).map { type in
            type == "array" ? "list of " + summary(of: schema["items"] ?? .null, depth: depth + 1) : type
        }
        let bounds = [("minimum", "from"), ("maximum", "to")].compactMap { key, word in
            schema[key].map { " \(word) \(Self.plain($0))" }
        }
        return (texts.isEmpty ? "value" : texts.joined(separator: " or ")) + bounds.joined()
    }

    private func alternatives(of schema: JSON) -> [JSON] {
        // Next to properties, the alternatives only specify which of them are required.
        guard schema["properties"] == nil else { return [] }
        return (schema["anyOf"] ?? schema["oneOf"])?.elements.filter { resolved($0)["type"]?.text != "null" } ?? []
    }

    private func types(of schema: JSON) -> [String] {
        schema["type"]?.text.map { [$0] } ?? schema["type"]?.texts ?? (schema["properties"] == nil ? [] : ["object"])
    }

    private static func plain(_ json: JSON) -> String { json.text ?? json.serialized }

    /// Returns `FORM_TOKEN` for `form_token`, and `REDIRECT_URL` for `redirectUrl`.
    private static func placeholder(_ name: String) -> String {
        var text = ""
        for character in name {
            if character.isUppercase, text.last?.isLowercase == true { text.append("_") }
            text.append(character.isLetter || character.isNumber ? character : "_")
        }
        return text.uppercased()
    }
}

extension JSON {
    /// The members of an object; empty for other values.
    var memberList: [Member] { if case .object(let members) = self { members } else { [] } }
}
