import EntitlementService
import Foundation
import HTTPTypes
import TVWorld
import Testing

@Suite("The OpenAPI document")
struct OpenAPITests {
    @Test("registered routes are the documented operations")
    func operations() async throws {
        let fixture = try await Fixture()
        try await fixture.test { client in
            let answer = try await client.get("/openapi.json")
            #expect(answer.status == 200 && answer.headers[.contentType] == "application/json")
            let documented = try Self.operations(of: answer.json)
            let registered = fixture.environment.operations
            #expect(Set(registered).count == registered.count)
            for operation in registered where !documented.contains(operation) {
                Issue.record("\(operation) is not documented: add it to its part in EntitlementService/OpenAPI")
            }
            for operation in documented where !registered.contains(operation) {
                Issue.record("\(operation) is documented, but there is no such route")
            }
        }
    }

    @Test("docs/openapi.json is what is served")
    func file() async throws {
        try await Fixture().test { client in
            let answer = try await client.get("/openapi.json")
            let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
            let file = try Data(contentsOf: root.appending(path: "docs/openapi.json"))
            #expect(try Self.canonical(Data(answer.text.utf8)) == Self.canonical(file), "run scripts/openapi-docs")
        }
    }

    private static func canonical(_ json: Data) throws -> Data {
        try JSONSerialization.data(withJSONObject: JSONSerialization.jsonObject(with: json), options: .sortedKeys)
    }

    /// Method and path of each operation.
    static func operations(of document: JSON) throws -> [String] {
        guard case .object(let paths)? = document["paths"] else { throw AuthorizationRouteTests.Unexpected() }
        let methods = ["get", "put", "post", "delete", "patch"]
        return paths.flatMap { path -> [String] in
            guard case .object(let members) = path.value else { return [] }
            return members.map(\.key).filter { methods.contains($0) }.map { "\($0.uppercased()) \(path.key)" }
        }
    }
}
