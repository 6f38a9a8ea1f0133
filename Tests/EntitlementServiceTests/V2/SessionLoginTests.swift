import EntitlementCore
import HTTPTypes
import TVWorld
import Testing

@testable import EntitlementService

@Suite("Logins of REST v2 in a browser", .service)
struct SessionLoginTests {
    private let client = Client.current

    @Test("24.6-24.7 the browser logs in at the provider and ends at the address; the code then has the profile")
    func login() async throws {
        let app = try await client.registered()
        let session = try await app.createSession()
        let code = session.json["code"]?.text ?? ""
        #expect(try await app.get("/api/v2/REF30/profiles/code/\(code)").json == .object([.init("profiles", .object([]))]))
        let first = try await client.get("/api/v2/authenticate/REF30/\(code)")
        #expect(first.status == 302 && first.headers[.location]?.contains("SAMLRequest=") == true)
        #expect(try await app.logIn(session).destination == "adbe.example://done")
        let profile = try await app.get("/api/v2/REF30/profiles/code/\(code)").json["profiles"]?["GammaSat"]
        #expect(profile?["type"] == "regular" && profile?["issuer"] == "GammaSat")
        #expect(profile?["notBefore"]?.integer == client.fixture.clock.milliseconds())
        #expect(profile?["attributes"]?["userID"]?.serialized == #"{"value":"u-1001-alice","state":"plain"}"#)
        #expect(profile?["attributes"]?["zip"]?["value"] == ["10001"])
        let done = try await client.get("/api/v2/authenticate/REF30/\(code)")
        #expect(done.status == 400 && done.text.contains("This login is already complete"))
        #expect(done.text.contains("adbe.example://done"))
        #expect(try await app.get("/api/v2/REF30/sessions/\(code)").code == "invalid_authentication_session")
        let journal = try await client.administer(.get, "journal").text
        #expect(journal.contains("service.session-login-started") && journal.contains("AuthnRequest"))
    }

    @Test("24.1, 24.3 instead of an impossible login page there is a page with advice")
    func refusals() async throws {
        let app = try await client.registered()
        let incomplete = try await app.createSession(["mvpd": "GammaSat"]).json["code"]?.text ?? ""
        for (path, text) in [
            ("REF30/AAAAAAA", "This code cannot be used"), ("REF30/AAA", "This code cannot be used"),
            ("NOPE/\(incomplete)", "This channel is unknown"), ("REF60/\(incomplete)", "This code cannot be used"),
            ("REF30/\(incomplete)", "Continue in the app"), ("REF30/%3Cscript%3E", "This code cannot be used"),
        ] {
            let page = try await client.get("/api/v2/authenticate/\(path)")
            #expect(page.status == 400 && page.headers[.contentType] == "text/html; charset=utf-8", "\(path)")
            #expect(page.text.contains(text) && !page.text.contains("<script>"), "\(path): \(page.text)")
        }
    }

    @Test("a fault affects the login page at its own point, always with a page")
    func faults() async throws {
        let app = try await client.registered()
        let code = try await app.createSession().json["code"]?.text ?? ""
        let path = "/api/v2/authenticate/REF30/\(code)"
        for (error, status, text) in [
            ("internal_server_error", 500, "The login cannot start"),
            ("invalid_authentication_session", 400, "This code cannot be used"),
            ("invalid_integration", 400, "This TV provider is not available"),
        ] {
            let body = #"{"at":"service.v2.authenticate","error":"\#(error)","times":1}"#
            let added = try await client.administer(.post, "faults", body)
            #expect(added.status == 201, "\(added.text)")
            let page = try await client.get(path)
            #expect(page.status == status && page.headers[.contentType] == "text/html; charset=utf-8", "\(error)")
            #expect(page.text.contains(text) && page.text.contains("A fault is set here"), "\(error): \(page.text)")
        }
        #expect(try await client.get(path).status == 302)
    }

    @Test("24.4 if only the provider is missing, the page offers those of the service provider, and a choice continues the login")
    func choice() async throws {
        let app = try await client.registered()
        let session = try await app.createSession(["domainName": "example.com", "redirectUrl": "adbe.example://done"])
        let code = session.json["code"]?.text ?? ""
        let page = try await client.get("/api/v2/authenticate/REF30/\(code)")
        #expect(page.status == 200 && page.text.contains("Choose your TV provider") && page.text.contains("Temp Pass"))
        #expect(!page.text.contains("Epsilon TV"))
        let link = "/api/v2/authenticate/REF30/\(code)?mvpd=GammaSat"
        #expect(page.text.contains("href=\"\(link)\""))
        var browser = WalkingBrowser(client)
        #expect(try await browser.logIn(link, as: "alice").destination == "adbe.example://done")
        let profiles = try await app.call(.profile, path: Endpoint.profile.path(mvpd: "GammaSat")).json["profiles"]
        #expect(profiles?["GammaSat"]?["type"] == "regular")
        for wrong in ["Nobody", "EpsilonTV", "%00", String(repeating: "x", count: 3_000)] {
            let code =
                try await app.createSession(["domainName": "example.com", "redirectUrl": "adbe.example://done"])
                .json["code"]?.text ?? ""
            let page = try await client.get("/api/v2/authenticate/REF30/\(code)?mvpd=\(wrong)")
            #expect(page.status == 400 && page.text.contains("This TV provider is not available"), "\(wrong.prefix(20))")
        }
    }

    @Test("24.5 if a login is no longer needed, the browser returns at once")
    func noLogin() async throws {
        let app = try await client.registered()
        let code = try await app.createSession().json["code"]?.text ?? ""
        _ = try await client.administer(.put, "integrations/REF30/GammaSat", #"{"degraded":"authn-all"}"#)
        let answer = try await client.get("/api/v2/authenticate/REF30/\(code)")
        #expect(answer.status == 302 && answer.headers[.location] == "adbe.example://done")
        let profile = try await app.get("/api/v2/REF30/profiles/code/\(code)").json["profiles"]?["GammaSat"]
        #expect(profile?["type"] == "degraded" && profile?["issuer"] == "Adobe")
    }

    @Test(
        "24.5 on the activation page, a temporary pass and a degraded provider are success", arguments: ["TempPass", "BetaFiber"])
    func activationWithoutLogin(mvpd: String) async throws {
        let app = try await client.registered()
        let code = try await app.createSession([:]).json["code"]?.text ?? ""
        _ = try await client.administer(.put, "integrations/REF30/BetaFiber", #"{"degraded":"authn-all"}"#)
        let login = try await client.get("/activate/login?code=\(code)&mvpd=\(mvpd)")
        #expect(login.status == 302)
        let end = try #require(login.headers[.location]).replacing("http://localhost", with: "")
        let page = try await client.get(end)
        #expect(end == "/activate/done?code=\(code)" && page.text.contains("You are done"), "\(page.text)")
        let profile = try await app.get("/api/v2/REF30/profiles/code/\(code)").json["profiles"]?[mvpd]
        #expect(profile?["type"]?.text == (mvpd == "TempPass" ? "temporary" : "degraded"))
    }

    @Test("the activation page takes codes of REST v2, whose login starts and ends there")
    func activation() async throws {
        let app = try await client.registered()
        let code = try await app.createSession([:]).json["code"]?.text ?? ""
        let page = try await client.get("/activate/providers?code=\(code)")
        #expect(page.status == 200)
        let link = "/activate/login?code=\(code)&mvpd=GammaSat"
        #expect(page.text.contains(link.replacing("&", with: "&amp;")))
        var browser = WalkingBrowser(client)
        let end = try await browser.logIn(link, as: "alice")
        #expect(end.address == "/activate/done?code=\(code)" && end.text.contains("Gamma Sat"))
        let profiles = try await app.get("/api/v2/REF30/profiles/code/\(code)").json["profiles"]
        #expect(profiles?["GammaSat"]?["type"] == "regular")
        for wrong in ["", "?code=AAAAAAA", "?code=%00&mvpd=GammaSat"] {
            #expect(try await client.get("/activate/login\(wrong)").status == 400)
        }
    }

    @Test(
        "a wrong code on the login page counts as a guess",
        arguments: ["/api/v2/authenticate/REF30/CODE", "/activate/login?code=CODE&mvpd=AlphaCable"])
    func guesses(_ address: String) async throws {
        for last in "ABCDEFGHJK" {
            #expect(try await client.get(address.replacing("CODE", with: "AAAAAA\(last)")).status == 400)
        }
        #expect(try await client.get(address).status == 429)
    }
}
