import EntitlementCore
import HTTPTypes
import SAML
import TVWorld
import Testing

@testable import EntitlementService

@Suite("How a provider learns the channel of a request", .app)
struct ScopingTests {
    private let client = Client.current
    private var browser = Client.current.browser

    private static let behalf = ServiceProviderIdentity.entityID + "/on-behalf-of/REF30"
    private static let namePolicy =
        #"<samlp:NameIDPolicy Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" "#
        + #"SPNameQualifier="https://saml.sp.auth.adobe.com" AllowCreate="true"/>"#

    /// The request in the address of a provider's page.
    private static func request(in address: String) throws -> String {
        try #require(RedirectBinding.text(in: address))
    }

    @Test("by RequesterID in Scoping, as usual")
    mutating func requesterID() async throws {
        try await browser.open(WalkingBrowser.loginAddress(code: try await client.registrationCode()))
        let xml = try Self.request(in: browser.page.address)
        #expect(xml.contains("<samlp:Scoping><samlp:RequesterID>REF30</samlp:RequesterID></samlp:Scoping>"))
        #expect(xml.contains("<saml:Issuer>\(ServiceProviderIdentity.entityID)</saml:Issuer>"))
        #expect(xml.contains(Self.namePolicy))
    }

    @Test(
        "by the suffix of the issuer: login and logout work, and the response is addressed to that issuer",
        .app { $0.providers[0].scoping = .issuer })
    mutating func issuer() async throws {
        let address = WalkingBrowser.loginAddress(code: try await client.registrationCode())
        let page = try await browser.open(address)
        #expect(page.heading == "Log in to Alpha Cable" && page.text.contains("to watch Reference 30"))
        let xml = try Self.request(in: page.address)
        #expect(!xml.contains("Scoping") && xml.contains("<saml:Issuer>\(Self.behalf)</saml:Issuer>"))
        #expect(xml.contains(Self.namePolicy))
        let forward = try await browser.enter("alice")
        let response = Base64.decode(forward.fields["SAMLResponse"] ?? "").map { String(decoding: $0, as: UTF8.self) }
        #expect(response?.contains("<saml:Audience>\(Self.behalf)</saml:Audience>") == true)
        #expect(try await browser.submit().destination == "adobepass://ios.app")
        #expect(try await browser.open(WebLogoutTests.address()).destination == "adobepass://ios.app")
        #expect(try await browser.open(address).heading != "You are logged in")
    }

    @Test(
        "a response that is addressed to the service alone, or to another channel, is rejected there",
        .app { $0.providers[0].scoping = .issuer })
    func audience() async throws {
        try await client.trust()
        let answer = try await client.get("/api/v1/REF30/profile-requests/AlphaCable?deviceType=iOS&deviceId=device-1")
        let bytes = try #require(Base64.decode(answer.text))
        var policy = RequestPolicy(
            now: client.fixture.clock.seconds(), expectedIssuer: ServiceProviderIdentity.entityID,
            expectedDestination: "https://alpha.example/saml/sso")
        let certificates = [await TestKeys.service.value.certificate]
        #expect(throws: SAMLError.self) { try AuthnRequest.verify(bytes, certificates: certificates, policy: policy) }
        policy.takesOnBehalfOf = true
        let request = try AuthnRequest.verify(bytes, certificates: certificates, policy: policy)
        #expect(request.issuer == Self.behalf && request.requesterIDs.isEmpty)
        for (audience, status) in [
            (ServiceProviderIdentity.entityID, 400), (Self.behalf.replacing("30", with: "60"), 400), (Self.behalf, 204),
        ] {
            let response = client.response(to: request) { $0.assertion?.audience = audience }
            let text = Base64.encode(try response.signed(with: client.fixture.provider))
            #expect(try await client.exchange(text).status == status, "\(audience)")
        }
    }

    @Test(
        "a proxied provider is named in IDPList, and in the NameQualifier of the response",
        .app { $0.providers[0].proxy = "BigProxy" })
    mutating func proxied() async throws {
        try await browser.open(WalkingBrowser.loginAddress(code: try await client.registrationCode()))
        #expect(
            try Self.request(in: browser.page.address).contains(
                #"<samlp:Scoping><samlp:IDPList><samlp:IDPEntry ProviderID="AlphaCable" Name="Alpha Cable"/></samlp:IDPList>"#
                    + "<samlp:RequesterID>REF30</samlp:RequesterID></samlp:Scoping>"))
        #expect(browser.page.heading == "Log in to Alpha Cable")
        let forward = try await browser.enter("alice")
        let response = Base64.decode(forward.fields["SAMLResponse"] ?? "").map { String(decoding: $0, as: UTF8.self) }
        let provider = WalkingBrowser.base + "/mvpd/alpha.example/saml/metadata"
        #expect(response?.contains(" NameQualifier=\"\(provider)\">") == true)
        #expect(try await browser.submit().destination == "adobepass://ios.app")
    }
}
