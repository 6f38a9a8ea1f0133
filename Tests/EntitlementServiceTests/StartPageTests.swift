import HTTPTypes
import Hummingbird
import TVWorld
import Testing

@testable import EntitlementService

@Suite("The start page and the API page")
struct StartPageTests {
    @Test("the start page links to what the service offers, without scripts, with the policy of all pages")
    func start() async throws {
        try await Fixture().test { client in
            let page = try await client.get("/")
            #expect(page.status == 200 && page.headers[.contentType] == "text/html; charset=utf-8")
            for address in ["/dashboard", "/activate", "/docs", "/openapi.json", "/health", "/metrics"] {
                #expect(page.text.contains("href=\"\(address)\""), "\(address)")
            }
            #expect(page.text.contains("<code>http://localhost</code>"))
            for path in ["/", "/docs"] {
                let page = try await client.get(path)
                let policy = page.headers[.contentSecurityPolicy]
                #expect(
                    policy == Page(title: "", template: PageFiles.messageMustache).response.headers[.contentSecurityPolicy],
                    "\(path)")
                #expect(!page.text.contains("<script") && !page.text.contains("<style") && !page.text.contains("style="))
                #expect(try await client.send(.head, path).status == 200)
                #expect(try await client.send(.post, path).status == 405)
            }
        }
    }

    @Test("the API page has every operation of the document once, with its example")
    func everyOperation() async throws {
        try await Fixture().test { client in
            let page = try await client.get("/docs").text
            let operations = APIOperation.all(of: try OpenAPIDocument.current.get().json)
            #expect(Set(operations.map(\.id)).count == operations.count)
            #expect(page.split(separator: "<div id=\"").count == operations.count + 1)
            for operation in operations {
                #expect(page.contains("<div id=\"\(operation.id)\">"), "\(operation.id)")
                #expect(!operation.summary.isEmpty && !operation.responses.isEmpty, "\(operation.id)")
                let command = CurlExample(operation).command
                let escaped = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;")]
                    .reduce(command) { $0.replacing($1.0, with: $1.1) }
                #expect(page.contains(">\(escaped)</pre>"), "\(command)")
            }
        }
    }

    /// Operations whose example refers to what must be created first: a signed message, a certificate, a code.
    private static let needsState: Set<String> = [
        "activateByLogin", "trustProvider", "exchangeToken", "addCertificate", "showProviderLogin", "logOutAtProvider",
        "registerClient", "issueAccessToken", "resetPromotionalPass", "readProfileByCode", "createPartnerProfile",
        "readAuthenticationSession", "resumeSession", "startSessionLogin", "startLogin", "startLoginByAnotherAddress",
        "consumeAssertion", "startLogout", "completeLogout",
    ]

    @Test("the service accepts the form of every example: only what it refers to may be missing")
    func examples() async throws {
        for operation in APIOperation.all(of: try OpenAPIDocument.current.get().json) where !operation.isStream {
            let example = CurlExample(operation)
            try await Fixture().test { client in
                let registered = try await client.registered()
                var headers: HTTPFields = [:]
                for (name, value) in example.headers { headers[HTTPField.Name(name)!] = value }
                var body: String?
                switch example.body {
                case .form(let fields):
                    headers[.contentType] = "application/x-www-form-urlencoded"
                    body = fields.map { "\($0.name)=\(Client.encode($0.value))" }.joined(separator: "&")
                case .json(let json):
                    headers[.contentType] = "application/json"
                    body = json
                case .file, nil: break
                }
                let token: String? =
                    switch example.tokenVariable {
                    case "VSASIM_ADMIN_TOKEN": Fixture.adminToken
                    case "ACCESS_TOKEN": registered.accessToken
                    default: nil
                    }
                let method = try #require(HTTPRequest.Method(operation.method))
                let answer = try await client.send(method, example.target, headers: headers, body: body, token: token)
                let isAccepted = answer.status < 400 || [403, 404, 409, 412].contains(answer.status)
                // The missing part is the only problem of such an example.
                let lacksState = Self.needsState.contains(operation.id) && answer.status == 400
                #expect(
                    isAccepted != lacksState, "\(operation.id): \(answer.status) \(answer.text.prefix(300))\n\(example.command)")
            }
        }
    }

    @Test("an example sends what its call accepts: the cookie of a login, a token, or nothing")
    func credentials() async throws {
        let operations = APIOperation.all(of: try OpenAPIDocument.current.get().json)
        func command(_ id: String) throws -> String { CurlExample(try #require(operations.first { $0.id == id })).command }
        #expect(try command("dashboardOverview") == #"curl -s -b cookies.txt "$VSASIM_SERVICE_URL/dashboard""#)
        #expect(try command("dashboardLogin") == #"curl -s "$VSASIM_SERVICE_URL/dashboard/login""#)
        #expect(try command("readMetrics").hasSuffix(#" -H "Authorization: Bearer $VSASIM_ADMIN_TOKEN""#))
        #expect(try command("readClientConfiguration").contains(#" -H "Authorization: Bearer $ACCESS_TOKEN""#))
        try await Fixture().test { client in
            let page = try await client.get("/docs").text
            for (id, access) in [
                ("dashboardOverview", "The cookie of a login to the dashboard."), ("dashboardLogin", "No token."),
                ("readMetrics", "The administration&#39;s token or the one of --metrics-token-file."),
            ] {
                let part = try #require(page.split(separator: "<div id=\"\(id)\">").last)
                let needs = part.split(separator: "</p>").first { $0.contains("<p>Requires: ") }
                #expect(needs?.hasSuffix("<p>Requires: \(access)") == true, "\(part.prefix(200))")
            }
        }
    }

    @Test("a value with an apostrophe, a dollar sign or a line break stays one word of the shell")
    func quoting() throws {
        let text = #"""
            {"paths":{"/x/{id}":{"post":{"operationId":"x","parameters":[
            {"name":"id","in":"path","required":true,"schema":{"type":"string","examples":["a b'$(id)\"/"]}},
            {"name":"H","in":"header","required":true,"schema":{"type":"string","examples":["it's $HOME"]}}],
            "requestBody":{"content":{"application/json":{"schema":{"type":"object","required":["a"],
            "properties":{"a":{"type":"string","examples":["'; rm\n-rf"]},"b":{"type":"integer"}}}}}}}}}}
            """#
        let operation = try #require(APIOperation.all(of: try JSON(parsing: text.utf8)).first)
        #expect(
            CurlExample(operation).command == #"""
                curl -s "$VSASIM_SERVICE_URL/x/a%20b%27%24%28id%29%22%2F" \
                  -H 'H: it'\''s $HOME' \
                  -H 'Content-Type: application/json' \
                  -d '{"a":"'\''; rm\n-rf"}'
                """#)
    }

    @Test("circular references end")
    func circle() throws {
        let document = try JSON(
            parsing: ##"{"a":{"$ref":"#/b"},"b":{"$ref":"#/a"},"l":{"type":"array","items":{"$ref":"#/l"}}}"##.utf8)
        let schemas = SchemaReader(document: document)
        for name in ["a", "l"] {
            let schema = try #require(document[name])
            #expect(schemas.summary(of: schema).count < 200)
            _ = schemas.sample(of: schema, named: name)
        }
    }
}
