import Testing

@testable import TVWorld

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The JSON Schema for editors, compared with the parser.
@Suite("The schema of scenarios")
struct ScenarioSchemaTests {
    private func schema() throws -> JSON {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let data = try Data(contentsOf: URL(filePath: "/\(root)/docs/vsa-scenario-1.schema.json"))
        return try JSON(parsing: data)
    }

    private func keys(_ schema: JSON?) -> Set<String> {
        guard case .object(let members)? = schema?["properties"] else { return [] }
        return Set(members.map(\.key))
    }

    @Test("it has exactly the keys that the parser accepts")
    func keys() throws {
        let schema = try schema()
        #expect(keys(schema) == Set(Scenario.documentKeys))
        for (name, expected) in [
            ("app", Scenario.App.documentKeys), ("account", Scenario.Account.documentKeys),
            ("answer", Scenario.Answer.documentKeys),
            ("fault", Fault.documentKeys + Fault.renamedKeys.map(\.former)),
            ("application", Scenario.RegisteredApplication.documentKeys),
            ("expectation", EventExpectation.documentKeys),
            ("provider", Provider.documentKeys + Provider.renamedKeys.map(\.former)),
            ("subscriber", Subscriber.documentKeys), ("requestor", Requestor.documentKeys),
            ("integration", Integration.documentKeys), ("temporary-pass", TemporaryPass.documentKeys),
        ] { #expect(keys(schema["$defs"]?[name]) == Set(expected), "\(name)") }
        #expect(keys(schema["properties"]?["developer"]) == Set(DeveloperSetting.allCases.map(\.rawValue)))
        #expect(keys(schema["$defs"]?["fault"]?["properties"]?["during"]) == Set(Fault.windowKeys))
        #expect(
            keys(schema["$defs"]?["requestor"]?["properties"]?["metadata-encryption"]) == Set(MetadataEncryption.documentKeys))
        #expect(keys(schema["$defs"]?["requestor"]?["properties"]?["denial-limit"]) == Set(Requestor.denialLimitKeys))
    }

    @Test("it requires only the keys that an element cannot inherit: its names")
    func required() throws {
        let schema = try schema()
        let definitions = [
            "providers": "provider", "subscribers": "subscriber", "requestors": "requestor", "integrations": "integration",
            "temp-pass": "temporary-pass", "apps": "app", "applications": "application",
        ]
        for (list, definition) in definitions {
            #expect(schema["$defs"]?[definition]?["required"]?.texts == ScenarioMerge.identities[list], "\(definition)")
        }
        // A fault without a name gets one; objects merge by key.
        let denial = schema["$defs"]?["integration"]?["properties"]?["resources"]?["additionalProperties"]
        for inherited in [schema["$defs"]?["fault"], schema["$defs"]?["account"], denial] {
            #expect(inherited?["properties"] != nil && inherited?["required"] == nil)
        }
        #expect(Set(definitions.keys).union(["faults"]) == Set(ScenarioMerge.identities.keys))
    }

    @Test("the former name of a key accepts what the key accepts, and is deprecated")
    func formerNames() throws {
        let schema = try schema()
        for (definition, renamed) in [("fault", Fault.renamedKeys), ("provider", Provider.renamedKeys)] {
            for key in renamed {
                let properties = schema["$defs"]?[definition]?["properties"]
                guard case .object(let members)? = properties?[key.name], case .object(let former)? = properties?[key.former]
                else {
                    Issue.record("\(key.name) or \(key.former) is missing")
                    continue
                }
                #expect(former == members + [.init("deprecated", true)])
            }
        }
        guard case .array(let names)? = schema["$defs"]?["point"]?["anyOf"] else {
            Issue.record("there are no points")
            return
        }
        #expect(
            names.map { $0["enum"]?.texts } == [
                FaultPoint.allCases.map(\.name), FaultPoint.allCases.filter { $0.side == .device }.map(\.rawValue),
            ])
        #expect(names.map { $0["deprecated"] } == [nil, true])
    }

    @Test("it has the values that the parser accepts")
    func values() throws {
        let schema = try schema()
        func values(_ definition: String, _ key: String) -> [String]? {
            schema["$defs"]?[definition]?["properties"]?[key]?["enum"]?.texts
        }
        #expect(values("fault", "saml") == SAMLFault.allCases.map(\.rawValue))
        #expect(values("app", "access") == AccessStatus.allCases.map(\.rawValue))
        #expect(values("answer", "on") == PromptKind.allCases.map(\.rawValue))
        #expect(schema["properties"]?["unanswered"]?["enum"]?.texts == UnansweredPolicy.allCases.map(\.rawValue))
        #expect(values("provider", "boarding") == BoardingStatus.allCases.map(\.rawValue))
        #expect(values("provider", "preauthorize-method") == PreauthorizationMethod.allCases.map(\.rawValue))
        #expect(values("provider", "scoping") == RequestorScoping.allCases.map(\.rawValue))
        #expect(values("provider", "login") == Provider.Login.allCases.map(\.rawValue))
        #expect(values("integration", "degraded") == Degradation.allCases.map(\.rawValue))
        #expect(values("temporary-pass", "kind") == TemporaryPass.Kind.allCases.map(\.rawValue))
    }

    /// Every definition of the schema in a scenario of its own: the list, and what an element has besides the tested key.
    private static let places: KeyValuePairs<String, (list: String, element: JSON)> = [
        "app": ("apps", ["id": "a"]), "answer": ("answers", ["on": "access", "answer": "granted"]),
        "fault": ("faults", ["point": "service.config"]), "application": ("applications", ["id": "a"]),
        "expectation": ("expect", ["event": "library.status"]), "provider": ("providers", ["id": "a"]),
        "subscriber": ("subscribers", ["username": "a"]), "requestor": ("requestors", ["id": "a"]),
        "integration": ("integrations", [:]), "temporary-pass": ("temp-pass", ["kind": "promotional"]),
    ]

    /// Texts that a pattern accepts or not; durations that are too long or too short somewhere are not among them.
    private static let samples =
        ["", "US", "us", "USA", "1000ms", "1s", "90s", "-1s", "1 s", "s", "1.5h", "2h", "1d", "1w", "a.B_c-9", "a~b", "a b", "é"]
        + [".", "..", "...", "a/b", "app://done", "://done", "1a://done", "app://a b", "app://a\\b", "app:done", "app://"]
        + [64, 65, 255, 256].map { String(repeating: "x", count: $0) }

    /// Returns the members of a scenario that contain a value at the place that is being tested.
    private typealias Members = (JSON) -> [JSON.Member]

    /// Checks that the parser accepts a value exactly if the schema does.
    private func check(_ value: JSON, _ isPermitted: Bool, at field: String, _ members: Members) {
        let own = members(value)
        let head = [JSON.Member("schema", "vsa-scenario/1"), .init("name", "a"), .init("extends", "none")]
        var problems: [WorldDocumentError] = []
        do throws(ScenarioError) {
            _ = try Scenario(document: .object(head.filter { $0.key != own.first?.key } + own))
        } catch {
            problems = error.problems
        }
        // The schema permits what does not suit other members.
        let isAccepted = !problems.contains {
            $0.field == field && ($0.message.hasPrefix("takes ") || $0.message.hasPrefix("the value "))
        }
        #expect(isAccepted == isPermitted, "\(field): \(value.serialized)")
    }

    /// Checks the values at the borders of a part of the schema, and of all its parts.
    private func walk(_ rule: JSON, of schema: JSON, at field: String, _ members: Members) throws {
        if let name = rule["$ref"]?.text?.split(separator: "/").last, let definition = schema["$defs"]?[String(name)] {
            return try walk(definition, of: schema, at: field, members)
        }
        for alternative in rule["anyOf"]?.elements ?? [] { try walk(alternative, of: schema, at: field, members) }
        if case .object(let properties)? = rule["properties"] {
            for property in properties {
                try walk(property.value, of: schema, at: "\(field).\(property.key)") {
                    members(.object([.init(property.key, $0)]))
                }
            }
        }
        if let any = rule["additionalProperties"], any.bool == nil {
            try walk(any, of: schema, at: "\(field).x") { members(["x": $0]) }
        }
        if let items = rule["items"] { try walk(items, of: schema, at: "\(field)[0]") { members([$0]) } }
        try checkBorders(of: rule, at: field, members)
    }

    private func checkBorders(of rule: JSON, at field: String, _ members: Members) throws {
        if let value = rule["const"] { check(value, true, at: field, members) }
        if let values = rule["enum"]?.elements {
            for value in values { check(value, true, at: field, members) }
            check("nonsense", false, at: field, members)
        }
        switch rule["type"] {
        case "boolean":
            check(true, true, at: field, members)
            check(.integer(1), false, at: field, members)
        case "integer":
            let least = try #require(rule["minimum"]?.integer, "\(field)")
            check(.integer(least), true, at: field, members)
            check(.integer(least - 1), false, at: field, members)
            let greatest = rule["maximum"]?.integer
            check(.integer(greatest ?? Int64.max), true, at: field, members)
            if let greatest { check(.integer(greatest + 1), false, at: field, members) }
        default:
            guard let pattern = try rule["pattern"]?.text.map({ try Regex($0) }) else { return }
            for text in Self.samples { check(.string(text), text.contains(pattern), at: field, members) }
        }
    }

    @Test("the parser accepts the least and greatest numbers, the listed values and the texts of the patterns, and no others")
    func borders() throws {
        let schema = try schema()
        guard case .object(let properties)? = schema["properties"] else {
            Issue.record("there are no properties")
            return
        }
        let lists = Self.places.map(\.value.list)
        for property in properties where property.key != "schema" && !lists.contains(property.key) {
            try walk(property.value, of: schema, at: property.key) { [.init(property.key, $0)] }
        }
        for (name, place) in Self.places {
            guard case .object(let rest) = place.element, case .object(let properties)? = schema["$defs"]?[name]?["properties"]
            else {
                Issue.record("\(name) is missing")
                continue
            }
            for property in properties {
                // A former name conflicts with the present one.
                let others = property.value["deprecated"] == nil ? rest.filter { $0.key != property.key } : []
                try walk(property.value, of: schema, at: "\(place.list)[0].\(property.key)") { value in
                    [.init(place.list, [.object(others + [.init(property.key, value)])])]
                }
            }
        }
    }
}
