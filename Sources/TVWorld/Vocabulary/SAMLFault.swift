/// The defects of an otherwise genuine SAML response; the service rejects each for a different reason.
public enum SAMLFault: String, Sendable, Hashable, CaseIterable, Codable {
    /// Its conditions have expired.
    case expired
    /// Its conditions have not begun.
    case notYetValid = "not-yet-valid"
    /// Its audience is another service.
    case wrongAudience = "wrong-audience"
    /// Its recipient is another address.
    case wrongRecipient = "wrong-recipient"
    /// It was changed after it was signed.
    case tampered
    /// It has no signature.
    case unsigned
    /// It is signed with a key that the service does not trust.
    case untrustedKey = "untrusted-key"
    /// A forged assertion is next to the signed one (XML signature wrapping).
    case wrapped
    /// It is not well-formed XML.
    case malformed
    /// It lacks attributes that the service requires of the subscriber.
    case missingAttributes = "missing-attributes"
}
