@_spi(Testing) import SAML
import Testing

/// The known forms of signature wrapping, numbered as in the literature and in SAML Raider.
enum Wrapping: Int, CaseIterable, Sendable {
    /// A forged response whose signature contains the original response.
    case responseInSignature = 1
    /// A forged response that contains the original one next to its signature.
    case responseBesideSignature
    /// A forged assertion before the original one.
    case assertionBefore
    /// A forged assertion around the original one.
    case assertionAround
    /// A forged assertion with the original's signature, followed by the original.
    case assertionWithSignature
    /// A forged assertion whose signature contains the original.
    case assertionInSignature
    /// A forged assertion in an extension before the original.
    case assertionInExtension
    /// A forged assertion whose signature contains the original in an object.
    case assertionInObject

    /// The reason of the refusal.
    var code: SAMLError.Code {
        switch self {
        case .assertionBefore, .assertionInExtension: .severalAssertions
        default: .signatureCoversOther
        }
    }

    /// The forged document.
    ///
    /// - Parameters:
    ///   - signed: What the provider signed.
    ///   - identifier: The forged element's identifier: its own, or the original's.
    func forge(_ signed: String, identifier: String?) -> String {
        let parts = SignedParts(signed, forgedIdentifier: identifier)
        let inner = parts.assertionSignature
        switch self {
        case .responseInSignature:
            let wrapped = parts.responseSignature.replacingFirst(
                "</ds:Signature>", with: parts.responseWithoutSignature + "</ds:Signature>")
            return parts.forgedResponse.replacingFirst("<samlp:Status>", with: wrapped + "<samlp:Status>")
        case .responseBesideSignature:
            return parts.forgedResponse.replacingFirst(
                "<samlp:Status>", with: parts.responseWithoutSignature + parts.responseSignature + "<samlp:Status>")
        case .assertionBefore:
            return signed.replacingFirst(parts.assertion, with: parts.forgedAssertion() + parts.assertion)
        case .assertionAround:
            return signed.replacingFirst(parts.assertion, with: parts.forgedAssertion(end: parts.assertion))
        case .assertionWithSignature:
            return signed.replacingFirst(
                parts.assertion, with: parts.forgedAssertion(signature: inner) + parts.assertionWithoutSignature)
        case .assertionInSignature:
            let wrapped = inner.replacingFirst("</ds:Signature>", with: parts.assertionWithoutSignature + "</ds:Signature>")
            return signed.replacingFirst(parts.assertion, with: parts.forgedAssertion(signature: wrapped))
        case .assertionInExtension:
            let extensions = "<samlp:Extensions>\(parts.forgedAssertion())</samlp:Extensions>"
            return signed.replacingFirst(parts.assertion, with: extensions + parts.assertion)
        case .assertionInObject:
            let object = "<ds:Object>\(parts.assertionWithoutSignature)</ds:Object></ds:Signature>"
            return signed.replacingFirst(
                parts.assertion, with: parts.forgedAssertion(signature: inner.replacingFirst("</ds:Signature>", with: object)))
        }
    }
}

/// A signed response taken apart, with forged copies in the name of mallory.
private struct SignedParts {
    let responseSignature: String
    let responseWithoutSignature: String
    let assertion: String
    let assertionSignature: String
    let assertionWithoutSignature: String
    private let forgedIdentifier: String?

    init(_ signed: String, forgedIdentifier: String?) {
        self.forgedIdentifier = forgedIdentifier
        assertion = signed.firstAssertion
        assertionSignature = assertion.firstSignature
        assertionWithoutSignature = assertion.without(assertionSignature)
        let rest = signed.without(assertion)
        let hasSignature = rest.contains("<ds:Signature ")
        responseSignature = hasSignature ? rest.firstSignature : assertionSignature
        responseWithoutSignature = hasSignature ? signed.without(responseSignature) : signed
    }

    var forgedResponse: String {
        let renamed = responseWithoutSignature.replacingFirst(
            #"ID="_response""#, with: #"ID="\#(forgedIdentifier ?? "_response")""#)
        return renamed.replacingFirst(assertion, with: forgedAssertion())
    }

    func forgedAssertion(signature: String = "", end: String = "") -> String {
        assertionWithoutSignature.replacingFirst(#"ID="_assertion""#, with: #"ID="\#(forgedIdentifier ?? "_assertion")""#)
            .replacingFirst(">alice</saml:NameID>", with: ">mallory</saml:NameID>")
            .replacingFirst("</saml:Issuer>", with: "</saml:Issuer>" + signature)
            .replacingFirst("</saml:Assertion>", with: end + "</saml:Assertion>")
    }
}

@Suite("Signature wrapping")
struct WrappingTests {
    @Test("a wrapped response is rejected", arguments: Wrapping.allCases)
    func refused(_ wrapping: Wrapping) throws {
        let forged = wrapping.forge(try Hostile.signed(), identifier: "_evil")
        #expect(throws: SAMLError(wrapping.code, "")) { try Fixture.verify(forged) }
    }

    @Test("a wrapped response under the original's identifier is rejected", arguments: Wrapping.allCases)
    func refusedUnderTheSameIdentifier(_ wrapping: Wrapping) throws {
        let forged = wrapping.forge(try Hostile.signed(), identifier: nil)
        let error = #expect(throws: SAMLError.self) { try Fixture.verify(forged) }
        let codes: [SAMLError.Code] = [.signatureCoversOther, .severalAssertions, .duplicateIdentifier]
        #expect(codes.contains { $0 == error?.code }, "\(error?.description ?? "")")
    }

    /// Like providers that sign only the assertion: then only the assertion's own checks apply.
    @Test("a wrapped assertion is rejected where only the assertion is signed", arguments: Wrapping.allCases)
    func refusedWithoutResponseSignature(_ wrapping: Wrapping) throws {
        for identifier in ["_evil", nil] {
            let forged = wrapping.forge(try Hostile.signedAssertionOnly(), identifier: identifier)
            #expect(throws: SAMLError.self) { try Fixture.verify(forged, skipping: [.signaturePresence]) }
        }
    }

    /// What is read is what was signed, so even a build without one check never accepts the forged part.
    @Test("omitting any single check does not make a forged name readable", arguments: Wrapping.allCases)
    func forgedNameIsNeverRead(_ wrapping: Wrapping) throws {
        for identifier in ["_evil", nil] {
            let forged = wrapping.forge(try Hostile.signed(), identifier: identifier)
            for check in Check.allCases where ![.digest, .signatureValue, .signaturePresence].contains(check) {
                let name = try? Fixture.verify(forged, skipping: [check]).assertion?.subjectNameID
                #expect(name == nil || name == "alice", "without \(check)")
            }
        }
    }

    @Test("a response that only its assertion signs is rejected")
    func assertionSignatureAloneIsNotEnough() throws {
        #expect(throws: SAMLError(.unsigned, "")) { try Fixture.verify(Hostile.signedAssertionOnly()) }
    }
}
