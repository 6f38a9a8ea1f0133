import EntitlementCore
import EntitlementService
import HTTPTypes
import SAML
import TVWorld
import Testing

@Suite("Which provider responses are accepted", .app)
struct AssertionConsumerTests {
    private let client = Client.current

    private static let consumer = WalkingBrowser.base + "/sp/saml/SAMLAssertionConsumer"

    /// The identifier of a login that was started.
    private func request(_ browser: inout WalkingBrowser) async throws -> String {
        try await browser.open(WalkingBrowser.loginAddress(code: try await client.registrationCode()))
        try await browser.submit(["action": "cancel"])
        return try #require(browser.page.fields["RelayState"])
    }

    /// The provider's response to a login.
    private func response(to request: String, _ change: (inout Response) -> Void = { _ in }) -> Response {
        client.response(to: authnRequest(request), change: change)
    }

    /// What the service asked the provider for a login.
    private func authnRequest(_ id: String) -> AuthnRequest {
        AuthnRequest(
            id: id, issueInstant: client.fixture.clock.seconds(), issuer: ServiceProviderIdentity.entityID,
            destination: WalkingBrowser.base + "/mvpd/alpha.example/saml/sso", assertionConsumerServiceURL: Self.consumer)
    }

    @Test("a valid response is accepted, so that the flaws below are what is rejected")
    func good() async throws {
        var browser = client.browser
        let request = try await request(&browser)
        let xml = try response(to: request).signed(with: client.fixture.provider)
        let page = try await browser.post(Self.consumer, ["SAMLResponse": Base64.encode(xml), "RelayState": request])
        #expect(page.destination == "adobepass://ios.app")
        let again = try await browser.post(Self.consumer, ["SAMLResponse": Base64.encode(xml), "RelayState": request])
        #expect(again.status == 400 && again.heading == "This login is already complete" && again.destination == nil)
    }

    @Test("a logout names the user in the format of the login")
    func nameFormat() async throws {
        var browser = client.browser
        let request = try await request(&browser)
        let response = response(to: request) { $0.assertion?.nameIDFormat = NameIDFormat.transient }
        let xml = try response.signed(with: client.fixture.provider)
        let page = try await browser.post(Self.consumer, ["SAMLResponse": Base64.encode(xml), "RelayState": request])
        #expect(page.destination == "adobepass://ios.app")
        let logout = try #require(try await client.send(.get, WebLogoutTests.address()).headers[.location])
        let read = try await WebLogoutTests.read(logout, client)
        #expect(read.message.nameID == "u-1001-alice" && read.message.nameIDFormat == NameIDFormat.transient)
    }

    @Test("an empty call is 503, an unsolicited response 400")
    func nothing() async throws {
        var browser = client.browser
        for fields in [[:], ["SAMLResponse": ""], ["RelayState": "_x"]] as [[String: String]] {
            let page = try await browser.post(Self.consumer, fields)
            #expect(page.status == 503 && page.heading == "No response received")
        }
        let xml = try response(to: "_never").signed(with: client.fixture.provider)
        for relayState in [nil, "", "_never", "'"] {
            var fields = ["SAMLResponse": Base64.encode(xml)]
            fields["RelayState"] = relayState
            let page = try await browser.post(Self.consumer, fields)
            #expect(page.status == 400 && page.text.contains("does not belong to a login that was started here"))
        }
    }

    @Test("a flawed response is rejected with a page, and the login stays open")
    func flaws() async throws {
        var browser = client.browser
        var second = WalkingBrowser(browser.client)
        let other = try await request(&second)
        let request = try await request(&browser)
        func from(_ issuer: String) -> Response {
            response(to: request) {
                $0.issuer = issuer
                $0.assertion?.issuer = issuer
            }
        }
        let responses = [
            response(to: other), from("https://alpha.example/saml/metadata"),
            from(WalkingBrowser.base + "/mvpd/beta.example/saml/metadata"),
            response(to: request) { $0.assertion?.recipient = "https://other.example/acs" },
        ]
        var flawed = try responses.map { Base64.encode(try $0.signed(with: client.fixture.provider)) }
        // The other flaws have their own outcomes.
        for flaw in ExchangeRouteTests.Flaw.allCases where flaw != .failure && flaw != .empty {
            flawed.append(try await flaw.response(client, to: authnRequest(request)))
        }
        for (index, text) in flawed.enumerated() {
            let page = try await browser.post(Self.consumer, ["SAMLResponse": text, "RelayState": request])
            #expect(page.status == 400 && page.heading == "The TV provider's response was not accepted", "\(index)")
            #expect(page.links["Back to the app"] == "adobepass://ios.app")
        }
        #expect(try await !WebLoginTests.isSignedIn(client))
        let xml = try response(to: request).signed(with: client.fixture.provider)
        let page = try await browser.post(Self.consumer, ["SAMLResponse": Base64.encode(xml), "RelayState": request])
        #expect(page.destination == "adobepass://ios.app")
    }

    @Test("a response for the device's exchange is rejected for a login, and vice versa")
    func keptApart() async throws {
        var browser = client.browser
        try await client.trust()
        let device = try await client.profileRequest()
        let deviceXML = try client.response(to: device).signed(with: client.fixture.provider)
        let page = try await browser.post(Self.consumer, ["SAMLResponse": Base64.encode(deviceXML), "RelayState": device.id])
        #expect(page.status == 400 && page.text.contains("does not belong to a login"))

        let request = try await request(&browser)
        let webXML = try response(to: request).signed(with: client.fixture.provider)
        #expect(try await client.exchange(Base64.encode(webXML)).status == 400)
        // Even if it came from the device's own identity of the provider.
        let mixed = response(to: request) {
            $0.issuer = "https://alpha.example/saml/metadata"
            $0.assertion?.issuer = $0.issuer
        }
        let answer = try await client.exchange(Base64.encode(try mixed.signed(with: client.fixture.provider)))
        #expect(answer.status == 400 && answer.message == "The response answers a request that the service did not make.")
    }
}
