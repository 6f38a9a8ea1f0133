import Foundation
import HTTPTypes
import TVWorld
import Testing

@testable import EntitlementService

@Suite("The OpenAPI document")
struct OpenAPITests {
    @Test("the routes and the documented operations are the same, except for the dashboard's forms")
    func operations() async throws {
        let fixture = try await Fixture()
        try await fixture.test { client in
            let answer = try await client.get("/openapi.json")
            #expect(answer.status == 200 && answer.headers[.contentType] == "application/json")
            let documented = DescribedOperation.all(of: answer.json).map(\.name)
            let all = fixture.environment.routes.map { "\($0.method.rawValue) \($0.path)" }
            #expect(Set(all).count == all.count)
            let registered = all.filter { !$0.hasPrefix("POST /dashboard/") }
            for operation in registered where !documented.contains(operation) {
                Issue.record("\(operation) is not documented: add it to its file in Resources/openapi")
            }
            for operation in documented where !registered.contains(operation) {
                Issue.record("\(operation) is documented, but there is no such route")
            }
        }
    }

    @Test("parameters, statuses and media types are those of the route")
    func routes() async throws {
        let routes = try await Fixture().environment.routes
        for operation in DescribedOperation.all(of: try OpenAPIDocument.current.get().json) {
            let route = try #require(routes.first { "\($0.method.rawValue) \($0.path)" == operation.name })
            let name = operation.name
            let parts = route.path.matches(of: #/\{(\w+)\}/#).map { String($0.output.1) }
            #expect(operation.pathParameters.sorted() == parts.sorted(), "\(name)")
            let query = operation.names(ofParametersIn: "query")
            #expect(route.query == nil || route.query?.sorted() == query.sorted(), "\(name)")
            #expect(route.query != nil || route.attributes.audience != .administrator, "\(name)")
            // The body.
            let hasBody = [.post, .put].contains(route.method)
            #expect(operation.statuses.contains("413") == hasBody, "\(name)")
            #expect(operation.statuses.contains("415") == (route.bodyType != nil && route.refusesOtherBodies), "\(name)")
            let bodies = route.bodyType.map { [$0.accepted[0]] } ?? [BodyType.form.accepted[0]]
            #expect(operation.bodyTypes == bodies || route.bodyType == nil && operation.bodyTypes.isEmpty, "\(name)")
            // The responses.
            let rule = route.attributes.formats
            let negotiates = rule != .other && rule != .json
            #expect(operation.statuses.contains("406") == negotiates, "\(name)")
            #expect(operation.statuses.contains("429") || !route.attributes.isThrottled, "\(name)")
            for types in operation.successTypes where !types.isEmpty {
                let hasBoth = types.contains(AnswerFormat.json.mediaType) && types.contains(AnswerFormat.xml.mediaType)
                #expect(hasBoth == (negotiates && rule != .jsonOnly), "\(name): \(types)")
            }
            #expect(operation.statuses.isSuperset(of: ["414", "431", "500"]), "\(name)")
            // The authorization.
            let isAdministration = route.attributes.audience == .administrator
            #expect(isAdministration == route.path.hasPrefix("/admin/v1/"), "\(name)")
            #expect(operation.schemes == ["administrator"] || !isAdministration, "\(name)")
            #expect(operation.statuses.contains("401") || operation.schemes.isEmpty, "\(name)")
        }
    }

    @Test("the document names every parameter that a call reads, and no other")
    func parameters() throws {
        let document = try OpenAPIDocument.current.get().json
        let operations = DescribedOperation.all(of: document)
        let queries = Set(operations.flatMap { $0.names(ofParametersIn: "query") })
        // Every call of REST v1 for devices has these.
        let common = document["info"]?["description"]?.text?.split { !$0.isLetter && $0 != "_" }.map(String.init) ?? []
        // The fields of the dashboard's forms are not public.
        let calls = try sources(below: "EntitlementService").filter { !$0.path.contains("/Controllers/Dashboard/") }
        let read = calls.flatMap { $0.text.matches(of: #/(?:parameters|form)\["(\w+)"\]/#).map { String($0.output.1) } }
        let missing = Set(read).subtracting(queries).subtracting(operations.flatMap(\.bodyFields)).subtracting(common)
        #expect(Set(read).count > 40 && missing.isEmpty, "\(missing)")
        let all = try sources(below: "EntitlementService") + sources(below: "SAML")
        for name in queries { #expect(all.contains { $0.text.contains("\"\(name)\"") }, "\(name)") }
    }

    @Test("what the document names as credentials of the dashboard and the metrics is what the service requires and accepts")
    func credentials() async throws {
        let document = try OpenAPIDocument.current.get().json
        let cookie = document["components"]?["securitySchemes"]?["dashboard"]
        #expect(cookie?["in"]?.text == "cookie" && cookie?["name"]?.text == DashboardAccess.cookieName)
        let operations = DescribedOperation.all(of: document)
        let metrics = try #require(operations.first { $0.name == "GET /metrics" })
        let pages = operations.filter { $0.name.hasPrefix("GET /dashboard") }
        var options = ServiceOptions()
        options.metricsToken = "token-that-reads-metrics"
        let tokens = ["administrator": Fixture.adminToken, "metrics": "token-that-reads-metrics"]
        #expect(metrics.acceptedSchemes.sorted() == tokens.keys.sorted() && pages.count > 10)
        try await Fixture(options: options, isOneNode: true).test { client in
            for page in pages {
                let path = page.name.dropFirst("GET ".count).replacing("{id}", with: "x")
                let answer = try await client.get(String(path))
                let needsLogin = answer.status == 401 || answer.headers[.location] == "/dashboard/login"
                #expect(page.acceptedSchemes == (needsLogin ? ["dashboard"] : []), "\(page.name): \(answer.status)")
            }
            #expect(try await client.get("/metrics").status == 401)
            for token in tokens.values { #expect(try await client.send(.get, "/metrics", token: token).status == 200) }
        }
    }

    @Test("every response has a request identifier")
    func headers() throws {
        for operation in DescribedOperation.all(of: try OpenAPIDocument.current.get().json) {
            let headers = operation.headers
            #expect(!headers.isEmpty && headers.allSatisfy { $0.contains("Adobe-Request-Id") }, "\(operation.name)")
        }
    }

    @Test(
        "the header from which the library derives its statuses is that of the refusals that have it",
        arguments: [
            ("GET /api/v1/authorize", "403"), ("GET /api/v1/tokens/media", "403"), ("GET /api/v1/mediatoken", "403"),
            ("POST /api/v1/authenticate/freepreview", "400"), ("GET /api/v1/authorize", "412"),
            ("GET /api/v1/tokens/media", "412"), ("GET /api/v1/mediatoken", "412"), ("GET /api/v1/tokens/authn", "412"),
            ("GET /api/v1/checkauthn", "412"), ("GET /api/v1/checkauthn/{code}", "412"), ("GET /api/v1/preauthorize", "412"),
            ("GET /api/v1/preauthorize/{code}", "412"), ("GET /api/v1/tokens/authz", "412"),
            ("GET /api/v1/tokens/usermetadata", "412"),
        ])
    func refusals(name: String, status: String) throws {
        let operations = DescribedOperation.all(of: try OpenAPIDocument.current.get().json)
        let operation = try #require(operations.first { $0.name == name })
        #expect(operation.headers(of: status).contains("Authzf-Error-Code"))
    }

    @Test("the error codes are all that a call can return: not those of the login's pages")
    func errorCodes() throws {
        let document = try OpenAPIDocument.current.get().json
        let pages = ErrorCode.allCases.filter { $0.rawValue.hasPrefix("login_") } + [.wrongPassword, .logoutIncomplete]
        let described = document["components"]?["schemas"]?["ErrorCode"]?["enum"]?.texts ?? []
        #expect(described.sorted() == Set(ErrorCode.allCases).subtracting(pages).map(\.rawValue).sorted())
    }

    @Test("references resolve, names are unique, tags are declared, links lead to operations")
    func whole() throws {
        let document = try OpenAPIDocument.current.get().json
        let operations = DescribedOperation.all(of: document)
        let references = Set(Self.references(in: document))
        #expect(references.count > 100)
        for reference in references { #expect(document.target(of: reference) != nil, "\(reference) leads nowhere") }
        let identifiers = operations.compactMap(\.identifier)
        #expect(identifiers.count == operations.count && Set(identifiers).count == identifiers.count)
        let tags = document["tags"]?.elements.compactMap { $0["name"]?.text } ?? []
        for operation in operations {
            #expect(!operation.tags.isEmpty && Set(operation.tags).isSubset(of: tags), "\(operation.name)")
            #expect(Set(operation.links).isSubset(of: identifiers), "\(operation.name)")
        }
        #expect(document["x-common"] == nil)
    }

    @Test("an operation's own members and responses are kept; common ones, and common headers, are added")
    func common() throws {
        let frame = """
            x-common:
              operations: [{path: /y, tags: [y]}, {path: /, tags: [a], security: [{client: []}]}, {path: /x, tags: [b]}]
              headers: {A: {description: a}}
              rules:
                - responses: {"500": {$ref: "#/r"}}
                - {part: "{y}", responses: {"429": {description: elsewhere}}}
                - {methods: [post], security: client, responses: {"401": {description: common}}}
            """
        let operations = """
            paths:
              /x:
                post: {tags: [own], responses: {"200": {description: "no", headers: {A: {description: own}}}}}
                get: {security: [], responses: {"500": {description: own}}}
            """
        let document = try OpenAPIDocument(parts: [("frame", frame), ("x", operations)]).json
        let expected = """
            {"paths":{"/x":{"post":{"tags":["own"],"security":[{"client":[]}],"responses":{\
            "200":{"description":"no","headers":{"A":{"description":"own"}}},"401":{"description":"common"},"500":{"$ref":"#/r"}}},\
            "get":{"tags":["a"],"security":[],"responses":{"500":{"description":"own","headers":{"A":{"description":"a"}}}}}}}}
            """
        #expect(document.serialized == expected)
        #expect(throws: OpenAPIDocument.Defect.self) {
            try OpenAPIDocument(parts: [("frame", frame), ("x", operations), ("x", operations)])
        }
        #expect(throws: OpenAPIDocument.Defect.self) { try OpenAPIDocument(parts: [("x", operations)]) }
        #expect(throws: OpenAPIDocument.Defect.self) { try OpenAPIDocument(parts: [("frame", frame), ("list", "[1]")]) }
    }

    @Test("the schema of a body or a response is written out as that of its JSON; common parameters precede an operation's own")
    func schemas() throws {
        let text = """
            x-common: {headers: {}, rules: [{part: x, parameters: [{name: common}]}]}
            paths:
              /x: {put: {requestBody: {required: true, schema: {type: object}}, responses: {"200": {schema: {type: string}}}}}
              "/{x}": {get: {parameters: [{name: own}], responses: {}}}
            """
        let paths = try OpenAPIDocument(parts: [("x", text)]).json["paths"]
        let operation = paths?["/x"]?["put"]
        #expect(operation?["parameters"]?.serialized == #"[{"name":"common"}]"#)
        #expect(paths?["/{x}"]?["get"]?["parameters"]?.serialized == #"[{"name":"common"},{"name":"own"}]"#)
        #expect(
            operation?["requestBody"]?.serialized
                == #"{"required":true,"content":{"application/json":{"schema":{"type":"object"}}}}"#)
        let answer = operation?["responses"]?["200"]
        #expect(
            answer?["content"]?.serialized == #"{"application/json":{"schema":{"type":"string"}}}"# && answer?["schema"] == nil)
    }

    @Test("an object with properties has no others, unless its schema permits them")
    func closedObjects() throws {
        let text = """
            x-common: {headers: {}, rules: []}
            paths: {}
            components:
              schemas:
                Closed: {type: object, properties: {type: {type: [object, "null"], properties: {a: {}}}}}
                Open: {type: object, additionalProperties: true, properties: {a: {}}}
                Map: {type: object}
                Part: {required: [a], properties: {a: {}}}
            """
        let schemas = try OpenAPIDocument(parts: [("x", text)]).json["components"]?["schemas"]
        #expect(
            schemas?["Closed"]?.serialized
                == #"{"type":"object","additionalProperties":false,"properties":{"type":{"type":["object","null"],"#
                + #""additionalProperties":false,"properties":{"a":{}}}}}"#)
        #expect(schemas?["Open"]?["additionalProperties"] == true)
        for name in ["Map", "Part"] { #expect(schemas?[name]?["additionalProperties"] == nil, "\(name)") }
    }

    private func sources(below module: String) throws -> [(path: String, text: String)] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let folder = root.appending(path: "Sources/\(module)").path
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return try paths.filter { $0.hasSuffix(".swift") }
            .map { ("/\($0)", try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)) }
    }

    private static func references(in json: JSON) -> [String] {
        switch json {
        case .object(let members): members.flatMap { $0.key == "$ref" ? [$0.value.text ?? ""] : references(in: $0.value) }
        case .array(let values): values.flatMap { references(in: $0) }
        default: []
        }
    }
}
