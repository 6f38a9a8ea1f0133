import EntitlementCore
import HTTPTypes
import SAML
import TVWorld
import Testing

@Suite("Administration over HTTP", .service)
struct AdministrationRouteTests {
    private let client = Client.current

    @Test("every call needs the administration's token")
    func unauthorized() async throws {
        for path in ["status", "integrations", "statements", "journal", "providers/alpha.example/metadata"] {
            for token in [nil, "wrong", ""] {
                let answer = try await client.send(.get, "/admin/v1/\(path)", token: token)
                #expect(answer.status == 401 && answer.error == "unauthorized", "\(path)")
                let problem = token == "wrong" ? "is not that of" : "is required"
                #expect(answer.text.contains(problem), "\(answer.text)")
            }
        }
        #expect(try await client.registered().send(.post, "/admin/v1/reset").status == 401)
    }

    @Test("status returns version, address, trust and sessions")
    func status() async throws {
        try await client.registered().signIn()
        let answer = try await client.administer(.get, "status")
        #expect(answer.json["version"] == "test" && answer.json["url"] == "http://127.0.0.1:4711")
        #expect(answer.json["sessions"]?.integer == 1)
        #expect(answer.text.contains(#"{"id":"alpha.example","mvpd":"AlphaCable","trusted":true}"#))
        #expect(answer.text.contains(#"{"id":"beta.example","mvpd":"BetaFiber","trusted":false}"#))
    }

    @Test("a provider's metadata is checked before it is trusted, and returned")
    func metadata() async throws {
        let certificate = client.fixture.provider.certificate
        let alpha = try #require(World.builtIn.provider(id: "alpha.example"))
        let other = EntityDescriptor(
            entityID: "https://other.example", role: .identityProvider(singleSignOnURL: alpha.singleSignOnURL),
            certificates: [certificate])
        let service = EntityDescriptor(
            entityID: alpha.entityID, role: .serviceProvider(assertionConsumerServiceURL: "https://a.example"),
            certificates: [certificate])
        for body in ["", "no XML", "<a/>", other.xml(), service.xml()] {
            let answer = try await client.administer(.put, "providers/alpha.example/metadata", body)
            #expect(answer.status == 400 && answer.error == "invalid_metadata")
        }
        #expect(try await client.administer(.put, "providers/nobody.example/metadata", "<a/>").status == 404)
        #expect(try await client.administer(.get, "providers/alpha.example/metadata").status == 404)
        try await client.trust()
        try await client.trust()
        let answer = try await client.administer(.get, "providers/alpha.example/metadata")
        #expect(try EntityDescriptor(xml: answer.text).certificates == [certificate])
    }

    @Test("an integration is listed, changed and returned complete")
    func integrations() async throws {
        let all = try await client.administer(.get, "integrations")
        #expect(all.text.contains(#""requestor":"REF60","mvpd":"AlphaCable","provider":"alpha.example","enabled":true"#))
        let one = try await client.administer(.get, "integrations?requestor=REF30")
        #expect(one.status == 200 && !one.text.contains("REF60"))
        #expect(try await client.administer(.get, "integrations?requestor=NOPE").status == 404)
        let changed = try await client.administer(
            .put, "integrations/REF30/AlphaCable",
            #"{"enabled":false,"sso":{"tvos":false},"degraded":"authz-all","authnTTL":60,"authzTTL":30}"#)
        #expect(
            changed.text
                == #"{"requestor":"REF30","mvpd":"AlphaCable","provider":"alpha.example","enabled":false,"#
                + #""sso":{"ios":true,"tvos":false},"degraded":"authz-all","authnTTL":60,"authzTTL":30}"#)
        for name in ["AlphaCable", "alpha.example"] {
            let one = try await client.administer(.get, "integrations/REF30/\(name)")
            #expect(one.status == 200 && one.text == changed.text)
        }
        for path in ["REF30/Nobody", "NOPE/AlphaCable", "REF60/BetaFiber"] {
            let answer = try await client.administer(.get, "integrations/\(path)")
            #expect(answer.status == 404 && answer.error == "not_found", "\(path)")
        }
        #expect(try await client.administer(.put, "integrations/REF30/Nobody", "{}").status == 404)
        #expect(try await client.administer(.put, "integrations/NOPE/AlphaCable", "{}").status == 404)
    }

    @Test("lifetimes and limits are set by platform and removed by null")
    func inheritedSettings() async throws {
        let path = "integrations/REF30/AlphaCable"
        let before = try await client.administer(.get, path).text
        let set = try await client.administer(
            .put, path,
            #"{"authnTTL":60,"platformAuthnTTL":{"ios":30,"tvos":20},"platformAuthzTTL":{"tvos":10},"hbaTTL":50,"#
                + #""preauthorizeLimit":7}"#)
        #expect(
            set.text.hasSuffix(
                #""authnTTL":60,"platformAuthnTTL":{"ios":30,"tvos":20},"platformAuthzTTL":{"tvos":10},"hbaTTL":50,"#
                    + #""preauthorizeLimit":7}"#))
        let one = try await client.administer(.put, path, #"{"platformAuthnTTL":{"ios":null}}"#)
        #expect(one.json["platformAuthnTTL"]?["ios"] == nil && one.json["platformAuthnTTL"]?["tvos"]?.integer == 20)
        let unset = try await client.administer(
            .put, path,
            #"{"authnTTL":null,"authzTTL":null,"platformAuthnTTL":{"tvos":null},"platformAuthzTTL":{"tvos":null},"#
                + #""hbaTTL":null,"preauthorizeLimit":null}"#)
        #expect(unset.status == 200 && unset.text == before)
        _ = try await client.administer(.put, path, #"{"platformAuthnTTL":{"ios":30,"tvos":20},"platformAuthzTTL":{"tvos":10}}"#)
        let whole = try await client.administer(.put, path, #"{"platformAuthnTTL":null,"platformAuthzTTL":null}"#)
        #expect(whole.status == 200 && whole.text == before)
    }

    @Test("a null for a member without inheritance is like a missing one")
    func missingSettings() async throws {
        let path = "integrations/REF30/AlphaCable"
        let set = try await client.administer(
            .put, path,
            #"{"enabled":false,"sso":{"ios":false},"degraded":"authz-all","away":true,"#
                + #""resources":{"news":{"deny":"authorization_denied_by_mvpd"}}}"#)
        #expect(set.status == 200)
        let kept = try await client.administer(
            .put, path, #"{"enabled":null,"sso":null,"degraded":null,"away":null,"resources":null}"#)
        #expect(kept.status == 200 && kept.text == set.text)
    }

    @Test(
        "a wrong field of an integration is named",
        arguments: [
            (#"{"enabled":1}"#, "enabled"), (#"{"sso":true}"#, "sso"), (#"{"sso":{"roku":true}}"#, "sso"),
            (#"{"sso":{"ios":"on"}}"#, "sso.ios"), (#"{"degraded":"all"}"#, "degraded"), (#"{"authnTTL":0}"#, "authnTTL"),
            (#"{"authzTTL":1.5}"#, "authzTTL"), (#"{"authzTTL":99999999999999999999}"#, "authzTTL"), (#"{"other":1}"#, "other"),
            (#"{"platformAuthnTTL":5}"#, "platformAuthnTTL"), (#"{"platformAuthnTTL":{"roku":5}}"#, "platformAuthnTTL"),
            (#"{"platformAuthzTTL":{"ios":0}}"#, "platformAuthzTTL.ios"), (#"{"preauthorizeLimit":-1}"#, "preauthorizeLimit"),
            ("[]", "body"), ("", "body"),
        ])
    func wrongFields(_ body: String, _ field: String) async throws {
        let answer = try await client.administer(.put, "integrations/REF30/AlphaCable", body)
        #expect(answer.status == 400 && answer.error == "invalid_request")
        #expect(answer.message?.contains(field) == true)
        // Only a known member is wrong in itself.
        #expect(answer.json["field"]?.text == (["other", "body"].contains(field) ? nil : field))
        let unchanged = try await client.administer(.get, "integrations?requestor=REF30")
        #expect(unchanged.text.contains(#""mvpd":"AlphaCable","provider":"alpha.example","enabled":true,"sso":{"ios":true"#))
    }

    @Test("statements are issued, listed, revoked")
    func statements() async throws {
        let issued = try await client.administer(
            .post, "statements", #"{"requestor":"REF30","name":"Player","platforms":["ios"],"scheme":"my.player"}"#)
        #expect(issued.status == 201)
        #expect(issued.json["revoked"] == false && issued.json["schemes"] == ["my.player"])
        let id = try #require(issued.json["id"]?.text)
        #expect(try await client.administer(.delete, "statements/\(id)").status == 204)
        #expect(try await client.administer(.delete, "statements/\(id)").status == 204)
        #expect(try await client.administer(.delete, "statements/other").status == 404)
        let list = try await client.administer(.get, "statements")
        #expect(list.text.contains(#""revoked":true"#))
        for body in [
            "{}", #"{"requestor":5}"#, #"{"requestor":"REF30","platforms":["roku"]}"#,
            #"{"requestor":"REF30","scheme":"a b"}"#,
            #"{"requestor":"REF30","scheme":5}"#, #"{"requestor":"REF30","name":5}"#,
            #"{"requestor":"REF30","schemes":["my.player"]}"#, "[]", #"{"requestor":"REF30","platforms":[]}"#,
            #"{"requestor":"REF30","platforms":["ios","ios"]}"#, #"{"requestor":"REF30","name":"a\nb"}"#,
            #"{"requestor":"REF30","scopes":["api:client:v1","api:client:v1"]}"#,
        ] {
            #expect(try await client.administer(.post, "statements", body).status == 400, "\(body)")
        }
        let unknown = try await client.administer(.post, "statements", #"{"requestor":"REF30","schemes":[]}"#)
        #expect(
            unknown.message == "\"schemes\" is unknown; accepted: requestor, name, platforms, scheme, scopes.")
        let plain = try await client.administer(
            .post, "statements", #"{"requestor":"REF30","name":null,"platforms":null,"scheme":null,"scopes":null}"#)
        #expect(plain.status == 201 && plain.json["name"] == "Application of REF30")
        #expect(try await client.administer(.post, "statements", #"{"requestor":"NOPE"}"#).status == 404)
    }

    @Test("a reset returns to the baseline; statements and trust stay")
    func reset() async throws {
        let client = try await client.registered()
        try await client.signIn()
        _ = try await client.administer(.put, "integrations/REF30/AlphaCable", #"{"enabled":false}"#)
        #expect(try await client.administer(.post, "reset").status == 204)
        let status = try await client.administer(.get, "status")
        #expect(status.json["sessions"]?.integer == 0 && status.text.contains(#""trusted":true"#))
        #expect(try await client.get("/api/v1/config/REF30").text.contains("AlphaCable"))
    }

    @Test("the journal returns the entries from a position on, without secrets")
    func journal() async throws {
        let client = try await client.registered()
        try await client.signIn()
        _ = try await client.get("/api/v1/authorize?requestor=REF30&deviceId=device-1&resource=opera")
        let all = try await client.administer(.get, "journal")
        let entries = try #require(all.json["entries"]?.elements)
        #expect(
            entries.map { $0["event"]?.text } == [
                "service.statement-issued", "service.client-registered", "service.access-token-issued",
                "service.provider-trusted", "service.profile-requested", "service.saml-message", "service.saml-message",
                "service.token-exchanged", "service.authorized",
            ])
        #expect(entries.last?["outcome"] == "authorization_denied_by_mvpd")
        #expect(entries.last?["details"]?["resource"] == "opera")
        #expect(!all.text.contains(client.accessToken ?? "-"))
        let rest = try await client.administer(.get, "journal?after=8")
        #expect(rest.json["entries"] == .array(Array(entries.suffix(1))))
        #expect(try await client.administer(.get, "journal?after=x").status == 400)
    }

    @Test("the journal can be awaited: until the next entry, or for the given time")
    func journalWait() async throws {
        let nothing = try await client.administer(.get, "journal?wait=1")
        #expect(nothing.json["entries"] == [])
        async let next = client.administer(.get, "journal?after=0&wait=30&limit=1")
        _ = try await client.statement()
        _ = try await client.statement()
        let entries = try #require(try await next.json["entries"]?.elements)
        #expect(entries.count == 1 && entries[0]["event"] == "service.statement-issued")
        for query in ["wait=31", "wait=-1", "wait=x", "limit=0", "after=-1"] {
            #expect(try await client.administer(.get, "journal?\(query)").status == 400, "\(query)")
        }
    }

    @Test(
        "a parameter that cannot be decoded is 400 with its name, and does not widen the call to everything",
        arguments: [
            ("journal?limit=%ZZ", "limit"), ("sessions?requestor=%FF", "requestor"), ("codes?requestor=%F", "requestor"),
            ("usage?requestor=%FF", "requestor"), ("applications?requestor=%FF", "requestor"),
            ("integrations?requestor=%FF", "requestor"), ("status?%FF=1", "%FF=1"),
        ])
    func unreadableParameters(_ path: String, _ name: String) async throws {
        let answer = try await client.administer(.get, path)
        #expect(answer.status == 400 && answer.json["field"] == .string(name), "\(answer.text)")
        #expect(answer.message == "\(name) takes UTF-8, percent-encoded.")
    }
}
