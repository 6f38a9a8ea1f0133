extension ResourceOverride {
    static let documentKeys = ["deny", "message"]

    /// Reads the member `resources` of an element of `integrations`: resources, or `*` for all others, with their denials.
    static func overrides(_ object: DocumentObject) -> [String: ResourceOverride] {
        let problems = object.problems
        var overrides: [String: ResourceOverride] = [:]
        for (path, name, value) in object.freeMembers("resources") {
            if name != Integration.everyResource {
                _ = problems.text(.string(name), .resource, at: object.field("resources"))
            }
            let element = DocumentObject(value, at: path, keys: documentKeys, in: problems)
            guard let deny = element.required("deny"),
                let denial: ResourceDenial = problems.choice(deny, at: element.field("deny"))
            else { continue }
            overrides[name] = ResourceOverride(denial: denial, message: element.optionalText("message", .plain))
        }
        return overrides
    }

    var document: JSON { .filled(["deny": .string(denial.rawValue), "message": message.map { .string($0) }]) }
}
