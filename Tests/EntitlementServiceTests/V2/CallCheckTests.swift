import EntitlementCore
import HTTPTypes
import TVWorld
import Testing

@testable import EntitlementService

/// Table 20: the checks of every call of REST v2, before everything else.
@Suite("The checks on every call of REST v2", .app)
struct CallCheckTests {
    private let client = Client.current

    /// The error of a call: an enhanced one as the whole body.
    private func expect(
        _ answer: Client.Answer, _ status: Int, _ code: String, _ note: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(answer.status == status && answer.code == code, "\(note): \(answer.text)", sourceLocation: sourceLocation)
        #expect(answer.headers[.contentType] == "application/json;charset=utf-8", "\(note)", sourceLocation: sourceLocation)
        #expect(
            answer.json["trace"]?.text == answer.headers[.init("Adobe-Request-Id")!], "\(note)", sourceLocation: sourceLocation)
        #expect(answer.json["helpUrl"]?.text?.hasPrefix("https://") == true, "\(note)", sourceLocation: sourceLocation)
        #expect(answer.json["status"]?.integer == Int64(status), "\(note)", sourceLocation: sourceLocation)
    }

    @Test(
        "20.1 without a token for REST v2: 401, an enhanced error, regardless of the requestor's flag",
        .service { $0.requestors[0].hasEnhancedErrors = false },
        arguments: Endpoint.allCases)
    func tokens(endpoint: Endpoint) async throws {
        var headers = Client.headers()
        for token in [
            nil, "", "Basic eDp5", "Bearer", "Bearer a b", "Bearer a.b.c", "Bearer \(String(repeating: "a", count: 9_000))",
        ] {
            headers[.authorization] = token
            let answer = try await client.call(endpoint, headers: headers)
            expect(answer, 401, "invalid_access_token_client_application", "\(endpoint) \(token?.prefix(20) ?? "none")")
            #expect(answer.json["action"] == "application-registration" && answer.headers[.wwwAuthenticate] == "Bearer")
        }
        let (id, statement) = try await client.statement()
        let app = try await client.registered(with: statement)
        _ = try await client.administer(.delete, "statements/\(id)")
        expect(try await app.call(endpoint), 401, "invalid_access_token_client_application", "\(endpoint) revoked")
        #expect(try await client.created().isEmpty)
    }

    @Test("20.1 a token without the scope, and an expired one", .service, arguments: Endpoint.allCases)
    func scope(endpoint: Endpoint) async throws {
        let statement = try await client.administer(.post, "statements", #"{"requestor":"*","scopes":["api:client:v1"]}"#)
        let old = try await client.registered(with: try #require(statement.json["statement"]?.text))
        expect(try await old.call(endpoint), 401, "invalid_access_token_client_application", "\(endpoint) scope")
        let app = try await client.registered()
        client.fixture.clock.advance(seconds: 21_600)
        expect(try await app.call(endpoint), 401, "invalid_access_token_client_application", "\(endpoint) expired")
    }

    @Test("20.2, 20.3 the service provider is known, and the statement covers it", .service, arguments: Endpoint.allCases)
    func serviceProviders(endpoint: Endpoint) async throws {
        let app = try await client.registered(requestor: "REF60")
        for unknown in ["NOPE", "%20", "%00", "REF30%2F", "ref30", String(repeating: "x", count: 4_000)] {
            let answer = try await app.call(endpoint, path: endpoint.path(serviceProvider: unknown))
            expect(answer, 400, "invalid_parameter_service_provider", "\(endpoint) \(unknown.prefix(20))")
        }
        expect(try await app.call(endpoint), 401, "invalid_access_token_service_provider", "\(endpoint)")
        #expect(try await client.created().isEmpty)
    }

    @Test("20.4 impossible values in the path", arguments: Endpoint.allCases)
    func paths(endpoint: Endpoint) async throws {
        var cases: [(path: String, code: String)] = []
        if endpoint.hasMVPD {
            cases += ["%20", "%09", "a%00b", "a%7Fb", String(repeating: "x", count: 1_025)].map {
                (endpoint.path(mvpd: $0), "invalid_parameter_mvpd")
            }
        }
        if endpoint.hasCode {
            cases += ["AAAAAA", "AAAAAAAA", "AAAAAA-", "%20", "AAA%00AAA", String(repeating: "A", count: 2_000)].map {
                (endpoint.path(code: $0), "invalid_parameter_code")
            }
        }
        if endpoint.hasPartner {
            cases += ["Google", "%20", "Apple%00", "App%20le"].map {
                (endpoint.path(partner: $0), "invalid_parameter_partner")
            }
        }
        for (path, code) in cases {
            try await client.fixture.environment.guesses.reset()
            expect(try await client.call(endpoint, path: path), 400, code, "\(endpoint) \(path.prefix(60))")
        }
        #expect(try await client.created().isEmpty)
    }

    @Test("20.5 the device identifier where it is required, or if it was sent", arguments: Endpoint.allCases)
    func devices(endpoint: Endpoint) async throws {
        let absent = try await client.call(endpoint, headers: Client.headers(device: nil))
        #expect((absent.code == "invalid_header_device_identifier") == endpoint.needsDevice, "\(endpoint): \(absent.text)")
        var headers = HTTPFields()
        let ignoring: [Endpoint] = [.resumeSession, .session]
        let sent = "fingerprint ZA=="
        for values in [
            [""], ["ZA=="], ["sha256 ZA=="], ["fingerprint %%%"], ["fingerprint ZA="], [sent, sent],
            ["fingerprint \(Client.base64(String(repeating: "x", count: 1_025)))"],
        ] {
            headers[values: .deviceIdentifier] = values
            try await client.fixture.environment.guesses.reset()
            let answer = try await client.call(endpoint, headers: headers)
            if ignoring.contains(endpoint) {
                #expect(answer.code == "invalid_authentication_session", "\(endpoint): \(answer.text)")
            } else {
                expect(answer, 400, "invalid_header_device_identifier", "\(endpoint) \(values)")
            }
        }
        #expect(try await client.created().isEmpty)
    }

    @Test("20.6 device information that was sent and cannot be read", arguments: Endpoint.allCases)
    func information(endpoint: Endpoint) async throws {
        let value = Client.base64("{}")
        for values in [
            [""], ["%%%"], [Client.base64("[]")], [Client.base64("{")], [Client.base64(#"{"osName":"BeOS"}"#)],
            [value, value],
            [Client.base64(#"{"osName":["iOS"]}"#)], [Client.base64(#"{"connectionPort":"seven"}"#)],
            [Client.base64(String(repeating: "[", count: 4_000))],
        ] {
            var headers = Client.headers()
            headers[values: .deviceInformation] = values
            try await client.fixture.environment.guesses.reset()
            let answer = try await client.call(endpoint, headers: headers)
            if endpoint.readsDeviceInformation {
                expect(answer, 400, "invalid_header_device_info", "\(endpoint) \(values.first?.prefix(40) ?? "")")
            } else {
                #expect(answer.code == "invalid_authentication_session", "\(endpoint): \(answer.text)")
            }
        }
        #expect(try await client.created().isEmpty)
    }

    @Test("20.9 the provider in the path must be integrated", arguments: Endpoint.allCases.filter(\.hasMVPD))
    func integrations(endpoint: Endpoint) async throws {
        for mvpd in ["Nobody", "EpsilonTV", "gammasat", "GammaSat.json"] {
            let answer = try await client.call(endpoint, path: endpoint.path(mvpd: mvpd))
            expect(answer, 400, "invalid_integration", "\(endpoint) \(mvpd)")
            #expect(answer.message?.contains("does not exist or is disabled") == true, "\(endpoint): \(answer.text)")
        }
    }

    @Test("headers that a call does not read never cause an error", arguments: Endpoint.allCases)
    func otherHeaders(endpoint: Endpoint) async throws {
        let expected = try await client.call(endpoint)
        for name in [
            "Adobe-Subject-Token", "X-Roku-Reserved-Roku-Connect-Token", "AD-Service-Token", "AP-Visitor-Identifier",
            "AP-TempPass-Identity", "AP-Partner-Framework-Status", "X-Forwarded-For", "User-Agent", "Accept",
        ] where !(endpoint == .createPartnerProfile && name == "AP-Partner-Framework-Status") {
            for value in ["", "%%%", "a.b.c", "a.b.c.d.e", Client.base64("{}"), String(repeating: "é", count: 2_000)] {
                try await client.fixture.environment.guesses.reset()
                let answer = try await client.call(endpoint, headers: Client.headers([name: value]))
                #expect(answer.status == expected.status, "\(endpoint) \(name): \(value.prefix(20)): \(answer.text)")
                #expect(answer.headers[.contentType]?.hasPrefix("application/json") == true)
            }
        }
    }

    @Test("JSON for any Accept; unknown paths and methods have the service's usual errors")
    func formats() async throws {
        for accept in ["application/xml", "text/html", "*/*;q=0", "nonsense"] {
            let answer = try await client.call(.configuration, headers: Client.headers(["Accept": accept]))
            #expect(answer.status == 200 && answer.headers[.contentType]?.hasPrefix("application/json") == true, "\(accept)")
            let missing = try await client.send(.get, "/api/v2/REF30/nothing", headers: [.accept: accept])
            #expect(missing.status == 404 && missing.json["message"] == "Not Found", "\(accept)")
        }
        #expect(try await client.get("/api/v2/REF30/configuration/?format=xml").json["requestor"]?["id"] == "REF30")
        #expect(try await client.get("/api/v2/REF30/configuration.json").status == 404)
        let method = try await client.send(.put, "/api/v2/REF30/sessions/AAAAAAA")
        #expect(method.status == 405 && method.headers[.allow] == "GET, HEAD, POST")
    }

    @Test("20.10 an empty bucket precedes everything else, as a page", .service, arguments: Endpoint.allCases)
    func throttle(endpoint: Endpoint) async throws {
        _ = try await client.administer(.put, "throttling", #"{"enabled":true,"burst":0,"retryAfter":false}"#)
        _ = try await client.call(endpoint)
        let answer = try await client.call(endpoint)
        #expect(answer.status == 429 && answer.headers[.contentType] == "text/html" && answer.headers[.retryAfter] == nil)
    }

    @Test("20.10 the login page has the same bucket", .service)
    func loginThrottle() async throws {
        _ = try await client.administer(.put, "throttling", #"{"enabled":true,"burst":0,"retryAfter":false}"#)
        _ = try await client.call(.session)
        let answer = try await client.get("/api/v2/authenticate/REF30/AAAAAAA")
        #expect(answer.status == 429 && answer.headers[.contentType] == "text/html" && answer.headers[.retryAfter] == nil)
    }

    @Test("a preflight names the headers of REST v2", .service)
    func preflight() async throws {
        let answer = try await client.send(
            .options, "/api/v2/REF30/profiles", headers: [.origin: "https://example.com", .accessControlRequestMethod: "GET"])
        #expect(answer.status == 204)
        let names = answer.headers[.accessControlAllowHeaders] ?? ""
        for name in [
            HTTPField.Name.partnerFrameworkStatus, .temporaryPassIdentity, .visitorIdentifier, .subjectToken, .serviceToken,
        ] {
            #expect(names.contains(name.rawName))
        }
    }

    @Test(
        "each wrong code counts once as a guess, and after ten no code is looked up",
        arguments: Endpoint.allCases.filter(\.hasCode))
    func guesses(endpoint: Endpoint) async throws {
        for last in "ABCDEFGHJK" {
            let path = endpoint.path(code: "BBBBBB\(last)")
            // An app polls a code that has expired.
            for _ in 1...(last == "K" ? 1 : 3) {
                let answer = try await client.call(endpoint, path: path)
                #expect(answer.code == "invalid_authentication_session")
            }
        }
        #expect(try await client.call(endpoint).status == 429)
        client.fixture.clock.advance(seconds: 300)
        #expect(try await client.call(endpoint).status == 400)
    }
}
