/// The names of the SAML and XML signature standards.
enum Namespace {
    static let protocolElements = "urn:oasis:names:tc:SAML:2.0:protocol"
    static let assertionElements = "urn:oasis:names:tc:SAML:2.0:assertion"
    static let metadata = "urn:oasis:names:tc:SAML:2.0:metadata"
    static let signature = "http://www.w3.org/2000/09/xmldsig#"
    static let xml = "http://www.w3.org/XML/1998/namespace"
}

/// The algorithms that this module uses and accepts.
enum Algorithm {
    static let exclusiveCanonicalization = "http://www.w3.org/2001/10/xml-exc-c14n#"
    static let envelopedSignature = "http://www.w3.org/2000/09/xmldsig#enveloped-signature"
    static let rsaSHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
    static let sha256 = "http://www.w3.org/2001/04/xmlenc#sha256"
}

/// The bindings that a party can use to send a message (SAML bindings, sections 3.4 and 3.5).
public enum Binding: String, Sendable {
    /// In a form, with an enveloped signature.
    case post = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
    /// In a URL, with a detached signature.
    case redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
}

/// The formats of a subject's name (SAML core, section 8.3).
public enum NameIDFormat {
    /// A name that stays the same for one subject and one service.
    public static let persistent = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
    /// A name without a specified meaning.
    public static let unspecified = "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified"
    /// A name for one session.
    public static let transient = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"
}
