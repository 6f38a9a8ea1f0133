import EntitlementCore
import EntitlementService
import HTTPTypes
import TVWorld
import Testing

@Suite("Other paths of a login", .app)
struct WebLoginStepTests {
    private let client = Client.current
    private var browser = Client.current.browser

    @Test("a remembered browser is not prompted again; forceAuthn and another provider prompt")
    mutating func remembered() async throws {
        try await browser.logIn(WalkingBrowser.loginAddress(code: try await client.registrationCode()))
        let second = try await client.registrationCode(device: "device-2")
        let forced = WalkingBrowser.loginAddress(code: second, more: "&force_authn=true")
        #expect(try await browser.open(forced).heading == "Log in to Alpha Cable")
        #expect(
            try await browser.open(WalkingBrowser.loginAddress(code: second, mvpd: "BetaFiber")).heading
                == "Log in to Beta Fiber")
        let forward = try await browser.open(WalkingBrowser.loginAddress(code: second))
        #expect(forward.heading == "You are logged in")
        #expect(try await browser.submit().destination == "adobepass://ios.app")
        #expect(try await WebLoginTests.isSignedIn(client, "device-2"))
    }

    @Test("a provider forgets a browser after twelve hours, and one with a foreign cookie")
    mutating func forgotten() async throws {
        try await browser.logIn(WalkingBrowser.loginAddress(code: try await client.registrationCode()))
        client.fixture.clock.advance(seconds: 43_200)
        let client = try await client.registered()
        let address = WalkingBrowser.loginAddress(code: try await client.registrationCode(device: "device-2"))
        #expect(try await browser.open(address).heading == "Log in to Alpha Cable")
        var stranger = WalkingBrowser(browser.client)
        try await stranger.open(address)
        #expect(stranger.page.heading == "Log in to Alpha Cable")
    }

    @Test("a passive login: back to the app at once, with a session only if the provider remembers the browser")
    mutating func passive() async throws {
        let first = WalkingBrowser.loginAddress(code: try await client.registrationCode(), more: "&is_passive=true")
        #expect(try await browser.open(first).heading == "Back to the app")
        #expect(try await browser.submit().destination == "adobepass://ios.app")
        #expect(try await !WebLoginTests.isSignedIn(client))
        let other = try await client.registrationCode(device: "device-2")
        try await browser.logIn(WalkingBrowser.loginAddress(code: other))
        #expect(try await browser.open(first).heading == "You are logged in")
        #expect(try await browser.submit().destination == "adobepass://ios.app")
        #expect(try await WebLoginTests.isSignedIn(client))
    }

    @Test("back after the login: a page that reports the completed login, with a link to the app")
    mutating func back() async throws {
        let address = WalkingBrowser.loginAddress(code: try await client.registrationCode())
        try await browser.open(address)
        let loginPage = browser.page.address
        try await browser.logIn(loginPage)
        #expect(try await browser.open(loginPage).heading == "You are logged in")
        let page = try await browser.submit()
        #expect(page.status == 400 && page.heading == "This login is already complete")
        #expect(page.links["Back to the app"] == "adobepass://ios.app")
        // Further back the code has been used, and the service answers like for an unknown one.
        #expect(try await browser.open(address).heading == "This code cannot be used")
        #expect(try await WebLoginTests.isSignedIn(client))
    }

    @Test("the form sent twice: one session, and a page with a link to the app")
    mutating func doubleSubmit() async throws {
        try await browser.open(WalkingBrowser.loginAddress(code: try await client.registrationCode()))
        #expect(browser.page.html.contains("data-once"))
        let fields = browser.page.fields.merging(["username": "alice", "password": "alice", "action": "login"]) { $1 }
        let action = try #require(browser.page.action)
        let one = try await browser.post(action, fields)
        let two = try await browser.post(action, fields)
        let consumer = try #require(one.action)
        #expect(try await browser.post(consumer, one.fields).destination == "adobepass://ios.app")
        let token = try await client.get("/api/v1/tokens/authn?requestor=REF30&deviceId=device-1").text
        for answer in [two, one] {
            let page = try await browser.post(consumer, answer.fields)
            #expect(page.status == 400 && page.heading == "This login is already complete")
            #expect(page.links["Back to the app"] == "adobepass://ios.app")
        }
        #expect(try await client.get("/api/v1/tokens/authn?requestor=REF30&deviceId=device-1").text == token)
    }

    @Test("a login page that was open for too long: expired, at the provider, with a way to a new code, and at the service")
    mutating func expired() async throws {
        try await browser.open(WalkingBrowser.loginAddress(code: try await client.longCode()))
        client.fixture.clock.advance(seconds: 1_800)
        let late = try await browser.enter("alice")
        #expect(late.status == 200)
        let page = try await browser.submit()
        #expect(page.status == 400 && page.heading == "This login has expired")
        #expect(page.links["Back to the app"] == "adobepass://ios.app")
        let code = try await client.longCode(device: "device-2")
        try await browser.open(WalkingBrowser.loginAddress(code: code, more: "&force_authn=true"))
        client.fixture.clock.advance(seconds: 1_861)
        let later = try await browser.enter("alice")
        #expect(later.status == 400 && later.heading == "This login has expired")
        #expect(later.text.contains("start again, or get a new code on your TV."))
        #expect(later.links["Enter a code"] == "/activate")
        #expect(try await !WebLoginTests.isSignedIn(client))
    }

    @Test("a code that expires or is withdrawn while the user types: expired")
    mutating func codeEnds() async throws {
        let code = try await client.registrationCode()
        try await browser.open(WalkingBrowser.loginAddress(code: code))
        #expect(try await client.send(.delete, "/reggie/v1/REF30/regcode/\(code)").status == 204)
        try await browser.enter("alice")
        let page = try await browser.submit()
        #expect(page.status == 400 && page.heading == "This login has expired")
        #expect(try await !WebLoginTests.isSignedIn(client))
    }

    @Test("two logins with one code: the second one is already done")
    mutating func oneUse() async throws {
        let address = WalkingBrowser.loginAddress(code: try await client.registrationCode())
        var other = WalkingBrowser(browser.client)
        try await other.open(address)
        #expect(try await browser.logIn(address).destination == "adobepass://ios.app")
        try await other.enter("bob")
        let page = try await other.submit()
        #expect(page.status == 400 && page.heading == "This login is already complete")
        #expect(try await client.get("/api/v1/tokens/authn?requestor=REF30&deviceId=device-1").json["userId"] == "u-1001-alice")
    }

    @Test("after a login the device's old authorizations are removed")
    mutating func authorizationsEnd() async throws {
        try await browser.logIn(WalkingBrowser.loginAddress(code: try await client.registrationCode()))
        let movies = "requestor=REF30&deviceId=device-1&resource=movies"
        #expect(try await client.get("/api/v1/authorize?\(movies)").status == 200)
        let again = WalkingBrowser.loginAddress(code: try await client.registrationCode(), more: "&force_authn=true")
        #expect(try await browser.logIn(again, as: "bob").destination == "adobepass://ios.app")
        #expect(try await client.get("/api/v1/tokens/authz?\(movies)").status == 404)
    }
}

extension Client {
    /// A code with a lifetime of ten hours.
    fileprivate func longCode(device: String = "device-1") async throws -> String {
        let answer = try await post("/reggie/v1/REF30/regcode", ["deviceId": device, "ttl": "36000"])
        return try #require(answer.json["code"]?.text, "\(answer.text)")
    }
}
