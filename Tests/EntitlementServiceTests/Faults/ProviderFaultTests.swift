import EntitlementService
import HTTPTypes
import TVWorld
import Testing

@Suite("Faults of the providers' pages", .app)
struct ProviderFaultTests {
    private let client = Client.current
    private var browser = Client.current.browser

    @Test(
        "a bad SAML response is generated, rejected for its reason, shown on the page and in the journal",
        arguments: [
            (SAMLFault.expired, "expired"), (.notYetValid, "notYetValid"), (.wrongAudience, "wrongAudience"),
            (.wrongRecipient, "wrongRecipient"), (.tampered, "badSignature"), (.unsigned, "unsigned"),
            (.untrustedKey, "untrustedCertificate"), (.wrapped, "severalAssertions"), (.malformed, "notXML"),
            (.missingAttributes, "missingField"),
        ])
    mutating func badResponses(fault: SAMLFault, reason: String) async throws {
        let body = #"{"id":"bad","at":"mvpd.saml","saml":"\#(fault.rawValue)","times":1}"#
        #expect(try await client.administer(.post, "faults", body).status == 201)
        let address = WalkingBrowser.loginAddress(code: try await client.registrationCode())
        let page = try await browser.logIn(address)
        #expect(page.status == 400 && page.heading == "The TV provider's response was not accepted", "\(page.heading)")
        #expect(page.text.contains(reason), "\(page.text)")
        let entries = try await client.administer(.get, "journal").json["entries"]?.elements ?? []
        let struck = try #require(entries.last { $0["event"] == "fault.struck" })
        #expect(struck["details"]?["effect"]?.text == "saml \(fault.rawValue)")
        let refused = try #require(entries.last { $0["event"] == "service.login-completed" })
        #expect(refused["outcome"] == "invalid_parameter_saml_response")
        #expect(refused["details"]?["reason"]?.text?.contains(reason) == true)
        // The fault is used up: the next login works.
        let again = WalkingBrowser.loginAddress(code: try await client.registrationCode())
        var other = WalkingBrowser(client)
        #expect(try await other.logIn(again).destination == "adobepass://ios.app")
    }

    @Test("a provider's response may be late, an error, a status, or missing; so may its pages")
    mutating func otherEffects() async throws {
        for (effect, status, heading) in [
            (#""status":502"#, 502, "502"),
            (#""error":"login_denied_by_mvpd""#, 403, "The TV provider did not log you in"),
        ] {
            let body = #"{"at":"mvpd.saml",\#(effect),"times":1}"#
            #expect(try await client.administer(.post, "faults", body).status == 201)
            try await browser.open(WalkingBrowser.loginAddress(code: try await client.registrationCode()))
            let page = try await browser.enter("alice")
            #expect(page.status == status && page.heading == heading, "\(page.html)")
            browser.forgetCookie("vsasim_mvpd_alpha.example_4711")
        }
        #expect(try await client.administer(.post, "faults", #"{"at":"mvpd.login","status":503}"#).status == 201)
        let page = try await browser.open(WalkingBrowser.loginAddress(code: try await client.registrationCode()))
        #expect(page.status == 503 && page.address.hasPrefix("/mvpd/alpha.example/saml/sso?"))
    }

    @Test("a fault of one app affects only the login of its code")
    mutating func applications() async throws {
        let body = #"{"at":"mvpd.saml","saml":"expired","applicationId":"com.example.news"}"#
        #expect(try await client.administer(.post, "faults", body).status == 201)
        let address = WalkingBrowser.loginAddress(code: try await client.registrationCode())
        #expect(try await browser.logIn(address).destination == "adobepass://ios.app")
        var other = WalkingBrowser(client)
        let form = ["deviceId": "device-9", "appId": "com.example.news"]
        let made = try await client.post("/reggie/v1/REF30/regcode", form)
        let theirs = WalkingBrowser.loginAddress(code: try #require(made.json["code"]?.text))
        #expect(try await other.logIn(theirs).status == 400)
    }
}
