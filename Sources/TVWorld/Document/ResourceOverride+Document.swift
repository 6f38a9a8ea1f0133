extension ResourceOverride {
    /// Reads the member `resources` of an element of `integrations`: resources, or `*` for all others, with their denials.
    static func overrides(_ object: DocumentObject) throws -> [String: ResourceOverride] {
        guard object.has("resources") else { return [:] }
        let value = try object.required("resources")
        guard case .object(let members) = value else {
            throw DocumentObject.wrongType(object.field("resources"), "an object", value)
        }
        var overrides: [String: ResourceOverride] = [:]
        for member in members {
            let name = member.key
            if name != Integration.everyResource {
                _ = try DocumentObject.text(.string(name), .resource, at: object.field("resources"))
            }
            let path = object.field("resources") + "." + name
            let element = try DocumentObject(member.value, at: path, keys: ["deny", "message"])
            overrides[name] = ResourceOverride(
                denial: try DocumentObject.choice(try element.required("deny"), at: element.field("deny")),
                message: element.has("message") ? try element.text("message", .plain) : nil)
        }
        return overrides
    }

    /// The member of `resources` that stands for the denial.
    var document: JSON {
        var members: [JSON.Member] = [.init("deny", .string(denial.rawValue))]
        if let message { members.append(.init("message", .string(message))) }
        return .object(members)
    }
}
