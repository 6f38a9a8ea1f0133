import EntitlementCore
import HTTPTypes
@_spi(Testing) import SAML
import TVWorld
import Testing

@testable import EntitlementService

@Suite("Providers' web pages", .app)
struct ProviderPageTests {
    private let client = Client.current
    private var browser = Client.current.browser

    @Test("metadata and logo of every provider, but not of a temporary pass", .app { $0.providers[3].hasSingleLogout = false })
    mutating func descriptors() async throws {
        var looks: Set<String> = []
        for provider in World.builtIn.providers where !provider.isTemporaryPass {
            let base = WalkingBrowser.base + "/mvpd/\(provider.id)/saml/"
            let metadata = try await client.get("/mvpd/\(provider.id)/saml/metadata")
            #expect(metadata.headers[.contentType] == "application/samlmetadata+xml")
            let logout = provider.id == "delta.example" ? nil : base + "slo"
            let descriptor = try EntityDescriptor(xml: metadata.text)
            #expect(descriptor.entityID == base + "metadata")
            #expect(
                descriptor.role == .identityProvider(singleSignOnURL: base + "sso", singleLogoutURL: logout, binding: .redirect))
            #expect(descriptor.certificates == [client.fixture.provider.certificate])
            let logo = try await client.get("/mvpd/\(provider.id)/logo.svg")
            #expect(logo.status == 200 && logo.headers[.contentType] == "image/svg+xml")
            #expect(logo.headers[.contentSecurityPolicy] == "default-src 'none'")
            looks.insert(logo.text)
        }
        #expect(looks.count == 5)
        for path in [
            "temp-pass/saml/metadata", "nobody/saml/metadata", "temp-pass/logo.svg", "%2e%2e/saml/sso", "x/saml/slo",
        ] {
            let page = try await browser.open("/mvpd/" + path)
            #expect(page.status == 404 && page.heading == "Unknown TV provider", "\(path)")
        }
    }

    @Test("the login page lists the provider's test users only if that is configured; their names are escaped")
    func testUsers() async throws {
        for isOn in [true, false] {
            var options = ServiceOptions.withoutLogin
            options.listsTestUsers = isOn
            let change = { (world: inout World) in
                let index = world.subscribers.firstIndex { $0.provider == "alpha.example" && $0.username == "bob" }!
                world.subscribers[index].password = "<b>\"&"
            }
            try await Fixture(options: options, change: change).testApp { client in
                var browser = client.browser
                let address = WalkingBrowser.loginAddress(code: try await client.registrationCode())
                let page = try await browser.open(address).html
                #expect(page.contains("<summary>Test users</summary>") == isOn)
                #expect(page.contains("<code>alice</code></th><td><code>alice</code></td>") == isOn)
                #expect(page.contains("<code>&lt;b&gt;&quot;&amp;</code>") == isOn && !page.contains("<code><b>"))
                #expect(page.contains("<code>carol</code></th><td><code>carol</code></td><td>suspended</td>") == isOn)
            }
        }
    }

    @Test(
        "a DEFLATE bomb that the service itself signed is rejected at 64 KiB, and the provider still responds",
        .timeLimit(.minutes(10)))
    mutating func bomb() async throws {
        let key = await TestKeys.service.value
        // As large as the head of a request can be.
        let address = try RedirectBinding.url(
            "/mvpd/alpha.example/saml/sso", .request, xml: String(repeating: " ", count: 10_000_000), relayState: nil, key: key)
        #expect(address.utf8.count < 16_384)
        for _ in 0..<100 {
            let page = try await browser.open(address)
            #expect(page.status == 400 && page.text.contains("(tooLarge)"), "\(page.text)")
        }
        let login = WalkingBrowser.loginAddress(code: try await client.registrationCode())
        #expect(try await browser.open(login).heading == "Log in to Alpha Cable")
    }

    @Test("white on the light colours and near-black on the dark ones have a contrast of 4.5 and more")
    func contrast() throws {
        func luminance(_ colour: String) throws -> Double {
            let channels = try [1, 3, 5].map { start -> Double in
                let digits = colour.dropFirst(start).prefix(2)
                let value = Double(try #require(Int(digits, radix: 16), "\(colour)")) / 255
                // The sRGB curve, accurate enough for a bound.
                return value <= 0.04045 ? value / 12.92 : Self.power((value + 0.055) / 1.055)
            }
            return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
        }
        func ratio(_ one: String, _ other: String) throws -> Double {
            let luminances = (try luminance(one), try luminance(other))
            return (max(luminances.0, luminances.1) + 0.05) / (min(luminances.0, luminances.1) + 0.05)
        }
        for colour in ProviderLook.colours {
            #expect(try ratio(colour.light, "#ffffff") >= 4.5, "\(colour.light)")
            #expect(try ratio(colour.dark, "#14161a") >= 4.5, "\(colour.dark)")
            #expect(try ratio(colour.dark, "#1c1f25") >= 4.5, "\(colour.dark)")
        }
    }

    /// x to the power of 2.4: the square times the fifth root of the square.
    private static func power(_ value: Double) -> Double {
        let square = value * value
        var root = 0.5
        for _ in 0..<60 { root -= (root * root * root * root * root - square) / (5 * root * root * root * root) }
        return square * root
    }

    @Test(
        "letters of a logo", arguments: [("Alpha Cable", "AC"), ("x", "X"), ("<&> \"q\"", "Q"), ("…", "TV"), ("Ça va là", "ÇV")])
    func initials(name: String, letters: String) {
        let look = ProviderLook(of: Provider(id: "p", name: name, mvpd: "P"))
        #expect(look.initials == letters)
        #expect(!look.logo.contains("<&>"))
    }

    @Test("the address without a request explains that an app opens it; a modified request is rejected")
    mutating func badRequests() async throws {
        // A login and a logout have the same page.
        for address in ["/mvpd/alpha.example/saml/sso", "/mvpd/alpha.example/saml/slo"] {
            let bare = try await browser.open(address)
            #expect(bare.status == 400 && bare.heading == "This page is opened by an app")
            #expect(bare.html.contains("Alpha Cable logs you in or out when an app or your TV requests it."))
        }
        try await browser.open(WalkingBrowser.loginAddress(code: try await client.registrationCode()))
        let good = browser.page.address
        let flawed = [
            good + "&SAMLRequest=x", good.replacing("RelayState=_", with: "RelayState=_0"),
            good.replacing("/mvpd/alpha.example/", with: "/mvpd/beta.example/"), String(good.dropLast(8)),
        ]
        for address in flawed {
            let page = try await browser.open(address)
            #expect(page.status == 400 && page.heading == "This link cannot be used", "\(address.suffix(40))")
            #expect(page.html.contains("class=\"provider look-"))
        }
    }

    @Test("a request that names another consumer than the service's metadata is rejected, even if it is validly signed")
    mutating func otherConsumer() async throws {
        let request = AuthnRequest(
            id: "_1", issueInstant: client.fixture.clock.seconds(), issuer: ServiceProviderIdentity.entityID,
            destination: WalkingBrowser.base + "/mvpd/alpha.example/saml/sso",
            assertionConsumerServiceURL: "https://stranger.example/acs")
        let page = try await browser.open(try request.redirectURL(signedWith: await TestKeys.service.value))
        #expect(page.status == 400 && page.heading == "This link cannot be used")
    }

    @Test("a form of another page, another browser, or another provider is rejected (CSRF)")
    mutating func crossSite() async throws {
        try await browser.open(WalkingBrowser.loginAddress(code: try await client.registrationCode()))
        let cookie = try #require(browser.cookies[FormGuard.cookieName])
        #expect(Set(["HttpOnly", "SameSite=Lax"]).isSubset(of: cookie.attributes) && cookie.path == "/")
        let action = try #require(browser.page.action)
        let fields = browser.page.fields.merging(["username": "alice", "password": "alice", "action": "login"]) { $1 }
        var stranger = WalkingBrowser(browser.client)
        for fields in [fields, fields.filter { $0.key != "form_token" }, fields.merging(["form_token": "x"]) { $1 }] {
            let page = try await stranger.post(action, fields)
            #expect(page.status == 403 && page.heading == "This form cannot be used")
        }
        let other = try await browser.post(action.replacing("alpha", with: "beta"), fields)
        #expect(other.status == 403 && other.heading == "This form cannot be used")
        let unknown = try await browser.post(action, fields.merging(["action": "x"]) { $1 })
        #expect(unknown.status == 400 && unknown.heading == "This form cannot be used")
        #expect(try await browser.post(action, fields).heading == "You are logged in")
    }

    @Test("after five wrong passwords a user name has to wait, with a page and Retry-After; other names do not")
    mutating func throttled() async throws {
        try await browser.open(WalkingBrowser.loginAddress(code: try await client.registrationCode()))
        for _ in 0..<5 { try await browser.enter("alice", password: "x") }
        for password in ["x", "alice"] {
            let page = try await browser.enter("alice", password: password)
            #expect(page.status == 429 && page.headers[.retryAfter] == "300" && page.heading == "Log in to Alpha Cable")
            #expect(page.text.contains("Too many wrong passwords were entered. Wait 5 minutes, then try again."))
            #expect(page.fields["username"] == "alice")
        }
        client.fixture.clock.advance(seconds: 210)
        let soon = try await browser.enter("alice", password: "x")
        #expect(soon.headers[.retryAfter] == "90" && soon.text.contains("Wait 90 seconds"))
        #expect(try await browser.enter("bob").heading == "You are logged in")
        try await browser.open(WalkingBrowser.loginAddress(code: try await client.registrationCode(), more: "&force_authn=true"))
        client.fixture.clock.advance(seconds: 90)
        #expect(try await browser.enter("alice").heading == "You are logged in")
    }

    @Test("of wrong passwords that are sent at the same time, only the first five are answered")
    mutating func atTheSameTime() async throws {
        try await browser.open(WalkingBrowser.loginAddress(code: try await client.registrationCode()))
        let start = browser
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 1...12 {
                group.addTask {
                    var other = start
                    return try await other.enter("alice", password: "x").status
                }
            }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(statuses.sorted() == Array(repeating: 403, count: 5) + Array(repeating: 429, count: 7))
    }

    @Test("a reset of the service forgets wrong passwords and remembered browsers")
    mutating func reset() async throws {
        try await browser.open(WalkingBrowser.loginAddress(code: try await client.registrationCode()))
        for _ in 0..<5 { try await browser.enter("alice", password: "x") }
        try await browser.enter("bob")
        #expect(try await client.administer(.post, "reset").status == 204)
        try await browser.open(WalkingBrowser.loginAddress(code: try await client.registrationCode()))
        #expect(browser.page.heading == "Log in to Alpha Cable")
        #expect(try await browser.enter("alice").heading == "You are logged in")
    }

    @Test("with TLS the cookies are Secure")
    func secureCookies() async throws {
        try await Fixture(options: .at("https://localhost:4711")).testApp { client in
            var browser = client.browser
            let address = WalkingBrowser.loginAddress(code: try await client.registrationCode())
            try await browser.open(try #require(try await browser.open(address).destination?.dropFirst(22)).description)
            try await browser.enter("alice")
            #expect(browser.cookies.count == 2)
            #expect(browser.cookies.values.allSatisfy { $0.attributes.contains("Secure") })
        }
    }
}
