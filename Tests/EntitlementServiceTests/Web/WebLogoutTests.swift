import EntitlementCore
import EntitlementService
import HTTPTypes
import SAML
import TVWorld
import Testing

@Suite("A logout in a browser", .app)
struct WebLogoutTests {
    private let client = Client.current

    static func address(
        device: String? = "device-1", mvpd: String = "AlphaCable", redirect: String? = "adobepass://ios.app"
    ) -> String {
        var address = "/adobe-services/logout?noflash=true&mso_id=\(mvpd)&requestor_id=REF30"
        if let device { address += "&deviceId=\(device)" }
        if let redirect { address += "&redirect_url=\(Client.encode(redirect))" }
        return address
    }

    /// Logs the device and a browser in.
    private func loggedIn() async throws -> WalkingBrowser {
        var browser = client.browser
        try await browser.logIn(WalkingBrowser.loginAddress(code: try await client.registrationCode()))
        #expect(try await WebLoginTests.isSignedIn(client))
        return browser
    }

    /// The request that a redirect of the service contains, without following it.
    private func step(_ address: String, cookie: String? = nil) async throws -> (Client.Answer, String) {
        let path = address.hasPrefix(WalkingBrowser.base) ? String(address.dropFirst(WalkingBrowser.base.count)) : address
        let answer = try await client.send(.get, path, headers: cookie.map { [.cookie: $0] } ?? [:])
        return (answer, answer.headers[.location] ?? "")
    }

    /// Reads the request in an address like the provider.
    static func read(_ address: String, _ client: Client) async throws -> Redirected<LogoutRequest> {
        try LogoutRequest.verify(
            query: String(address.drop { $0 != "?" }.dropFirst()), certificates: [await TestKeys.service.value.certificate],
            policy: RequestPolicy(
                now: client.fixture.clock.seconds(), expectedIssuer: ServiceProviderIdentity.entityID,
                expectedDestination: WalkingBrowser.base + "/mvpd/alpha.example/saml/slo"))
    }

    @Test("5.1 the token and the provider's session end, signed both ways with RelayState, and the browser returns to the app")
    func logout() async throws {
        var browser = try await loggedIn()
        let cookie = "vsasim_mvpd_alpha.example_4711=" + (browser.cookies["vsasim_mvpd_alpha.example_4711"]?.value ?? "")
        let (start, request) = try await step(Self.address(redirect: "adbe.example://out"))
        #expect(start.status == 302 && request.hasPrefix(WalkingBrowser.base + "/mvpd/alpha.example/saml/slo?SAMLRequest="))
        #expect(request.contains("&RelayState=_") && request.contains("&SigAlg=") && request.contains("&Signature="))
        #expect(try await !WebLoginTests.isSignedIn(client))
        let read = try await Self.read(request, client)
        #expect(read.message.nameID == "u-1001-alice" && read.message.nameIDFormat == NameIDFormat.persistent)
        #expect(read.message.nameQualifier == nil)
        #expect(read.message.sessionIndexes.count == 1 && read.message.reason == LogoutRequest.userReason)

        let (provider, response) = try await step(request, cookie: cookie)
        #expect(provider.status == 302 && response.contains("/sp/saml/LogoutServiceHTTPRedirectResponse?SAMLResponse="))
        #expect(provider.headers[.setCookie]?.contains("Max-Age=0") == true)
        let answer = try LogoutResponse.verify(
            query: String(response.drop { $0 != "?" }.dropFirst()), certificates: [client.fixture.provider.certificate],
            policy: RequestPolicy(
                now: client.fixture.clock.seconds(),
                expectedIssuer: WalkingBrowser.base + "/mvpd/alpha.example/saml/metadata")
        ) { $0 == read.message.id ? .pending : .unknown }
        #expect(answer.relayState == read.relayState && answer.message.status == .success)
        // Twice, as after going back: the same result.
        for _ in 0..<2 {
            let (end, location) = try await step(response)
            #expect(end.status == 302 && location == "adbe.example://out")
        }
        let code = try await client.registrationCode()
        #expect(try await browser.open(WalkingBrowser.loginAddress(code: code)).heading == "Log in to Alpha Cable")
    }

    @Test("a proxied provider is the NameQualifier of the user, as in its response", .app { $0.providers[0].proxy = "BigProxy" })
    func proxied() async throws {
        _ = try await loggedIn()
        let read = try await Self.read(step(Self.address()).1, client)
        #expect(read.message.nameQualifier == WalkingBrowser.base + "/mvpd/alpha.example/saml/metadata")
    }

    @Test("the browser completes all redirects by itself")
    func walked() async throws {
        var browser = try await loggedIn()
        try await browser.open(Self.address())
        #expect(browser.page.destination == "adobepass://ios.app")
        #expect(browser.cookies["vsasim_mvpd_alpha.example_4711"] == nil)
        #expect(try await !WebLoginTests.isSignedIn(client))
    }

    @Test(
        "a provider without logout: the token ends, the provider still remembers the browser",
        .app { $0.providers[0].hasSingleLogout = false })
    func withoutSingleLogout() async throws {
        var browser = try await loggedIn()
        let (answer, location) = try await step(Self.address())
        #expect(answer.status == 302 && location == "adobepass://ios.app")
        #expect(try await !WebLoginTests.isSignedIn(client))
        let code = try await client.registrationCode()
        #expect(try await browser.open(WalkingBrowser.loginAddress(code: code)).heading == "You are logged in")
        let slo = try await browser.open("/mvpd/alpha.example/saml/slo")
        #expect(slo.status == 404 && slo.heading == "Logout not supported")
    }

    @Test("not logged in, another provider, no device: back to the app")
    func noSession() async throws {
        _ = try await loggedIn()
        for address in [Self.address(device: "device-9"), Self.address(mvpd: "BetaFiber"), Self.address(device: nil)] {
            let (answer, location) = try await step(address)
            #expect(answer.status == 302 && location == "adobepass://ios.app")
        }
        #expect(try await WebLoginTests.isSignedIn(client))
        let long = Self.address(device: String(repeating: "x", count: 1_025))
        #expect(try await step(long).1 == "adobepass://ios.app")
    }

    @Test("the provider's session has already ended: the same result")
    func sessionGone() async throws {
        var browser = try await loggedIn()
        browser.forgetCookie("vsasim_mvpd_alpha.example_4711")
        try await browser.open(Self.address())
        #expect(browser.page.destination == "adobepass://ios.app")
        #expect(try await !WebLoginTests.isSignedIn(client))
    }

    @Test("another user's session in the same browser is kept")
    func otherPerson() async throws {
        var browser = try await loggedIn()
        let code = try await client.registrationCode(device: "device-2")
        try await browser.logIn(WalkingBrowser.loginAddress(code: code, more: "&force_authn=true"), as: "bob")
        let cookie = "vsasim_mvpd_alpha.example_4711=" + (browser.cookies["vsasim_mvpd_alpha.example_4711"]?.value ?? "")
        #expect(try await browser.open(Self.address()).destination == "adobepass://ios.app")
        #expect(try await WebLoginTests.isSignedIn(client, "device-2"))
        // His session is still there under the cookie that the browser had.
        let again = try await client.registrationCode(device: "device-3")
        let (start, location) = try await step(WalkingBrowser.loginAddress(code: again))
        #expect(start.status == 302)
        #expect(try await step(location, cookie: cookie).0.text.contains("You are logged in"))
    }

    @Test("a sign-in by the platform ends without the provider's web pages")
    func platformSession() async throws {
        try await client.signIn()
        let (answer, location) = try await step(Self.address())
        #expect(answer.status == 302 && location == "adobepass://ios.app")
        #expect(try await !WebLoginTests.isSignedIn(client))
    }

    @Test("without an address to return to: a page that reports the logout")
    func withoutRedirect() async throws {
        var browser = try await loggedIn()
        let page = try await browser.open(Self.address(redirect: nil))
        #expect(page.status == 200 && page.heading == "You are logged out" && page.destination == nil)
        #expect(try await !WebLoginTests.isSignedIn(client))
        #expect(try await browser.open(Self.address(redirect: nil)).heading == "You are logged out")
    }

    @Test("without a device and an address to return to: a page that says that nobody was logged out")
    func withoutDevice() async throws {
        var browser = try await loggedIn()
        for device in [nil, "", String(repeating: "x", count: 1_025)] {
            let page = try await browser.open(Self.address(device: device, redirect: nil))
            #expect(page.status == 400 && page.heading == "This device is unknown" && page.destination == nil)
            #expect(page.text.contains("Nobody was logged out") && page.text.contains("deviceId"))
        }
        let app = String(repeating: "x", count: 1_025)
        let page = try await browser.open(Self.address(redirect: nil) + "&appId=\(app)")
        #expect(page.status == 400 && page.heading != "This device is unknown" && page.destination == nil)
        #expect(page.text.contains("Nobody was logged out") && page.text.contains("appId"))
        #expect(try await WebLoginTests.isSignedIn(client))
    }

    @Test("with another provider than that of the sign-in: the user stays logged in, and no page says otherwise")
    func otherProvider() async throws {
        var browser = try await loggedIn()
        for mvpd in ["BetaFiber", "Nobody"] {
            let page = try await browser.open(Self.address(mvpd: mvpd, redirect: nil))
            #expect(page.status == 400 && page.heading == "You may still be logged in at the TV provider")
            #expect(page.text.contains("Nobody was logged out") && page.text.contains("mso_id"))
            #expect(try await browser.open(Self.address(mvpd: mvpd)).destination == "adobepass://ios.app")
        }
        #expect(try await WebLoginTests.isSignedIn(client))
    }

    @Test("no open redirect, no unknown channel; the user stays logged in")
    func refused() async throws {
        var browser = try await loggedIn()
        for redirect in [
            "https://stranger.example/", #"https://stranger.example\.example.com"#, "javascript://example.com/", "",
        ] {
            let page = try await browser.open(Self.address(redirect: redirect))
            #expect(page.status == 400 && page.heading == "The app's address is not registered", "\(redirect)")
            #expect(page.links.isEmpty && page.destination == nil)
            #expect(page.text.contains("You are still logged in; close this page."))
        }
        let unnamed = try await browser.open(Self.address(device: nil, redirect: "https://stranger.example/"))
        #expect(unnamed.status == 400 && unnamed.text.contains("You are still logged in; close this page."))
        let other = try await browser.open(Self.address(device: "device-9", redirect: "https://stranger.example/"))
        #expect(other.status == 400 && other.text.contains("You are logged out; close this page."))
        let unknown = try await browser.open(Self.address().replacing("REF30", with: "REF99"))
        #expect(unknown.status == 400 && unknown.heading == "This channel is unknown")
        #expect(try await WebLoginTests.isSignedIn(client))
    }

    @Test("requests to the provider that are modified or foreign are rejected")
    func flawedRequests() async throws {
        var browser = try await loggedIn()
        let (_, request) = try await step(Self.address())
        for address in [
            request + "x", request.replacing("RelayState=_", with: "RelayState=_0"), request + "&SAMLResponse=x",
            request.replacing("/mvpd/alpha.example/", with: "/mvpd/beta.example/"),
        ] {
            let page = try await browser.open(address)
            #expect(page.status == 400 && page.heading == "This link cannot be used")
        }
        #expect(browser.cookies["vsasim_mvpd_alpha.example_4711"] != nil)
        client.fixture.clock.advance(seconds: 1_861)
        #expect(try await browser.open(request).status == 400)
    }

    @Test("flawed responses of the provider: a page that says that the app is logged out, with a link back")
    func flawedAnswers() async throws {
        var browser = try await loggedIn()
        let (_, request) = try await step(Self.address())
        let (_, response) = try await step(request)
        let parts = response.split(separator: "&").map(String.init)
        for address in [response.replacing("Signature=", with: "Signature=A"), parts[0] + "&" + parts[1]] {
            let page = try await browser.open(address)
            #expect(page.status == 400 && page.heading == "The TV provider's response was not accepted")
            #expect(page.text.contains("You are logged out of the app."))
            #expect(page.links["Back to the app"] == "adobepass://ios.app")
        }
        for address in [
            response.replacing("RelayState=_", with: "RelayState=_0"), parts[0], "/sp/saml/LogoutServiceHTTPRedirectResponse",
        ] {
            let page = try await browser.open(address)
            #expect(page.status == 400 && page.text.contains("does not belong to a logout"))
        }
        client.fixture.clock.advance(seconds: 360)
        let late = try await browser.open(response)
        #expect(late.status == 400 && late.heading == "You may still be logged in at the TV provider")
        #expect(late.links["Back to the app"] == "adobepass://ios.app")
    }

    @Test("a provider that could not end its session: a page that reports that")
    func incomplete() async throws {
        var browser = try await loggedIn()
        let (_, request) = try await step(Self.address())
        let id = try #require(request.firstMatch(of: /RelayState=([^&]*)/)?.1).description
        let failure = LogoutResponse(
            id: "_1", issueInstant: client.fixture.clock.seconds(),
            issuer: WalkingBrowser.base + "/mvpd/alpha.example/saml/metadata",
            destination: WalkingBrowser.base + "/sp/saml/LogoutServiceHTTPRedirectResponse", inResponseTo: id,
            status: .failure(code: ResponseStatus.responderCode))
        let page = try await browser.open(try failure.redirectURL(relayState: id, signedWith: client.fixture.provider))
        #expect(page.status == 403 && page.heading == "You may still be logged in at the TV provider")
        #expect(page.text.contains("Alpha Cable has not ended its own session"))
        #expect(page.links["Back to the app"] == "adobepass://ios.app")
    }
}
