import EntitlementCore
import Foundation
import HTTPTypes
import SAML
import TVWorld
import Testing

@Suite("HTTP rules", .service)
struct HTTPRuleTests {
    private let client = Client.current

    @Test("an invalid Host is rejected, on every path")
    func strictHost() async throws {
        try await Fixture().serve { port in
            for (host, status) in [
                ("[::1].evil.example", 400), ("127.0.0.1:80@evil.example", 400), ("a b", 400), ("localhost:99999", 400),
                ("127.0.0.1:\(port)", 200), ("[::1]:80", 200), ("some.name", 200),
            ] {
                let answer = try await RawConnection.answer(
                    of: port, to: "GET /health HTTP/1.1\r\nHost: \(host)\r\n\r\n", until: "\r\n")
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(host): \(answer)")
            }
        }
    }

    @Test("health and metadata need no token; every response has a date of the service's clock and a request ID")
    func open() async throws {
        let health = try await client.get("/health")
        #expect(health.text == #"{"status":"ok"}"#)
        #expect(health.headers[.date] == "Fri, 15 Jan 2027 08:00:00 GMT")
        let metadata = try await client.get("/saml/metadata")
        #expect(metadata.headers[.contentType] == "application/samlmetadata+xml")
        let descriptor = try EntityDescriptor(xml: metadata.text)
        #expect(descriptor.entityID == "https://saml.sp.auth.adobe.com")
        #expect(
            descriptor.role
                == .serviceProvider(
                    assertionConsumerServiceURL: "http://127.0.0.1:4711/sp/saml/SAMLAssertionConsumer",
                    singleLogoutURL: "http://127.0.0.1:4711/sp/saml/LogoutServiceHTTPRedirectResponse"))
        let unknown = try await client.get("/nowhere")
        let id = HTTPField.Name("Adobe-Request-Id")!
        #expect(unknown.headers[.date] != nil && unknown.headers[id] != health.headers[id])
        client.fixture.clock.advance(seconds: 1)
        #expect(try await client.get("/health").headers[.date] == "Fri, 15 Jan 2027 08:00:01 GMT")
    }

    @Test("404 and 405 are JSON; 405 names the methods")
    func unknownPaths() async throws {
        for path in ["/nowhere", "/api/v1", "/api/v1/config", "/api/v1/config/REF30/more", "/admin/v1/nothing", "/api/v2/x"] {
            let answer = try await client.get(path)
            #expect(answer.status == 404 && answer.json["status"]?.integer == 404, "\(path)")
        }
        let cases: [(HTTPRequest.Method, String, String)] = [
            (.put, "/api/v1/tokens/authn", "GET, HEAD, POST"), (.get, "/api/v1/logout", "DELETE"),
            (.post, "/health", "GET, HEAD"), (.get, "/o/client/register", "POST"),
            (HTTPRequest.Method("BREW")!, "/api/v1/config/REF30.json", "GET, HEAD"),
        ]
        for (method, path, allowed) in cases {
            let answer = try await client.send(method, path)
            #expect(answer.status == 405 && answer.headers[.allow] == allowed, "\(path)")
            #expect(answer.json["status"]?.integer == 405)
        }
    }

    @Test("an unknown address that a browser opens is a page")
    func unknownPages() async throws {
        for path in ["/dashboard/nothing", "/dashboard/sessions/1/2", "/activate/nothing", "/mvpd", "/mvpd/alpha.example/x"] {
            let page = try await client.get(path)
            #expect(page.status == 404 && page.headers[.contentType] == "text/html; charset=utf-8", "\(path)")
            #expect(page.text.contains("<h1>Page not found</h1>") && page.text.contains("href=\"/dashboard\""))
            #expect(page.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true)
        }
    }

    @Test("an address that accepts only forms is a page with a link if a browser opens it; Allow names the methods")
    func formAddresses() async throws {
        let cases: [(HTTPRequest.Method, String, String)] = [
            (.get, "/dashboard/rules", "POST"), (.get, "/activate/preview", "POST"), (.put, "/dashboard/usage", "GET, HEAD"),
        ]
        for (method, path, allowed) in cases {
            let page = try await client.send(method, path, headers: [.accept: "text/html,application/xml;q=0.9,*/*;q=0.8"])
            #expect(page.status == 405 && page.headers[.allow] == allowed, "\(path)")
            #expect(page.headers[.contentType] == "text/html; charset=utf-8", "\(path)")
            #expect(page.text.contains("<h1>This address cannot be opened</h1>"), "\(path)")
            for link in ["/dashboard", "/activate"] { #expect(page.text.contains("href=\"\(link)\""), "\(path)") }
        }
    }

    @Test("an error in answer to HEAD has no body, but the length of one")
    func headErrors() async throws {
        _ = try await client.administer(.post, "faults", #"{"at":"service.config","status":503}"#)
        for (path, status) in [
            ("/nope", 404), ("/dashboard/nope", 404), ("/activate/preview", 405), ("/admin/v1/sessions", 401),
            ("/api/v1/config/REF30", 503),
        ] {
            let answer = try await client.send(.head, path, headers: [:])
            #expect(answer.status == status && answer.text.isEmpty, "\(path): \(answer.status)")
            #expect((answer.headers[.contentLength].flatMap { Int($0) } ?? 0) > 0, "\(path)")
        }
    }

    @Test(
        "HEAD is 405 where GET stores or issues something",
        arguments: [
            "/api/v1/authorize?requestor=REF30&deviceId=device-1&resource=news",
            "/api/v1/tokens/media?requestor=REF30&deviceId=device-1&resource=news",
            "/api/v1/mediatoken?requestor=REF30&deviceId=device-1&resource=news",
            "/api/v1/REF30/profile-requests/AlphaCable?deviceId=device-1", "/api/v1/authenticate",
            "/adobe-services/authenticate/saml", "/adobe-services/logout", "/api/v2/authenticate/REF30/CODE", "/activate/login",
            "/api/v2/REF30/logout/AlphaCable", "/mvpd/alpha.example/saml/sso",
        ])
    func unsafeHead(path: String) async throws {
        let client = try await client.registered()
        let answer = try await client.send(.head, path)
        #expect(answer.status == 405 && answer.headers[.allow] == (path.hasSuffix("/sso") ? "GET, POST" : "GET"))
        #expect(try await client.get(path).status != 405)
    }

    @Test("a body of another type than the call accepts is 415 with the accepted type; one without a type is read")
    func bodyTypes() async throws {
        let cases: [(HTTPRequest.Method, String, String, String)] = [
            (.post, "/o/client/register", "text/plain", "application/json"),
            (.post, "/o/client/token", "application/json", "application/x-www-form-urlencoded"),
            (.post, "/admin/v1/statements", "application/x-www-form-urlencoded", "application/json"),
            (.put, "/admin/v1/integrations/REF30/AlphaCable", "multipart/form-data; boundary=x", "application/json"),
            (.put, "/admin/v1/throttling", "", "application/json"),
            (
                .put, "/admin/v1/providers/alpha.example/metadata", "application/json",
                "application/samlmetadata+xml, application/xml, text/xml"
            ),
        ]
        for (method, path, type, accepted) in cases {
            let answer = try await client.send(method, path, headers: [.contentType: type], body: "{}", token: Fixture.adminToken)
            #expect(answer.status == 415 && answer.json["status"]?.integer == 415, "\(path) \(answer.status)")
            #expect(answer.headers[.accept] == accepted && answer.message?.contains(accepted.prefix { $0 != "," }) == true)
        }
        for type in ["application/json", "Application/JSON ; charset=utf-8", nil] {
            var headers: HTTPFields = [:]
            headers[.contentType] = type
            let answer = try await client.send(
                .put, "/admin/v1/throttling", headers: headers, body: "{}", token: Fixture.adminToken)
            #expect(answer.status == 200, "\(type ?? "none")")
        }
    }

    @Test("a compressed body is 415, not read as if it were missing; the coding of a GET does not matter")
    func compressedBodies() async throws {
        let app = try await client.registered()
        for (endpoint, coding, status) in [
            (.createSession, "gzip", 415), (.createSession, "Identity", 200), (.createSession, "", 200),
            (.profiles, "gzip", 200),
        ] as [(Endpoint, String, Int)] {
            var headers = Client.headers()
            headers[.contentEncoding] = coding
            let answer = try await app.call(endpoint, headers: headers)
            #expect(answer.status == status && answer.headers[.acceptEncoding] == (status == 415 ? "identity" : nil))
        }
    }

    @Test("an unknown requestor is 400 invalid_requestor")
    func unknownRequestor() async throws {
        let client = try await client.registered()
        let answer = try await client.get("/api/v1/config/NOPE")
        #expect(answer.status == 400 && answer.code == "invalid_requestor")
        #expect(try await client.get("/api/v1/tokens/authn?deviceId=d").code == "invalid_requestor")
        #expect(try await client.get("/api/v1/tokens/authn?requestor=REF30").code == "invalid_device_id")
    }

    @Test("the configuration has the published structure, single sign-on by platform")
    func configuration() async throws {
        let client = try await client.registered()
        _ = try await client.administer(.put, "integrations/REF30/AlphaCable", #"{"sso":{"tvos":false}}"#)
        for (name, isOn) in [("iOS", true), ("tvOS", false)] {
            let info = Data(#"{"osName":"\#(name)","model":"x"}"#.utf8).base64EncodedString()
            let answer = try await client.send(.get, "/api/v1/config/REF30", headers: [HTTPField.Name("X-Device-Info")!: info])
            let mvpds = try #require(answer.json["requestor"]?["mvpds"]?.elements)
            #expect(mvpds.map { $0["id"]?.text } == ["AlphaCable", "BetaFiber", "GammaSat", "DeltaCoop", "TempPass"])
            #expect(mvpds[0]["enablePlatformServices"]?.bool == isOn)
            #expect(mvpds[0]["platformMappingId"] == "alpha.example" && mvpds[0]["boardingStatus"] == "SUPPORTED")
            #expect(mvpds[1]["boardingStatus"] == "PICKER" && mvpds[1]["requiresSVC"] == true)
            #expect(mvpds[2]["enablePlatformServices"] == nil && mvpds[2]["boardingStatus"] == nil)
            #expect(mvpds[3]["enablePlatformServices"] == false)
            #expect(mvpds[4]["isTempPass"] == true)
            #expect(answer.json["time"]?.integer == client.fixture.clock.milliseconds())
        }
    }

    @Test(
        "the configuration says whether apps get the device's identifier; by default they do not", arguments: [nil, true])
    func deviceIdentifier(isTold: Bool?) async throws {
        let fixture = try await Fixture { world in
            if let isTold { for index in world.requestors.indices { world.requestors[index].tellsDeviceID = isTold } }
        }
        try await fixture.test { client in
            let answer = try await client.registered().get("/api/v1/config/REF30")
            #expect(answer.json["requestor"]?["deviceIdMetadata"]?.bool == (isTold ?? false))
        }
    }

    @Test("a body, header or URL that is too large; deeply nested bodies")
    func limits() async throws {
        let large = try await client.send(.post, "/o/client/register", body: String(repeating: "x", count: 300_000))
        #expect(large.status == 413 && large.json["status"]?.integer == 413)
        let header = try await client.send(.get, "/health", headers: [.userAgent: String(repeating: "x", count: 20_000)])
        #expect(header.status == 431)
        #expect(try await client.get("/health?" + String(repeating: "x", count: 20_000)).status == 414)
        for (answer, status) in [
            (
                try await client.send(
                    .post, "/api/v2/REF30/decisions/authorize/AlphaCable", body: String(repeating: "x", count: 300_000)), 413
            ),
            (try await client.send(.get, "/api/v2/REF30/profiles?" + String(repeating: "x", count: 20_000)), 414),
        ] {
            #expect(answer.status == status && answer.json["status"]?.integer == Int64(status), "REST v2 enhances its errors")
            #expect(answer.code == "bad_request" && answer.json["action"] == "none" && answer.json["helpUrl"] != nil)
        }
        let nested = try await client.send(
            .post, "/o/client/register", body: String(repeating: #"{"a":"#, count: 40_000))
        #expect(nested.status == 400 && nested.error == "invalid_request")
    }

    @Test("query parameters: percent escapes, plus, broken escapes, not UTF-8")
    func queries() async throws {
        let client = try await client.registered()
        let decoded = try await client.get("/api/v1/tokens/authn?requestor=REF%33%30&deviceId=a+b")
        #expect(decoded.status == 404)
        for device in ["%zz", "%f", "%ff"] {
            let refused = try await client.get("/api/v1/tokens/authn?requestor=REF30&deviceId=\(device)")
            #expect(refused.code == "invalid_device_id")
            #expect(refused.message?.hasSuffix("of UTF-8, percent-encoded.") == true, "\(refused.text)")
        }
    }
}
