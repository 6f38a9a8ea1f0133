@_spi(Testing) import SAML
import Testing

@Suite("Responses")
struct ResponseTests {
    @Test("signed values are read")
    func roundTrip() throws {
        let response = Fixture.response {
            $0.assertion?.sessionNotOnOrAfter = Fixture.now + 3600
            $0.assertion?.nameQualifier = Fixture.provider
        }
        let verified = try Fixture.verify(try response.signed(with: Fixture.providerKey))
        #expect(verified.id == response.id)
        #expect(verified.issueInstant == response.issueInstant)
        #expect(verified.inResponseTo == response.inResponseTo)
        #expect(verified.destination == response.destination)
        #expect(verified.issuer == response.issuer)
        #expect(verified.status == .success)
        var expected = response.assertion
        expected?.recipient = response.destination
        #expect(verified.assertion == expected)
        #expect(verified.assertion?.values(of: "channelID") == ["news", "sports"])
        #expect(verified.assertion?.values(of: "zip") == [])
    }

    @Test("a failure verifies and has its status")
    func refusal() throws {
        let verified = try Fixture.verify(try Fixture.refusal.signed(with: Fixture.providerKey))
        #expect(verified.assertion == nil)
        #expect(verified.status == Fixture.refusal.status)
    }

    @Test("a failure must be signed, too")
    func unsignedRefusal() throws {
        #expect(throws: SAMLError(.unsigned, "")) { try Fixture.verify(try Fixture.refusal.unsigned()) }
    }

    @Test("success without an assertion is rejected")
    func successWithoutAssertion() throws {
        let text = try Hostile.signed { $0.assertion = nil }
        #expect(throws: SAMLError(.missingField, "")) { try Fixture.verify(text) }
    }

    @Test("an encrypted assertion is rejected")
    func encryptedAssertion() throws {
        let assertion = try Hostile.template().firstAssertion
        let text = try Hostile.signed(replacing: assertion, with: "<saml:EncryptedAssertion/>")
        #expect(throws: SAMLError(.encryptedAssertion, "")) { try Fixture.verify(text) }
    }

    @Test("one of several certificates is enough")
    func severalCertificates() throws {
        let text = try Hostile.signed().utf8
        _ = try Fixture.verify(text, certificates: [Fixture.strangerKey.certificate, Fixture.providerKey.certificate])
        #expect(throws: SAMLError(.untrustedCertificate, "")) { try Fixture.verify(text, certificates: []) }
    }

    @Test("each time is accepted up to the skew", arguments: [Int64(0), 59])
    func withinSkew(seconds: Int64) throws {
        let text = try Hostile.signed {
            $0.issueInstant = Fixture.now + seconds
            $0.assertion?.notBefore = Fixture.now + seconds
            $0.assertion?.notOnOrAfter = Fixture.now - seconds
            $0.assertion?.sessionNotOnOrAfter = Fixture.now - seconds
        }
        _ = try Fixture.verify(text)
    }

    @Test("the skew is the policy's", arguments: [(Int64(0), false), (1, true)])
    func ownSkew(skew: Int64, isAccepted: Bool) throws {
        let text = try Hostile.signed { $0.assertion?.notOnOrAfter = Fixture.now }
        var policy = Fixture.responsePolicy()
        policy.skew = skew
        #expect(((try? Fixture.verify(text.utf8, policy: policy)) != nil) == isAccepted)
    }

    @Test("extreme times never overflow", arguments: [Int64.min, -1, 0, .max])
    func extremeTimes(now: Int64) throws {
        var policy = Fixture.responsePolicy()
        policy.now = now
        policy.skew = .max
        let text = try Hostile.signed().utf8
        _ = try? Fixture.verify(text, policy: policy)
        policy.skew = 0
        #expect(throws: SAMLError.self) { try Fixture.verify(text, policy: policy) }
    }

    @Test("a field that cannot be written is named", arguments: UnwritableField.all)
    func unwritableField(_ unwritable: UnwritableField) throws {
        let error = #expect(throws: SAMLError.self) {
            try Fixture.response(unwritable.change).signed(with: Fixture.providerKey)
        }
        #expect(error?.detail.contains(unwritable.field) == true, "\(error?.description ?? "")")
    }

    @Test(
        "a missing field is named",
        arguments: [
            (#"InResponseTo="_request" NotOnOrAfter="2027-01-15T08:05:00Z""#, "NotOnOrAfter", SAMLError.Code.missingField),
            (#"AuthnInstant="2027-01-15T08:00:00Z""#, "AuthnInstant", .missingField),
            (#"NotBefore="2027-01-15T08:00:00Z""#, "NotBefore", .missingField),
            ("<saml:Issuer>\(Fixture.provider)</saml:Issuer>", "Issuer", .missingField),
            (#"<samlp:StatusCode Value="\#(ResponseStatus.successCode)"/>"#, "StatusCode", .missingField),
            (#"Destination="\#(Fixture.consumer)""#, "Destination", .wrongDestination),
            (#"Recipient="\#(Fixture.consumer)""#, "Recipient", .wrongRecipient),
        ])
    func missingField(part: String, field: String, code: SAMLError.Code) throws {
        let text = try Hostile.signed(replacing: part, with: "")
        let error = #expect(throws: SAMLError.self) { try Fixture.verify(text, skipping: [.sameRequest]) }
        #expect(error?.code == code)
        #expect(error?.detail.contains(field) == true, "\(error?.description ?? "")")
    }

    /// The assertion of a template with a declaration that no name uses, and with signatures that include it.
    private func withPrefixList(_ part: String) throws -> (template: String, assertion: String) {
        let declaration = #"<saml:Assertion xmlns:xs="http://www.w3.org/2001/XMLSchema" "#
        let template = try Hostile.template().replacingFirst("<saml:Assertion ", with: declaration)
        let plain = template.firstAssertion
        let list = #"<ec:InclusiveNamespaces xmlns:ec="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="xs"/>"#
        let listed = plain.replacingFirst(
            "<ds:\(part) \(Hostile.exclusive)/>", with: "<ds:\(part) \(Hostile.exclusive)>\(list)</ds:\(part)>")
        return (template.replacingFirst(plain, with: listed), listed)
    }

    @Test(
        "an assertion whose signature includes declarations of prefixes is accepted, and rejected after a change",
        arguments: ["Transform", "CanonicalizationMethod"])
    func prefixList(part: String) throws {
        let (template, _) = try withPrefixList(part)
        let signed = try SignatureWriter.sign(template, with: Fixture.providerKey)
        #expect(signed.contains("PrefixList"))
        #expect(try Fixture.verify(signed).assertion == Fixture.verify(try Hostile.signed()).assertion)
        #expect(throws: SAMLError(.badSignature, "")) {
            try Fixture.verify(try SignatureWriter.sign(template, with: Fixture.strangerKey))
        }
        for (old, new) in [(">alice</saml:NameID>", ">mallory</saml:NameID>"), ("XMLSchema", "Other")] {
            #expect(throws: SAMLError.self) { try Fixture.verify(signed.replacingFirst(old, with: new)) }
        }
    }

    @Test("an assertion with a wrong signature that includes prefixes is rejected in a response with a right one")
    func wrongPrefixList() throws {
        let (template, assertion) = try withPrefixList("Transform")
        // The assertion is signed, changed, and becomes part of a response that the provider signs.
        let whole = try SignatureWriter.sign(template, with: Fixture.providerKey)
        let signed = whole.firstAssertion
        let changed = signed.replacingFirst(">alice</saml:NameID>", with: ">mallory</saml:NameID>")
        let response = try SignatureWriter.sign(template.replacingFirst(assertion, with: changed), with: Fixture.providerKey)
        #expect(throws: SAMLError(.badSignature, "")) { try Fixture.verify(response) }
    }

    @Test("an invalid time is rejected", arguments: ["2027-01-15T08:00:00", "2027-02-30T08:00:00Z", "now", ""])
    func invalidTime(text: String) throws {
        let document = try Hostile.signed(
            replacing: #"NotBefore="2027-01-15T08:00:00Z""#, with: #"NotBefore="\#(text)""#)
        #expect(throws: SAMLError(.invalidField, "")) { try Fixture.verify(document) }
    }
}

/// A field of a response with a value that XML or SAML cannot express.
struct UnwritableField: Sendable, CustomTestStringConvertible {
    let field: String
    let change: @Sendable (inout Response) -> Void

    var testDescription: String { field }

    static let all = [
        UnwritableField(field: "id") { $0.id = "1" },
        UnwritableField(field: "id") { $0.id = "_a'b" },
        UnwritableField(field: "assertion id") { $0.assertion?.id = "" },
        UnwritableField(field: "issuer") { $0.issuer = "" },
        UnwritableField(field: "destination") { $0.destination = "a\u{0}b" },
        UnwritableField(field: "issueInstant") { $0.issueInstant = .max },
        UnwritableField(field: "subjectNameID") { $0.assertion?.subjectNameID = "" },
        UnwritableField(field: "notOnOrAfter") { $0.assertion?.notOnOrAfter = .min },
        UnwritableField(field: "audience") { $0.assertion?.audience = "" },
        UnwritableField(field: "zip") { $0.assertion?.attributes = [Attribute(name: "zip", values: ["\u{1}"])] },
    ]
}
