@_spi(Testing) import SAML
import Testing

@Suite("Responses with a defect")
struct DefectTests {
    /// The reason why a service rejects a response with this defect.
    private static func reason(_ defect: ResponseDefect) -> SAMLError.Code {
        switch defect {
        case .expired: .expired
        case .notYetValid: .notYetValid
        case .wrongAudience: .wrongAudience
        case .wrongRecipient: .wrongRecipient
        case .tampered: .badSignature
        case .unsigned: .unsigned
        case .untrustedKey: .untrustedCertificate
        case .wrapped: .severalAssertions
        case .malformed: .notXML
        case .missingAttributes: .missingField
        }
    }

    private static func text(_ response: Response, _ defect: ResponseDefect) throws -> String {
        let key = defect == .untrustedKey ? Fixture.strangerKey : Fixture.providerKey
        return try response.signed(with: key, defect: defect)
    }

    @Test("a response is rejected only for its defect", arguments: ResponseDefect.allCases)
    func refused(_ defect: ResponseDefect) throws {
        let text = try Self.text(Fixture.response { $0.assertion?.sessionNotOnOrAfter = Fixture.now + 86_400 }, defect)
        #expect(throws: SAMLError(Self.reason(defect), "")) { try Fixture.verify(text) }
    }

    @Test("a response with a defect of time verifies at that time")
    func rightElsewhen() throws {
        for (defect, offset) in [(ResponseDefect.expired, Int64(-5_400)), (.notYetValid, 5_400)] {
            var policy = Fixture.responsePolicy()
            policy.now += offset
            policy.skipping = [.issueInstant]
            let text = try Self.text(Fixture.response(), defect)
            #expect(try Fixture.verify(text.utf8, policy: policy).assertion?.subjectNameID == "alice")
        }
    }

    @Test("a stranger's signature verifies with the stranger's certificate")
    func realStranger() throws {
        let text = try Self.text(Fixture.response(), .untrustedKey)
        let verified = try Fixture.verify(text.utf8, certificates: [Fixture.strangerKey.certificate])
        #expect(verified.assertion?.subjectNameID == "alice")
    }

    @Test("the forged assertion is another user's, and the signed one is kept")
    func forgery() throws {
        let text = try Self.text(Fixture.response(), .wrapped)
        #expect(text.contains(">mallory</saml:NameID>"))
        let genuine = try Fixture.response().signed(with: Fixture.providerKey)
        #expect(text.contains(genuine.firstAssertion))
    }

    @Test("attributes and name are missing; the rest is signed")
    func missing() throws {
        let text = try Self.text(Fixture.response(), .missingAttributes)
        #expect(!text.contains("NameID") && !text.contains("AttributeStatement"))
        #expect(text.contains("<saml:Audience>"))
    }

    @Test("a response with a failure can be defective, too", arguments: ResponseDefect.allCases)
    func failures(_ defect: ResponseDefect) throws {
        let text = try Self.text(Fixture.refusal, defect)
        switch defect {
        case .tampered, .unsigned, .untrustedKey, .malformed:
            #expect(throws: SAMLError(Self.reason(defect), "")) { try Fixture.verify(text) }
        case .expired, .notYetValid, .wrongAudience, .wrongRecipient, .wrapped, .missingAttributes:
            #expect(try Fixture.verify(text).status == Fixture.refusal.status)
        }
    }

    @Test("times at the ends of the calendar can be written", arguments: [-62_135_596_800, 253_402_300_799])
    func ends(_ now: Int64) throws {
        for defect in [ResponseDefect.expired, .notYetValid] {
            let response = Fixture.response {
                $0.issueInstant = now
                $0.assertion?.notBefore = now
                $0.assertion?.notOnOrAfter = now
            }
            #expect(throws: Never.self) { try Self.text(response, defect) }
        }
    }
}
