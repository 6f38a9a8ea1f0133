import EntitlementCore
import HTTPTypes
import TVWorld
import Testing

@testable import EntitlementService

@Suite("The dashboard's login")
struct DashboardLoginTests {
    private func closed() async throws -> (fixture: Fixture, token: String) {
        let fixture = try await Fixture()
        let address = try #require(ListenAddress("0.0.0.0:8080"))
        return (fixture, try #require(fixture.environment.openDashboard(on: address)))
    }

    @Test("a service on loopback needs none", arguments: ["127.0.0.1:0", "localhost:80", "[::1]:0"])
    func loopback(text: String) async throws {
        let fixture = try await Fixture()
        #expect(fixture.environment.openDashboard(on: try #require(ListenAddress(text))) == nil)
    }

    @Test("nothing is shown and nothing is changed before the login")
    func closedPages() async throws {
        let (fixture, _) = try await closed()
        try await fixture.test { client in
            let browser = DashboardBrowser(client)
            let page = try await browser.get("/dashboard")
            #expect(page.status == 303 && page.headers[.location] == "/dashboard/login")
            #expect(try await browser.get("/dashboard/events").status == 401)
            let token = DashboardBrowser.formToken(in: try await browser.get("/dashboard/login").text)
            for path in ["/dashboard/integrations/REF30/AlphaCable", "/dashboard/applications", "/dashboard/logout"] {
                #expect(try await browser.post(path, ["enabled": "false"], token: token).status == 401)
            }
        }
    }

    @Test("the token opens the dashboard for the browser that sent it, until it logs out")
    func login() async throws {
        let (fixture, token) = try await closed()
        try await fixture.test { client in
            let browser = DashboardBrowser(client)
            let form = DashboardBrowser.formToken(in: try await browser.get("/dashboard/login").text)
            let answer = try await browser.post("/dashboard/login", ["token": token], token: form)
            #expect(answer.status == 303)
            let cookie = try #require(answer.headers[values: .setCookie].first { $0.hasPrefix(DashboardAccess.cookieName) })
            for attribute in ["HttpOnly", "SameSite=Strict", "Path=/dashboard"] { #expect(cookie.contains(attribute)) }
            #expect(!cookie.contains(token) && !cookie.contains("Secure"))
            #expect(try await browser.get("/dashboard").status == 200)
            let other = DashboardBrowser(client)
            #expect(try await other.get("/dashboard").status == 303)
            let thief = browser.copy()
            _ = try await browser.submit("/dashboard/logout", [:])
            #expect(try await thief.get("/dashboard").status == 303)
        }
    }

    @Test("under TLS the cookie is for TLS only")
    func secureCookie() async throws {
        let (fixture, token) = try await closed()
        fixture.environment.identity.baseURL = "https://tv.example"
        try await fixture.test { client in
            let browser = DashboardBrowser(client)
            let form = DashboardBrowser.formToken(in: try await browser.get("/dashboard/login").text)
            let answer = try await browser.post("/dashboard/login", ["token": token], token: form)
            #expect(
                answer.headers[values: .setCookie].contains { $0.hasPrefix(DashboardAccess.cookieName) && $0.contains("Secure") })
        }
    }

    @Test("wrong tokens are refused, and too many are slowed down")
    func throttling() async throws {
        let (fixture, token) = try await closed()
        try await fixture.test { client in
            let browser = DashboardBrowser(client)
            let form = DashboardBrowser.formToken(in: try await browser.get("/dashboard/login").text)
            #expect(try await browser.post("/dashboard/login", ["token": ""], token: form).status == 400)
            for _ in 0..<10 { #expect(try await browser.post("/dashboard/login", ["token": "wrong"], token: form).status == 403) }
            let slowed = try await browser.post("/dashboard/login", ["token": token], token: form)
            #expect(slowed.status == 429 && slowed.headers[.retryAfter].flatMap { Int($0) } != nil)
            #expect(try await browser.get("/dashboard").status == 303)
        }
    }

    @Test("a login ends after half a day, and the slowing down after a minute")
    func time() throws {
        let access = DashboardAccess(token: "right", adminToken: "other right")
        access.listen(on: try #require(ListenAddress("0.0.0.0:1")))
        let start = ContinuousClock.now
        for _ in 0..<10 { #expect(access.logIn("wrong", random: SystemRandomSource(), now: start) == .wrongToken) }
        guard case .throttled = access.logIn("right", random: SystemRandomSource(), now: start) else {
            Issue.record("not slowed down")
            return
        }
        guard case .session(let session) = access.logIn("right", random: SystemRandomSource(), now: start + .seconds(60)) else {
            Issue.record("still slowed down")
            return
        }
        #expect(access.admission(authority: nil, session: session, now: start + .seconds(43_200)) == .admitted)
        #expect(access.admission(authority: nil, session: session, now: start + .seconds(43_261)) == .loginNeeded)
        #expect(access.admission(authority: "localhost", session: "other", now: start) == .loginNeeded)
    }
}
