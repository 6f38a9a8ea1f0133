import EntitlementCore
import HTTPTypes
import TVWorld
import Testing

@testable import EntitlementService

@Suite("Decisions of REST v2 over HTTP", .app)
struct DecisionRouteTests {
    private let app = Client.current

    private func decide(
        _ resources: String, mvpd: String = "GammaSat", _ endpoint: Endpoint = .authorize,
        headers: HTTPFields = Client.headers()
    ) async throws -> Client.Answer {
        var headers = headers
        headers[.contentType] = "application/json;charset=utf-8"
        return try await app.send(.post, endpoint.path(mvpd: mvpd), headers: headers, body: #"{"resources":\#(resources)}"#)
    }

    @Test("E9 a permit has times and a media token that verifies; a denial has the provider's error inside")
    func authorize() async throws {
        _ = try await app.logIn(try await app.createSession(), as: "bob")
        let answer = try await decide(#"["news","sports","news"]"#)
        #expect(answer.status == 200, "\(answer.text)")
        let decisions = answer.json["decisions"]?.elements ?? []
        #expect(decisions.map { $0["resource"] } == ["news", "sports"])
        let permit = try #require(decisions.first)
        let now = app.fixture.clock.milliseconds()
        #expect(permit["authorized"] == true && permit["source"] == "mvpd" && permit["mvpd"] == "GammaSat")
        #expect(permit["notBefore"]?.integer == now && permit["notAfter"]?.integer ?? 0 > now && permit["error"] == nil)
        let token = try #require(permit["token"]?["serializedToken"]?.text)
        #expect(permit["token"]?["notAfter"]?.integer == now + 420_000)
        let body = JSON.object([
            .init("token", .string(token)), .init("requestor", "REF30"), .init("resource", "news"),
        ]).serialized
        #expect(try await app.administer(.post, "media-tokens/verify", body).json["status"] == "VALID_TOKEN")
        let denial = try #require(decisions.last)
        #expect(denial["authorized"] == false && denial["token"] == nil && denial["notAfter"] == nil)
        let error = denial["error"]
        #expect(error?["code"] == "authorization_denied_by_mvpd" && error?["status"]?.integer == 403)
        #expect(error?["trace"]?.text == answer.headers[.init("Adobe-Request-Id")!] && error?["helpUrl"] != nil)
    }

    @Test("E10 the same without tokens and times, and nothing is stored")
    func preauthorize() async throws {
        _ = try await app.logIn(try await app.createSession(), as: "bob")
        let answer = try await decide(#"["news","sports"]"#, .preauthorize)
        #expect(
            answer.text.hasPrefix(
                #"{"decisions":[{"resource":"news","serviceProvider":"REF30","mvpd":"GammaSat","#
                    + #""source":"mvpd","authorized":true},"#
            ),
            "\(answer.text)")
        #expect(answer.json["decisions"]?.elements.last?["error"]?["code"] == "preauthorization_denied_by_mvpd")
        #expect(try await app.fixture.environment.engine.store.count(RecordQuery<ProfileAuthorization>()) == 0)
    }

    @Test(
        "28.1 a body without a list of resources",
        arguments: [
            "", "{", "[]", "null", "{}", #"{"resources":null}"#, #"{"resources":"news"}"#, #"{"resources":[]}"#,
            #"{"resources":[1]}"#, #"{"resources":["news",null]}"#, #"{"resources":[["news"]]}"#, #"{"resources":{"0":"news"}}"#,
            #"{"resources":[" "]}"#, #"{"resources":[""]}"#, #"{"Resources":["news"]}"#, "resources=news",
            String(repeating: "[", count: 50_000), "\u{FEFF}{\"resources\":[\"news\"]}",
        ])
    func bodies(body: String) async throws {
        _ = try await app.logIn(try await app.createSession())
        for endpoint in [Endpoint.authorize, .preauthorize] {
            for type in ["application/json", "application/x-www-form-urlencoded", nil] {
                var headers = Client.headers()
                headers[.contentType] = type
                let answer = try await app.send(.post, endpoint.path(mvpd: "GammaSat"), headers: headers, body: body)
                #expect(
                    answer.status == 400 && answer.code == "invalid_parameter_resources", "\(body.prefix(40)): \(answer.text)"
                )
            }
        }
    }

    @Test("a body is JSON with any type: what it contains is not counted as parameters")
    func formType() async throws {
        _ = try await app.logIn(try await app.createSession())
        let headers = Client.headers(["Content-Type": "application/x-www-form-urlencoded"])
        let body = #"{"resources":["\#(String(repeating: "&a", count: 65))"]}"#
        for endpoint in [Endpoint.authorize, .preauthorize] {
            let answer = try await app.send(.post, endpoint.path(mvpd: "GammaSat"), headers: headers, body: body)
            #expect(answer.status == 200, "\(answer.text)")
        }
    }

    @Test("28.2 too many resources are 403, but not exactly at the limit")
    func limit() async throws {
        _ = try await app.logIn(try await app.createSession())
        func resources(_ count: Int) -> String { JSON.strings((1...count).map { "r\($0)" }).serialized }
        for endpoint in [Endpoint.authorize, .preauthorize] {
            #expect(try await decide(resources(5), endpoint).status == 200)
            let answer = try await decide(resources(6), endpoint)
            #expect(answer.status == 403 && answer.code == "too_many_resources" && answer.json["action"] == "configuration")
        }
    }

    @Test("28.8, 28.9 without a profile, with an expired one, and with one that an administrator ended")
    func profiles() async throws {
        func code() async throws -> String? {
            let answer = try await decide(#"["news"]"#)
            #expect(answer.status == 200)
            let decision = answer.json["decisions"]?.elements.first
            #expect(decision?["source"] == "mvpd" && decision?["error"]?["action"] == "authentication")
            return decision?["error"]?["code"]?.text
        }
        #expect(try await code() == "authenticated_profile_missing")
        _ = try await app.logIn(try await app.createSession())
        let id = try await app.administer(.get, "sessions").json["sessions"]?.elements.first?["id"]?.text ?? ""
        #expect(try await app.administer(.delete, "sessions/\(id)").status == 204)
        #expect(try await code() == "authenticated_profile_invalidated")
    }

    @Test("28.4-28.6, 31.8 degradation and a temporary pass decide without a profile, and are named")
    func sources() async throws {
        for (rule, isAuthorized) in [("authn-all", true), ("authz-all", true), ("authz-none", false)] {
            _ = try await app.administer(.put, "integrations/REF30/GammaSat", #"{"degraded":"\#(rule)"}"#)
            let decision = try await decide(#"["news"]"#).json["decisions"]?.elements.first
            #expect(decision?["source"] == "degradation" && decision?["authorized"] == .bool(isAuthorized), "\(rule)")
            #expect((decision?["token"] != nil) == isAuthorized && (decision?["notAfter"] != nil) == (rule == "authn-all"))
        }
        let pass = try await decide(#"["news"]"#, mvpd: "TempPass").json["decisions"]?.elements.first
        #expect(pass?["source"] == "temppass" && pass?["authorized"] == true && pass?["token"] != nil)
    }
}
