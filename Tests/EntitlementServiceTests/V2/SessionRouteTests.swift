import EntitlementCore
import Foundation
import HTTPTypes
import TVWorld
import Testing

@testable import EntitlementService

@Suite("Configuration and sessions of REST v2 over HTTP", .app)
struct SessionRouteTests {
    private let client = Client.current

    @Test("E1 the configuration has REST v1's fields and a numeric time, and depends on the platform")
    func configuration() async throws {
        let plain = try await client.get("/api/v2/REF30/configuration")
        #expect(plain.status == 200 && plain.json["time"]?.integer == client.fixture.clock.milliseconds())
        #expect(plain.json["device"] == "unknown" && plain.json["requestor"]?["id"] == "REF30")
        let mvpds = plain.json["requestor"]?["mvpds"]?.elements.compactMap { $0["id"]?.text }
        #expect(mvpds == ["AlphaCable", "BetaFiber", "GammaSat", "DeltaCoop", "TempPass"])
        let information = Client.base64(#"{"osName":"tvOS","model":"AppleTV6,2"}"#)
        let known = try await client.call(.configuration, headers: Client.headers(["X-Device-Info": information]))
        #expect(known.json["os"] == "tvOS")
        #expect(try await client.get("/api/v2/REF30/configuration/?profile=x").json == plain.json)
    }

    @Test("E2 everything known: a code of the login page; its times are texts")
    func authenticate() async throws {
        let answer = try await client.createSession()
        #expect(answer.status == 200)
        let code = try #require(answer.json["code"]?.text)
        let now = client.fixture.clock.milliseconds()
        let id = try #require(answer.json["sessionId"]?.text)
        #expect(
            answer.text
                == #"{"actionName":"authenticate","actionType":"interactive","reasonType":"none","url":"#
                + #""/api/v2/authenticate/REF30/\#(code)","code":"\#(code)","sessionId":"\#(id)","mvpd":"GammaSat","#
                + #""serviceProvider":"REF30","notBefore":"\#(now)","notAfter":"\#(now + 1_800_000)"}"#)
        #expect(code.wholeMatch(of: /[A-Z0-9]{7}/) != nil && UUID(uuidString: id) != nil)
    }

    @Test("E2 what is missing is named, in the order of the parameters; a body that is not a form has no fields")
    func resume() async throws {
        for (fields, missing) in [
            ([:], ["mvpd", "domainName", "redirectUrl"]), (["mvpd": ""], ["mvpd", "domainName", "redirectUrl"]),
            (["mvpd": "GammaSat"], ["domainName", "redirectUrl"]),
            (["mvpd": "GammaSat", "domainName": "evil.test", "redirectUrl": "adbe.example://x"], ["domainName"]),
            (["domainName": "https://www.example.com:8080/a", "redirectUrl": "adbe.example://x"], ["mvpd"]),
        ] {
            let answer = try await client.createSession(fields)
            let code = try #require(answer.json["code"]?.text)
            #expect(answer.json["actionName"] == "resume" && answer.json["actionType"] == "direct")
            #expect(answer.json["missingParameters"]?.texts == missing && answer.json["reasonType"] == "none")
            #expect(answer.json["url"]?.text == "/api/v2/REF30/sessions/\(code)")
            #expect(answer.json["mvpd"]?.text == (fields["mvpd"] == "" ? nil : fields["mvpd"]))
        }
        let headers = Client.headers(["Content-Type": "application/json"])
        let body = #"{"mvpd":"GammaSat"}"#
        let other = try await client.send(.post, "/api/v2/REF30/sessions?mvpd=GammaSat", headers: headers, body: body)
        #expect(other.json["missingParameters"] == ["mvpd", "domainName", "redirectUrl"])
    }

    @Test(
        "E2, E3 each field that is empty, wrong, too long, repeated or badly encoded has the specified answer, never a 500",
        arguments: [
            ("mvpd=Nobody", "invalid_integration"), ("mvpd=EpsilonTV", "invalid_integration"),
            ("mvpd=%00", "invalid_integration"),
            ("mvpd=%20", "invalid_integration"), ("mvpd=\(String(repeating: "x", count: 5_000))", "invalid_integration"),
            ("redirectUrl=javascript%3Aalert(1)", "invalid_parameter_redirect_url"),
            ("redirectUrl=https%3A%2F%2Fevil.test", "invalid_parameter_redirect_url"),
            ("redirectUrl=%20", "invalid_parameter_redirect_url"),
            ("redirectUrl=adbe.example%3A%2F%2F\(String(repeating: "x", count: 9_000))", "invalid_parameter_redirect_url"),
            ("redirectUrl=https%3A%2F%2Fevil.test&redirectUrl=adbe.example%3A%2F%2Fx", "invalid_parameter_redirect_url"),
            ("mvpd=%FF", nil), ("mvpd=%F", nil), ("domainName=%FF", nil),
            ("domainName=\(String(repeating: "x", count: 9_000))", nil),
            ("mvpd", nil), ("=", nil), ("&&&", nil), ("mvpd[]=GammaSat", nil), ("redirectUrl=&domainName=", nil),
        ])
    func fields(body: String, code: String?) async throws {
        let headers = Client.headers(["Content-Type": "application/x-www-form-urlencoded"])
        let created = try await client.send(.post, "/api/v2/REF30/sessions", headers: headers, body: body)
        #expect(
            (created.status == 200 ? nil : created.code) == code && created.status == (code == nil ? 200 : 400),
            "\(created.text.prefix(200))")
        let open = try await client.createSession([:])
        let path = "/api/v2/REF30/sessions/\(open.json["code"]?.text ?? "")"
        let resumed = try await client.send(.post, path, headers: [.contentType: "application/x-www-form-urlencoded"], body: body)
        #expect(
            (resumed.status == 200 ? nil : resumed.code) == code && resumed.status == (code == nil ? 200 : 400),
            "\(resumed.text.prefix(200))")
        #expect(try await client.get(path).json["missingParameters"]?.texts?.count ?? 0 > 0)
    }

    @Test("E3, E4 another screen reads and completes a session, also another client's; its times stay", .service)
    func secondScreen() async throws {
        let app = try await client.registered()
        let information = Client.base64(#"{"osName":"tvOS","model":"AppleTV6,2"}"#)
        let session = try await app.createSession(["mvpd": "GammaSat"], headers: Client.headers(["X-Device-Info": information]))
        let code = try #require(session.json["code"]?.text)
        let path = "/api/v2/REF30/sessions/\(code.lowercased())"
        client.fixture.clock.advance(seconds: 60)
        let screen = try await client.registered()
        let read = try await screen.get(path)
        #expect(read.status == 200)
        #expect(
            read.text.hasPrefix(#"{"existingParameters":{"serviceProvider":"REF30","mvpd":"GammaSat"},"missingParameters":["#)
        )
        #expect(read.json["missingParameters"] == ["domainName", "redirectUrl"])
        #expect(read.json["device"]?["model"] == "AppleTV6,2" && read.json["device"]?["connection"]?["secure"] == false)
        #expect(read.json["notAfter"] == session.json["notAfter"] && read.json["notBefore"] == session.json["notBefore"])
        let hardware = read.json["device"]?["hardware"]
        #expect(hardware?["vendor"] == .null && hardware?["manufacturer"] == .null, "unknown")

        let retry = try await screen.post(path, ["domainName": "example.com"])
        #expect(retry.json["actionName"] == "retry" && retry.json["missingParameters"] == ["redirectUrl"])
        #expect(retry.json["code"]?.text == code && retry.json["notAfter"] == session.json["notAfter"])
        #expect(retry.json["sessionId"] == session.json["sessionId"])
        let complete = try await screen.post(path, ["redirectUrl": "adbe.example://done"])
        #expect(complete.json["actionName"] == "authenticate" && complete.json["missingParameters"] == nil)
        #expect(try await screen.get(path).json["missingParameters"] == nil)
        #expect(try await screen.send(.post, path).json["actionName"] == "authenticate")
    }

    @Test("34.5 a code that was replaced, has expired, belongs to another or was never issued is not a session")
    func ended() async throws {
        let first = try await client.createSession()
        let second = try await client.createSession()
        func statuses(_ session: Client.Answer, _ serviceProvider: String = "REF30") async throws -> Set<String?> {
            let code = session.json["code"]?.text ?? ""
            var codes: Set<String?> = []
            for endpoint in Endpoint.allCases where endpoint.hasCode {
                try await client.fixture.environment.guesses.reset()
                let path = endpoint.path(serviceProvider: serviceProvider, code: code)
                // A session has a code, too.
                let answer = try await client.call(endpoint, path: path)
                codes.insert(answer.status < 400 ? nil : answer.code)
            }
            return codes
        }
        #expect(try await statuses(first) == ["invalid_authentication_session"])
        #expect(try await statuses(second) == [nil])
        #expect(try await statuses(second, "REF60") == ["invalid_authentication_session"])
        let version1 = try await client.registrationCode()
        #expect(try await client.get("/api/v2/REF30/sessions/\(version1)").code == "invalid_authentication_session")
        client.fixture.clock.advance(seconds: 1_800)
        #expect(try await statuses(second) == ["invalid_authentication_session"])
    }

    @Test("E2 a temporary pass, an AuthNAll rule and a profile need no login")
    func authorize() async throws {
        let pass = try await client.createSession(["mvpd": "TempPass"])
        #expect(pass.json["actionName"] == "authorize" && pass.json["reasonType"] == "temporary" && pass.json["code"] == nil)
        #expect(pass.json["url"] == "/api/v2/REF30/decisions/authorize/TempPass" && pass.json["notAfter"] == nil)
        let session = try await client.createSession()
        #expect(try await client.logIn(session).destination == "adbe.example://done")
        let again = try await client.createSession()
        #expect(again.json["reasonType"] == "authenticated" && again.json["actionType"] == "direct")
        _ = try await client.administer(.put, "integrations/REF30/AlphaCable", #"{"degraded":"authn-all"}"#)
        #expect(try await client.createSession(["mvpd": "AlphaCable"]).json["reasonType"] == "degraded")
    }
}
