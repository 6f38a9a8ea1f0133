@_spi(Testing) import SAML
import Testing

@Suite("Requests")
struct AuthnRequestTests {
    @Test("signed values are read")
    func roundTrip() throws {
        let request = Fixture.request {
            $0.forceAuthn = true
            $0.isPassive = true
            $0.requesterIDs = ["REF30", "REF60"]
            $0.providers = [ScopedProvider(id: "Alpha", name: "Alpha & Co"), ScopedProvider(id: "Beta", name: "Beta")]
            $0.nameIDFormat = NameIDFormat.transient
            $0.serviceNameQualifier = Fixture.service
        }
        #expect(try Fixture.verifyRequest(request.signed(with: Fixture.serviceKey).utf8) == request)
    }

    @Test("a request is accepted up to its age and the skew", arguments: [Int64(-60), 0, 300, 360])
    func age(seconds: Int64) throws {
        let text = try Hostile.signedRequest { $0.issueInstant = Fixture.now - seconds }
        #expect(try Fixture.verifyRequest(text.utf8).issueInstant == Fixture.now - seconds)
    }

    @Test("without an expected destination any destination is accepted")
    func anyDestination() throws {
        var policy = Fixture.requestPolicy()
        policy.expectedDestination = nil
        let text = try Hostile.signedRequest { $0.destination = "https://beta.example/saml/sso" }
        #expect(try Fixture.verifyRequest(text.utf8, policy: policy).destination == "https://beta.example/saml/sso")
    }

    @Test("an issuer on behalf of a channel is accepted by a policy that allows it, and only of the expected service")
    func onBehalfOf() throws {
        let issuer = OnBehalfOf.issuer(Fixture.service, requester: "REF30")
        let text = try Hostile.signedRequest { $0.issuer = issuer }
        var policy = Fixture.requestPolicy()
        #expect(throws: SAMLError.self) { try Fixture.verifyRequest(text.utf8, policy: policy) }
        policy.takesOnBehalfOf = true
        #expect(try Fixture.verifyRequest(text.utf8, policy: policy).issuer == issuer)
        policy.expectedIssuer = "https://other.example"
        #expect(throws: SAMLError.self) { try Fixture.verifyRequest(text.utf8, policy: policy) }
        #expect(OnBehalfOf.requester(in: issuer, of: Fixture.service) == "REF30")
        for other in [Fixture.service, Fixture.service + "/on-behalf-of/", issuer + "/x", "x" + issuer] {
            #expect(OnBehalfOf.requester(in: other, of: Fixture.service) == nil)
        }
        // The service's name in another notation is another service; a mark combines with the slash before it.
        #expect(OnBehalfOf.requester(in: "https://cafe\u{301}/on-behalf-of/REF30", of: "https://caf\u{E9}") == nil)
        #expect(OnBehalfOf.requester(in: "https://sp/on-behalf-of/\u{301}x", of: "https://sp") == "\u{301}x")
        #expect(OnBehalfOf.requester(in: "https://sp/on-behalf-of/x/\u{301}y", of: "https://sp") == nil)
    }

    @Test("a response is not accepted as a request")
    func wrongElement() throws {
        #expect(throws: SAMLError(.wrongElement, "")) { try Fixture.verifyRequest(Hostile.signed().utf8) }
    }

    @Test("a request is not accepted as a response")
    func wrongElementTheOtherWayRound() throws {
        #expect(throws: SAMLError(.wrongElement, "")) { try Fixture.verify(try Hostile.signedRequest()) }
    }

    @Test("other text is rejected", arguments: ["", " ", "no XML", "<", "<a/>", "<a>", "\u{0}", "<samlp:Response/>"])
    func otherText(text: String) {
        #expect(throws: SAMLError.self) { try Fixture.verifyRequest(text.utf8) }
        #expect(throws: SAMLError.self) { try Fixture.verify(text) }
        #expect(throws: SAMLError.self) { try EntityDescriptor(xml: text) }
    }
}
