import Dates

/// What can be wrong with a response that is made for real: everything else of it is right, so that a service refuses it for this
/// reason and no other. A response that tells of a failure has no assertion for some of them to be wrong in.
public enum ResponseDefect: String, Sendable, Hashable, CaseIterable {
    /// The assertion ended an hour ago: `expired`.
    case expired
    /// The assertion begins in an hour: `notYetValid`.
    case notYetValid = "not-yet-valid"
    /// The assertion is meant for another service: `wrongAudience`.
    case wrongAudience = "wrong-audience"
    /// The bearer may present it at another address only: `wrongRecipient`.
    case wrongRecipient = "wrong-recipient"
    /// It was changed after it was signed: `badSignature`.
    case tampered
    /// Nobody has signed it: `unsigned`.
    case unsigned
    /// Another key than the provider's has signed it: `untrustedCertificate`.
    case untrustedKey = "untrusted-key"
    /// A forged assertion stands before the signed one (XML signature wrapping): `severalAssertions`.
    case wrapped
    /// It breaks off, and is no well-formed XML: `notXML`.
    case malformed
    /// It says nothing about the subscriber, neither attributes nor a name: `missingField`.
    case missingAttributes = "missing-attributes"
}

extension Response {
    /// How far an assertion with a wrong time is off, in seconds: an hour, more than any policy's skew.
    private static let shift: Int64 = 3_600

    /// The response as XML with one thing wrong about it.
    ///
    /// - Parameters:
    ///   - key: The provider's key.
    ///   - stranger: Gives another key, for ``ResponseDefect/untrustedKey``.
    /// - Throws: As ``signed(with:)``, and what `stranger` throws.
    public func signed(
        with key: SigningKey, defect: ResponseDefect, stranger: () throws -> SigningKey
    ) throws -> String {
        switch defect {
        case .expired, .notYetValid, .wrongAudience, .wrongRecipient: return try changed(by: defect).signed(with: key)
        case .unsigned: return try unsigned()
        case .untrustedKey: return try signed(with: stranger())
        case .tampered:
            // The end of the first name in it: of the subject, else of the issuer.
            let end = assertion == nil ? "</saml:Issuer>" : "</saml:NameID>"
            return try signed(with: key).replacing(end, with: "-tampered" + end)
        case .malformed:
            let text = try signed(with: key)
            return String(text.prefix(text.count * 2 / 3))
        case .wrapped: return try wrapped(key)
        case .missingAttributes:
            var response = self
            response.assertion?.attributes = []
            let template = try response.template(certificate: key.certificate)
            return try SignatureWriter.sign(template.without(from: "<saml:NameID ", through: "</saml:NameID>"), with: key)
        }
    }

    private func changed(by defect: ResponseDefect) -> Response {
        var response = self
        guard var assertion = response.assertion else { return self }
        switch defect {
        case .expired:
            assertion.notOnOrAfter = max(issueInstant - Self.shift, XMLDateTime.range.lowerBound)
            assertion.notBefore = max(assertion.notOnOrAfter - Self.shift, XMLDateTime.range.lowerBound)
        case .notYetValid:
            assertion.notBefore = min(issueInstant + Self.shift, XMLDateTime.range.upperBound)
            assertion.notOnOrAfter = min(assertion.notBefore + Self.shift, XMLDateTime.range.upperBound)
        case .wrongAudience: assertion.audience = "https://another-service.example/saml/metadata"
        case .wrongRecipient: assertion.recipient = "https://another-service.example/saml/consumer"
        default: return self
        }
        response.assertion = assertion
        return response
    }

    /// The signed response with a forged assertion of somebody else before its own.
    private func wrapped(_ key: SigningKey) throws(SAMLError) -> String {
        let text = try signed(with: key)
        guard var forged = assertion else { return text }
        forged.id += "-forged"
        forged.subjectNameID = "mallory"
        let start = "<saml:Assertion "
        return text.replacing(start, with: try forged.xml(in: self, signature: "") + start)
    }
}

extension String {
    /// The text with the first occurrence of another replaced; unchanged when there is none.
    fileprivate func replacing(_ old: String, with new: String) -> String {
        guard let start = position(of: old, from: startIndex) else { return self }
        return self[..<start] + new + self[utf8.index(start, offsetBy: old.utf8.count)...]
    }

    /// The text without the part from one text through the next occurrence of another.
    fileprivate func without(from first: String, through last: String) -> String {
        guard let start = position(of: first, from: startIndex), let end = position(of: last, from: start) else { return self }
        return String(self[..<start] + self[utf8.index(end, offsetBy: last.utf8.count)...])
    }

    private func position(of part: String, from start: Index) -> Index? {
        utf8[start...].indices.first { utf8[$0...].starts(with: part.utf8) }
    }
}
