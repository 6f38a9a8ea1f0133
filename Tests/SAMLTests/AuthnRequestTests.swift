@_spi(Testing) import SAML
import Testing

@Suite("Requests")
struct AuthnRequestTests {
    @Test("what was signed is read")
    func roundTrip() throws {
        let request = Fixture.request {
            $0.forceAuthn = true
            $0.isPassive = true
            $0.requesterIDs = ["REF30", "REF60"]
            $0.nameIDFormat = NameIDFormat.transient
        }
        #expect(try Fixture.verifyRequest(try request.signed(with: Fixture.serviceKey)) == request)
    }

    @Test("a request is accepted up to its age and the skew", arguments: [Int64(-60), 0, 300, 360])
    func age(seconds: Int64) throws {
        let text = try Hostile.signedRequest { $0.issueInstant = Fixture.now - seconds }
        #expect(try Fixture.verifyRequest(text).issueInstant == Fixture.now - seconds)
    }

    @Test("without an expected destination every one is accepted")
    func anyDestination() throws {
        var policy = Fixture.requestPolicy()
        policy.expectedDestination = nil
        let text = try Hostile.signedRequest { $0.destination = "https://beta.example/saml/sso" }
        let request = try AuthnRequest.verify(text, certificates: [Fixture.serviceKey.certificate], policy: policy)
        #expect(request.destination == "https://beta.example/saml/sso")
    }

    @Test("a response is no request")
    func wrongElement() throws {
        let error = #expect(throws: SAMLError.self) { try Fixture.verifyRequest(try Hostile.signed()) }
        #expect(error?.code == .wrongElement)
    }

    @Test("a request is no response")
    func wrongElementTheOtherWayRound() throws {
        let error = #expect(throws: SAMLError.self) { try Fixture.verify(try Hostile.signedRequest()) }
        #expect(error?.code == .wrongElement)
    }

    @Test("other text is refused", arguments: ["", " ", "no XML", "<", "<a/>", "<a>", "\u{0}", "<samlp:Response/>"])
    func otherText(text: String) {
        #expect(throws: SAMLError.self) { try Fixture.verifyRequest(text) }
        #expect(throws: SAMLError.self) { try Fixture.verify(text) }
        #expect(throws: SAMLError.self) { try EntityDescriptor(xml: text) }
    }
}
