import Dates

/// A defect of an otherwise correct response, so that a service rejects it for this reason and no other. A response that reports
/// a failure has no assertion in which some of them could occur.
public enum ResponseDefect: String, Sendable, Hashable, CaseIterable {
    /// The assertion expired an hour ago: `expired`.
    case expired
    /// The assertion becomes valid in an hour: `notYetValid`.
    case notYetValid = "not-yet-valid"
    /// The assertion is for another service: `wrongAudience`.
    case wrongAudience = "wrong-audience"
    /// The bearer may present it only at another address: `wrongRecipient`.
    case wrongRecipient = "wrong-recipient"
    /// It was changed after it was signed: `badSignature`.
    case tampered
    /// It has no signature: `unsigned`.
    case unsigned
    /// It is signed with a key other than the provider's: `untrustedCertificate`.
    case untrustedKey = "untrusted-key"
    /// A forged assertion precedes the signed one (XML signature wrapping): `severalAssertions`.
    case wrapped
    /// It is truncated, and therefore not well-formed XML: `notXML`.
    case malformed
    /// It contains nothing about the subscriber, neither attributes nor a name: `missingField`.
    case missingAttributes = "missing-attributes"
}

extension Response {
    /// The error of an assertion with a wrong time, in seconds: an hour, which exceeds any policy's skew.
    private static let shift: Int64 = 3_600

    /// Returns the response as XML with a defect, if there is one.
    ///
    /// - Parameter key: The provider's key, or another one for ``ResponseDefect/untrustedKey``.
    /// - Throws: The errors of ``signed(with:)``.
    public func signed(with key: SigningKey, defect: ResponseDefect?) throws(SAMLError) -> String {
        var response = self
        switch defect {
        case nil, .untrustedKey: break
        case .expired:
            let end = max(issueInstant - Self.shift, XMLDateTime.range.lowerBound)
            response.assertion?.notOnOrAfter = end
            response.assertion?.notBefore = max(end - Self.shift, XMLDateTime.range.lowerBound)
        case .notYetValid:
            let start = min(issueInstant + Self.shift, XMLDateTime.range.upperBound)
            response.assertion?.notBefore = start
            response.assertion?.notOnOrAfter = min(start + Self.shift, XMLDateTime.range.upperBound)
        case .wrongAudience: response.assertion?.audience = "https://another-service.example/saml/metadata"
        case .wrongRecipient: response.assertion?.recipient = "https://another-service.example/saml/consumer"
        case .unsigned: return try unsigned()
        case .tampered:
            // The end of the first name: the subject's, or else the issuer's.
            let end = assertion == nil ? "</saml:Issuer>" : "</saml:NameID>"
            return try signed(with: key).replacing(end, with: "-tampered" + end)
        case .malformed:
            let text = try signed(with: key)
            return String(text.prefix(text.count * 2 / 3))
        case .wrapped: return try wrapped(key)
        case .missingAttributes:
            response.assertion?.attributes = []
            let template = try response.template(certificate: key.certificate)
            return try SignatureWriter.sign(template.without(from: "<saml:NameID ", through: "</saml:NameID>"), with: key)
        }
        return try response.signed(with: key)
    }

    /// Returns the signed response with a forged assertion about another subject before its own.
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
    /// Returns the string with the first occurrence of another replaced; unchanged if there is none.
    fileprivate func replacing(_ old: String, with new: String) -> String {
        guard let start = position(of: old, from: startIndex) else { return self }
        return self[..<start] + new + self[utf8.index(start, offsetBy: old.utf8.count)...]
    }

    /// Returns the string without the part from one string through the next occurrence of another.
    fileprivate func without(from first: String, through last: String) -> String {
        guard let start = position(of: first, from: startIndex), let end = position(of: last, from: start) else { return self }
        return String(self[..<start] + self[utf8.index(end, offsetBy: last.utf8.count)...])
    }

    private func position(of part: String, from start: Index) -> Index? {
        utf8[start...].indices.first { utf8[$0...].starts(with: part.utf8) }
    }
}
