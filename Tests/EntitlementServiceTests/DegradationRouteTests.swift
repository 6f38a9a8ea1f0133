import EntitlementCore
import EntitlementService
import HTTPTypes
import TVWorld
import Testing

@Suite("Degradation rules, denials, home-based authentication over HTTP", .service)
struct DegradationRouteTests {
    private let client = Client.current
    private let device = "requestor=REF30&deviceId=device-1"

    @Test("rules are added for several providers, listed, removed")
    func administration() async throws {
        let body = """
            {"requestor":"REF30","mvpd":["AlphaCable","beta.example"],"kind":"authz-none","resources":["news"],
             "platform":"ios","message":"Back soon.","expiresIn":60}
            """
        let added = try await client.administer(.post, "degradation-rules", body)
        let now = client.fixture.clock.milliseconds()
        #expect(added.status == 201)
        let rules = added.json["rules"]?.elements ?? []
        #expect(rules.map { $0["mvpd"]?.text } == ["AlphaCable", "BetaFiber"])
        let id = try #require(rules.first?["id"]?.text)
        #expect(
            rules.first?.serialized
                == #"{"id":"\#(id)","requestor":"REF30","mvpd":"AlphaCable","kind":"authz-none","resources":["news"],"#
                + #""platform":"ios","message":"Back soon.","createdAt":\#(now),"expiresAt":\#(now + 60_000)}"#)
        #expect(try await client.administer(.get, "degradation-rules?requestor=REF30").json == added.json)
        #expect(try await client.administer(.get, "degradation-rules?requestor=REF60").text == #"{"rules":[]}"#)
        #expect(try await client.administer(.delete, "degradation-rules/\(id)").status == 204)
        #expect(try await client.administer(.delete, "degradation-rules/\(id)").status == 404)
        #expect(try await client.administer(.get, "degradation-rules").json["rules"]?.elements.count == 1)
        client.fixture.clock.advance(seconds: 60)
        #expect(try await client.administer(.get, "degradation-rules").text == #"{"rules":[]}"#)
    }

    @Test(
        "a wrong rule is rejected, and the field is named",
        arguments: [
            ("[]", 400, "JSON object"), (#"{"mvpd":"AlphaCable","kind":"authz-all"}"#, 400, "requestor"),
            (#"{"requestor":"REF30","kind":"authz-all"}"#, 400, "mvpd"),
            (#"{"requestor":"REF30","mvpd":[],"kind":"authz-all"}"#, 400, "mvpd"),
            (#"{"requestor":"REF30","mvpd":"AlphaCable","kind":"none"}"#, 400, "authn-all, authz-all, authz-none"),
            (#"{"requestor":"REF30","mvpd":"AlphaCable","kind":"authz-all","resources":"a"}"#, 400, "resources"),
            (
                #"{"requestor":"REF30","mvpd":"AlphaCable","kind":"authz-all","resources":["a","a"]}"#, 400,
                "resources takes a list of at most 100, none of them twice"
            ),
            (#"{"requestor":"REF30","mvpd":"AlphaCable","kind":"authz-all","platform":"roku"}"#, 400, "ios or tvos"),
            (#"{"requestor":"REF30","mvpd":"AlphaCable","kind":"authz-all","message":""}"#, 400, "message"),
            (#"{"requestor":"REF30","mvpd":"AlphaCable","kind":"authz-all","expiresIn":0}"#, 400, "expiresIn"),
            (#"{"requestor":"REF30","mvpd":"AlphaCable","kind":"authz-all","until":1}"#, 400, "\"until\" is unknown"),
            (#"{"requestor":"REF30","mvpd":"Nobody","kind":"authz-all"}"#, 404, "Nobody"),
            (#"{"requestor":"NOPE","mvpd":"AlphaCable","kind":"authz-all"}"#, 404, "NOPE"),
        ])
    func wrongRules(body: String, status: Int, text: String) async throws {
        let answer = try await client.administer(.post, "degradation-rules", body)
        #expect(answer.status == status && answer.message?.contains(text) == true, "\(answer.text)")
        #expect(try await client.administer(.get, "degradation-rules").text == #"{"rules":[]}"#)
    }

    @Test("4.8, 4.9 a rule decides by resource and platform; its text reaches the viewer")
    func decisions() async throws {
        let client = try await client.registered()
        try await client.signIn("u-1002-bob")
        let rule = #"{"requestor":"REF30","mvpd":"AlphaCable","kind":"authz-none","resources":["news"],"message":"Soon."}"#
        #expect(try await client.administer(.post, "degradation-rules", rule).status == 201)
        let denied = try await client.get("/api/v1/authorize?\(device)&resource=news")
        #expect(denied.status == 403 && denied.code == "authorization_denied_by_degradation_rule")
        #expect(denied.json["details"] == "Soon." && denied.headers[HTTPField.Name("Authzf-Error-Code")!] == "Z169")
        let all = #"{"requestor":"REF30","mvpd":"AlphaCable","kind":"authz-all","platform":"tvos"}"#
        #expect(try await client.administer(.post, "degradation-rules", all).status == 201)
        let permitted = try await client.get("/api/v1/authorize?\(device)&resource=sports&deviceType=tvOS")
        #expect(permitted.status == 200 && permitted.json["degradation"] == "authz-all")
        #expect(try await client.get("/api/v1/authorize?\(device)&resource=sports&deviceType=iOS").status == 403)
    }

    @Test("an AuthNAll rule: profile request 204, tokens/authn without SAML; the session ends with the rule")
    func authenticateAll() async throws {
        let client = try await client.registered()
        let rule = #"{"requestor":"REF30","mvpd":"BetaFiber","kind":"authn-all","expiresIn":60}"#
        #expect(try await client.administer(.post, "degradation-rules", rule).status == 201)
        let configuration = try await client.get("/api/v1/config/REF30")
        let mvpds = configuration.json["requestor"]?["mvpds"]?.elements ?? []
        #expect(mvpds.map { $0["degradation"]?.text } == [nil, "authn-all", nil, nil, nil])
        let request = "/api/v1/REF30/profile-requests/BetaFiber?deviceType=iOS&deviceId=device-1"
        #expect(try await client.get(request).status == 204)
        #expect(try await client.exchange(nil, mvpd: "BetaFiber").status == 204)
        let token = try await client.get("/api/v1/tokens/authn?\(device)")
        #expect(token.json["degradation"] == "authn-all")
        #expect(token.json["expires"] == .string(String(client.fixture.clock.milliseconds() + 60_000)))
        client.fixture.clock.advance(seconds: 60)
        #expect(try await client.get("/api/v1/tokens/authn?\(device)").status == 410)
        #expect(try await client.exchange(nil, mvpd: "BetaFiber").status == 400)
    }

    @Test("an integration's denials, limit, home time are changed and returned; each wrong one is named")
    func integration() async throws {
        let path = "integrations/REF30/AlphaCable"
        let body = """
            {"preauthorizeLimit":2,"hbaTTL":60,"away":true,"resources":{"news":{"deny":"network_connection_timeout"}}}
            """
        let changed = try await client.administer(.put, path, body)
        #expect(
            changed.text.hasSuffix(
                #""hbaTTL":60,"preauthorizeLimit":2,"away":true,"resources":{"news":{"deny":"network_connection_timeout"}}}"#)
        )
        let long = String(repeating: "\u{E9}", count: 501)
        for (body, text) in [
            (#"{"preauthorizeLimit":-1}"#, "0 to 10000"), (#"{"hbaTTL":0}"#, "hbaTTL"), (#"{"away":1}"#, "true or false"),
            (#"{"resources":[]}"#, "resources"), (#"{"resources":{"a":{"deny":"no"}}}"#, "network_received_error"),
            (#"{"resources":{"a":{"deny":"network_received_error","message":1}}}"#, "resources.a.message"),
            (#"{"resources":{"a":{"deny":"network_received_error","x":1}}}"#, "resources.a"),
            // A scenario could not contain these.
            (#"{"resources":{"a,b":{"deny":"network_received_error"}}}"#, "resources takes"),
            (#"{"resources":{"<a":{"deny":"network_received_error"}}}"#, "resources takes"),
            (#"{"resources":{"":{"deny":"network_received_error"}}}"#, "resources takes"),
            (#"{"resources":{"a ":{"deny":"network_received_error"}}}"#, "resources takes"),
            (#"{"resources":{"a":{"deny":"network_received_error","message":"a\nb"}}}"#, "resources.a.message"),
            (#"{"resources":{"a":{"deny":"network_received_error","message":"\#(long)"}}}"#, "resources.a.message"),
        ] {
            let answer = try await client.administer(.put, path, body)
            #expect(answer.status == 400 && answer.message?.contains(text) == true, "\(answer.text)")
        }
        let client = try await client.registered()
        try await client.signIn()
        let denied = try await client.get("/api/v1/authorize?\(device)&resource=news")
        #expect(denied.status == 403 && denied.code == "network_connection_timeout")
        #expect(denied.json["action"] == "retry" && denied.headers[HTTPField.Name("Authzf-Error-Code")!] == "Z120")
        #expect(try await client.get("/api/v1/preauthorize?\(device)&resource=a,b,c").code == "too_many_resources")
        #expect(try await client.administer(.put, path, #"{"resources":{}}"#).status == 200)
        #expect(try await client.get("/api/v1/authorize?\(device)&resource=news").status == 200)
    }

    @Test(
        "home-based authentication: hba_status in the metadata, X-Forwarded-For from elsewhere is denied",
        .app { $0.providers[0].isHomeBased = true })
    func home() async throws {
        try await client.signIn()
        let metadata = try await client.get("/api/v1/tokens/usermetadata.json?\(device)")
        #expect(metadata.json["data"]?["hba_status"] == true)
        #expect(try await client.get("/api/v1/authorize?\(device)&resource=news").status == 200)
        let away: HTTPFields = [HTTPField.Name("X-Forwarded-For")!: "203.0.113.9, 10.0.0.1"]
        let denied = try await client.send(.get, "/api/v1/authorize?\(device)&resource=news", headers: away)
        #expect(denied.status == 403 && denied.code == "authorization_denied_by_hba_policies")
        #expect(denied.json["action"] == "authentication")
        let home: HTTPFields = [HTTPField.Name("X-Forwarded-For")!: "192.168.0.2"]
        #expect(try await client.send(.get, "/api/v1/authorize?\(device)&resource=news", headers: home).status == 200)
    }

    @Test("rules, started passes and an integration's settings survive a restart of the service")
    func restart() async throws {
        let form = ["requestor_id": "REF30", "deviceId": "device-1", "mso_id": "TempPass", "domain_name": "example.com"]
        try await withStateFolder { folder in
            let path = folder + "/entitlementd.sqlite"
            try await Fixture(store: SQLiteTokenStore(path: path)).testApp { client in
                let rule = #"{"requestor":"REF30","mvpd":"BetaFiber","kind":"authn-all"}"#
                _ = try await client.administer(.post, "degradation-rules", rule)
                _ = try await client.administer(.put, "integrations/REF30/AlphaCable", #"{"away":true}"#)
                _ = try await client.post("/api/v1/authenticate/freepreview", form)
                #expect(try await client.get("/api/v1/authorize?\(device)&resource=news").status == 200)
            }
            try await Fixture(store: SQLiteTokenStore(path: path)).testApp { client in
                let rules = try await client.administer(.get, "degradation-rules").json["rules"]
                #expect(rules?.elements.count == 1)
                #expect(try await client.administer(.get, "integrations?requestor=REF30").text.contains(#""away":true"#))
                #expect(try await client.exchange(nil, mvpd: "BetaFiber", device: "device-2").status == 204)
                client.fixture.clock.advance(seconds: 600)
                #expect(try await client.post("/api/v1/authenticate/freepreview", form).status == 400)
                #expect(try await client.administer(.post, "reset").status == 204)
                #expect(try await client.administer(.get, "degradation-rules").text == #"{"rules":[]}"#)
                #expect(try await client.post("/api/v1/authenticate/freepreview", form).status == 204)
            }
        }
    }
}
