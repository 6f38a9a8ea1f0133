/// The outcome of a request (SAML core, section 3.2.2.2).
public enum ResponseStatus: Sendable, Equatable {
    /// The request succeeded.
    case success
    /// The request failed: the status code's URI, the second-level URI if there is one, and a human-readable message.
    case failure(code: String, subcode: String? = nil, message: String? = nil)

    /// The code of success.
    public static let successCode = "urn:oasis:names:tc:SAML:2.0:status:Success"
    /// The error is the responder's.
    public static let responderCode = "urn:oasis:names:tc:SAML:2.0:status:Responder"
    /// Second level: the subject could not be authenticated.
    public static let authnFailedCode = "urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"
    /// Second level: the subject would have to be prompted.
    public static let noPassiveCode = "urn:oasis:names:tc:SAML:2.0:status:NoPassive"
    /// Second level: the provider denies the request.
    public static let requestDeniedCode = "urn:oasis:names:tc:SAML:2.0:status:RequestDenied"
}

/// A provider's response (SAML core, section 3.2.2): one to be issued, or the signed content of a verified one. Times are Unix
/// seconds.
///
///     let key = try SigningKey.generate(commonName: "provider.example", now: now)
///     let xml = try response.signed(with: key)
///     let accepted = try Response.verify(Array(xml.utf8), certificates: [key.certificate], policy: policy)
public struct Response: Sendable, Equatable {
    /// The identifier: a letter or `_`, then letters, digits, `_`, `-` and `.`.
    public var id: String
    /// The time of issue.
    public var issueInstant: Int64
    /// The identifier of the request; nil: unsolicited, which services reject.
    public var inResponseTo: String?
    /// The service's assertion consumer service.
    public var destination: String?
    /// The entity identifier of the provider.
    public var issuer: String
    /// The outcome of the request.
    public var status: ResponseStatus
    /// The provider's statements about the subject; nil unless the status is success.
    public var assertion: Assertion?

    /// Creates a response.
    public init(
        id: String, issueInstant: Int64, inResponseTo: String?, destination: String?, issuer: String,
        status: ResponseStatus = .success, assertion: Assertion?
    ) {
        self.id = id
        self.issueInstant = issueInstant
        self.inResponseTo = inResponseTo
        self.destination = destination
        self.issuer = issuer
        self.status = status
        self.assertion = assertion
    }

    /// Returns the response as XML: a signed assertion in a signed response, RSA-SHA256, exclusive canonicalization.
    ///
    /// The XML has no line breaks and no runs of white space, so collapsing white space does not change it. May be called from
    /// any thread, even concurrently with the same key.
    /// - Throws: ``SAMLError/Code/missingField``, ``SAMLError/Code/invalidField`` for a field that cannot be written.
    public func signed(with key: SigningKey) throws(SAMLError) -> String {
        try SignatureWriter.sign(template(certificate: key.certificate), with: key)
    }

    /// Returns the response as unsigned XML, which every service rejects: for the fault of a missing signature.
    public func unsigned() throws(SAMLError) -> String { try xml { _ in "" } }

    /// Returns the response with empty signature templates.
    @_spi(Testing) public func template(certificate: Certificate) throws(SAMLError) -> String {
        try xml { SignatureWriter.template(covering: $0, certificate: certificate) }
    }

    private func xml(signature: (String) -> String) throws(SAMLError) -> String {
        let start = try FieldWriter.startTag("Response", id: id, issueInstant: issueInstant, destination: destination)
        let inResponseTo = try FieldWriter.attribute("InResponseTo", inResponseTo, "inResponseTo")
        let assertionText = try assertion?.xml(in: self, signature: signature(assertion?.id ?? "")) ?? ""
        return """
            \(start)\(inResponseTo)>\
            <saml:Issuer>\(try FieldWriter.requiredText(issuer, "issuer"))</saml:Issuer>\(signature(id))\
            \(try status.xml())\(assertionText)</samlp:Response>
            """
    }
}

extension ResponseStatus {
    /// Returns the `Status` element.
    func xml() throws(SAMLError) -> String {
        guard case .failure(let code, let subcode, let message) = self else {
            return "<samlp:Status><samlp:StatusCode Value=\"\(ResponseStatus.successCode)\"/></samlp:Status>"
        }
        var text = "<samlp:Status><samlp:StatusCode Value=\"\(try FieldWriter.requiredText(code, "status code"))\">"
        if let subcode { text += "<samlp:StatusCode Value=\"\(try FieldWriter.requiredText(subcode, "status subcode"))\"/>" }
        text += "</samlp:StatusCode>"
        if let message { text += "<samlp:StatusMessage>\(try FieldWriter.text(message, "status message"))</samlp:StatusMessage>" }
        return text + "</samlp:Status>"
    }
}
