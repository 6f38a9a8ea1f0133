/// What can be wrong with a SAML response that is made for real; the service refuses each for another reason.
public enum SAMLFault: String, Sendable, Hashable, CaseIterable {
    /// Its conditions have ended.
    case expired
    /// Its conditions have not begun.
    case notYetValid = "not-yet-valid"
    /// It is meant for another service.
    case wrongAudience = "wrong-audience"
    /// It is meant for another address.
    case wrongRecipient = "wrong-recipient"
    /// It was changed after it was signed.
    case tampered
    /// Nobody has signed it.
    case unsigned
    /// It is signed with a key that the service does not trust.
    case untrustedKey = "untrusted-key"
    /// A forged assertion stands beside the signed one (XML signature wrapping).
    case wrapped
    /// It is no well-formed XML.
    case malformed
    /// It does not say what the service has to know about the subscriber.
    case missingAttributes = "missing-attributes"
}
