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
}
