/// The defects of an otherwise genuine SAML response, as `ResponseDefect` of the module SAML describes them; the service rejects
/// each for a different reason.
public enum SAMLFault: String, Sendable, Hashable, CaseIterable, Codable {
    case expired
    case notYetValid = "not-yet-valid"
    case wrongAudience = "wrong-audience"
    case wrongRecipient = "wrong-recipient"
    case tampered
    case unsigned
    case untrustedKey = "untrusted-key"
    case wrapped
    case malformed
    case missingAttributes = "missing-attributes"
}
