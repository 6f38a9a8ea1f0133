import EntitlementCore
import HTTPTypes
import TVWorld
import Testing

@testable import EntitlementService

@Suite("The dashboard's login")
struct DashboardLoginTests {
    /// Runs a test of a dashboard that requires a login, with its token.
    private func testClosed(
        publicURL: String? = nil, _ body: @Sendable (DashboardBrowser, _ token: String) async throws -> Void
    ) async throws {
        var options = ServiceOptions()
        options.publicURL = publicURL
        // Opened at one address, with one node's token.
        let fixture = try await Fixture(options: options, isOneNode: true)
        let address = try #require(ListenAddress("127.0.0.1:8080"))
        let token = try #require(fixture.environment.openDashboard(on: address))
        try await fixture.testBrowser { try await body($0, token) }
    }

    /// Returns the cookie of a login, after checking its attributes.
    private func cookie(of answer: Client.Answer) throws -> String {
        let cookie = try #require(answer.headers[values: .setCookie].first { $0.hasPrefix(DashboardAccess.cookieName) })
        for attribute in ["HttpOnly", "SameSite=Strict", "Path=/dashboard"] { #expect(cookie.contains(attribute)) }
        return cookie
    }

    @Test("it is required on loopback, too, unless it is disabled", arguments: ["127.0.0.1:0", "localhost:80", "[::1]:0"])
    func loopback(text: String) async throws {
        let address = try #require(ListenAddress(text))
        for word in ["automatic", "always", "never"] {
            let options = try ServiceConfiguration(options: [.dashboardProtection: word], file: nil, environment: [:]).options
            let fixture = try await Fixture(options: options)
            #expect((fixture.environment.openDashboard(on: address) == nil) == (word == "never"), "\(word)")
        }
    }

    @Test("it can be disabled for a loopback address only")
    func neverElsewhere() async throws {
        for (setting, value) in [
            (Setting.listen, "0.0.0.0:0"), (.publicURL, "https://tv.example"), (.trustedProxy, "127.0.0.1"),
        ] {
            let mistakes = try #require(throws: ConfigurationMistakes.self) {
                try ServiceConfiguration(options: [.dashboardProtection: "never", setting: value], file: nil, environment: [:])
            }
            #expect(mistakes.lines.count == 1 && mistakes.description.contains(setting.rawValue), "\(mistakes)")
        }
        let access = DashboardAccess(token: "right", adminToken: "other right", isOpen: true)
        access.listen(on: try #require(ListenAddress("0.0.0.0:1")))
        #expect(access.needsLogin)
    }

    @Test("a link that is issued only for the administration's token logs a browser in, once, within a minute")
    func link() async throws {
        try await testClosed { browser, _ in
            let client = browser.client
            #expect(try await client.send(.post, "/admin/v1/dashboard-links").status == 401)
            let answer = try await client.administer(.post, "dashboard-links")
            #expect(answer.status == 201 && answer.json["expiresIn"]?.integer == 60)
            let path = try #require(answer.json["path"]?.text)
            // A HEAD request does not use it up.
            #expect(try await client.send(.head, path).status == 303)
            let opened = try await browser.get(path)
            #expect(opened.status == 303 && opened.headers[.location] == "/dashboard")
            _ = try cookie(of: opened)
            #expect(try await browser.get("/dashboard").status == 200)
            for wrong in [path, "/dashboard/open", "/dashboard/open?link=x"] {
                let other = DashboardBrowser(client)
                #expect(try await other.get(wrong).status == 403)
                #expect(try await other.get("/dashboard").status == 303)
            }
        }
        let access = DashboardAccess(token: "right", adminToken: "other right")
        let start = ContinuousClock.now
        let links = [
            try await access.makeLink(random: SystemRandomSource(), now: start),
            try await access.makeLink(random: SystemRandomSource(), now: start),
        ]
        #expect(try await access.follow(link: links[0], random: SystemRandomSource(), now: start + .seconds(59)) != nil)
        #expect(try await access.follow(link: links[1], random: SystemRandomSource(), now: start + .seconds(60)) == nil)
    }

    @Test("nothing is shown and nothing is changed before the login")
    func closedPages() async throws {
        try await testClosed { browser, _ in
            let page = try await browser.get("/dashboard")
            #expect(page.status == 303 && page.headers[.location] == "/dashboard/login")
            #expect(try await browser.get("/dashboard/events").status == 401)
            let token = DashboardBrowser.formToken(in: try await browser.get("/dashboard/login").text)
            for path in ["/dashboard/integrations/REF30/AlphaCable", "/dashboard/applications", "/dashboard/logout"] {
                #expect(try await browser.post(path, ["enabled": "false"], token: token).status == 401)
            }
        }
    }

    @Test("the only field of the login page has the focus")
    func focus() async throws {
        try await testClosed { browser, _ in
            let page = try await browser.get("/dashboard/login").text
            #expect(page.contains(/<input id="token"[^>]* autofocus/) && page.count(of: "autofocus") == 1)
        }
    }

    @Test("the token opens the dashboard for the browser that sent it, until it logs out")
    func login() async throws {
        try await testClosed { browser, token in
            let answer = try await browser.logIn(token)
            #expect(answer.status == 303)
            let cookie = try cookie(of: answer)
            #expect(!cookie.contains(token) && !cookie.contains("Secure"))
            #expect(try await browser.get("/dashboard").status == 200)
            let other = DashboardBrowser(browser.client)
            #expect(try await other.get("/dashboard").status == 303)
            let thief = browser.copy()
            _ = try await browser.submit("/dashboard/logout", [:])
            #expect(try await thief.get("/dashboard").status == 303)
        }
    }

    @Test(
        "the name of a login's cookie contains the port, which browsers otherwise ignore",
        arguments: [
            ("http://tv.example:8080", "vsasim_dashboard_8080"), ("http://tv.example:8081", "vsasim_dashboard_8081"),
            ("http://[::1]:8080", "vsasim_dashboard_8080"), ("https://tv.example", "vsasim_dashboard"),
        ])
    func ports(url: String, name: String) async throws {
        try await testClosed(publicURL: url) { browser, token in
            let cookies = try await browser.logIn(token).headers[values: .setCookie]
            #expect(cookies.contains { $0.hasPrefix("\(name)=") })
            #expect(try await browser.get("/dashboard").status == 200)
        }
    }

    @Test("a missing token is named by the field's label")
    func missingToken() async throws {
        try await testClosed { browser, _ in
            let page = try await browser.get("/dashboard/login").text
            #expect(page.contains("<label for=\"token\">Dashboard token</label>"))
            let empty = try await browser.logIn("")
            #expect(empty.status == 400)
            #expect(empty.text.element(id: "problem") == "&quot;Dashboard token&quot; is required.", "\(empty.text)")
        }
    }

    @Test("spaces that were copied with the token do not count")
    func blanks() async throws {
        try await testClosed { browser, token in
            let blank = try await browser.logIn(" ")
            #expect(blank.status == 400)
            #expect(try await browser.logIn(" \(token) ").status == 303)
            #expect(try await browser.get("/dashboard").status == 200)
        }
    }

    @Test("with TLS the cookie is for TLS only")
    func secureCookie() async throws {
        try await testClosed(publicURL: "https://tv.example") { browser, token in
            // The link that vsactl opens leads there, since the cookie would be lost elsewhere.
            #expect(try await browser.client.administer(.post, "dashboard-links").json["url"] == "https://tv.example")
            let cookie = try cookie(of: try await browser.logIn(token))
            #expect(cookie.contains("Secure"))
        }
    }

    @Test("wrong tokens are rejected, and too many are throttled; the right one is accepted at once")
    func throttling() async throws {
        try await testClosed { browser, token in
            #expect(try await browser.logIn("").status == 400)
            for _ in 0..<10 { #expect(try await browser.logIn("wrong").status == 403) }
            let slowed = try await browser.logIn("wrong")
            #expect(slowed.status == 429 && slowed.headers[.retryAfter].flatMap { Int($0) } != nil)
            #expect(try await browser.get("/dashboard").status == 303)
            #expect(try await browser.logIn(token).status == 303)
            #expect(try await browser.get("/dashboard").status == 200)
            #expect(try await browser.logIn("wrong").status == 429)
        }
    }

    @Test(
        "without a login only a name of this machine opens it, read strictly, against DNS rebinding",
        arguments: [
            "[::1].evil.example", "127.0.0.1:80@evil.example", "127.0.0.1.evil.example", "localhost:80:80", "localhost:", "[::1",
            "127.0.0.1 evil.example", "::1", "", "localhost:99999", "[localhost]", "evil.example", "localhost.evil.example:80",
            "127.0.0.256", "10.0.0.1", nil,
        ])
    func strictNames(authority: String?) async throws {
        let access = DashboardAccess(token: "right", adminToken: "other right", isOpen: true)
        #expect(try await access.admission(authority: authority, session: nil) == .foreignName)
        for name in [
            "localhost", "LOCALHOST:80", "a.localhost:1", "127.0.0.1", "127.0.0.1:8080", "127.8.0.1:4711", "127.9.9.9", "[::1]",
            "[::1]:80",
        ] {
            #expect(try await access.admission(authority: name, session: nil) == .admitted, "\(name)")
        }
    }

    @Test("guesses evict neither a session nor a link")
    func guesses() async throws {
        let access = DashboardAccess(token: "right", adminToken: "other right")
        let random = SystemRandomSource()
        let used = try await access.makeLink(random: random)
        let session = try #require(try await access.follow(link: used, random: random))
        let link = try await access.makeLink(random: random)
        for guess in 0...SharedValues<Bool>.limit {
            _ = try await access.follow(link: "\(guess)", random: random)
            try await access.logOut("\(guess)")
        }
        #expect(try await access.admission(authority: nil, session: session) == .admitted)
        #expect(try await access.follow(link: link, random: random) != nil)
    }

    @Test("a login ends after half a day, and the throttling after a minute")
    func time() async throws {
        let access = DashboardAccess(token: "right", adminToken: "other right")
        access.listen(on: try #require(ListenAddress("0.0.0.0:1")))
        let start = ContinuousClock.now
        for _ in 0..<10 { #expect(try await access.logIn("wrong", random: SystemRandomSource(), now: start) == .wrongToken) }
        let random = SystemRandomSource()
        #expect(try await access.logIn("wrong", random: random, now: start + .seconds(59)) == .throttled(seconds: 2))
        #expect(try await access.logIn("wrong", random: random, now: start + .seconds(60)) == .wrongToken)
        guard case .session(let session) = try await access.logIn("right", random: random, now: start + .seconds(60)) else {
            Issue.record("not logged in")
            return
        }
        #expect(try await access.admission(authority: nil, session: session, now: start + .seconds(43_200)) == .admitted)
        #expect(try await access.admission(authority: nil, session: session, now: start + .seconds(43_261)) == .loginNeeded)
        #expect(try await access.admission(authority: "localhost", session: "other", now: start) == .loginNeeded)
    }
}
