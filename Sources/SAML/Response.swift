/// How a request ended (SAML core, section 3.2.2.2).
public enum ResponseStatus: Sendable, Equatable {
    /// It succeeded.
    case success
    /// It failed: the status code's URI, the second-level URI if there is one, and a text for people.
    case failure(code: String, subcode: String? = nil, message: String? = nil)

    /// The code of success.
    public static let successCode = "urn:oasis:names:tc:SAML:2.0:status:Success"
    /// The requester did something wrong.
    public static let requesterCode = "urn:oasis:names:tc:SAML:2.0:status:Requester"
    /// The responder could not do it.
    public static let responderCode = "urn:oasis:names:tc:SAML:2.0:status:Responder"
    /// Second level: the subject could not be authenticated.
    public static let authnFailedCode = "urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"
    /// Second level: the subject would have had to be asked.
    public static let noPassiveCode = "urn:oasis:names:tc:SAML:2.0:status:NoPassive"
    /// Second level: the provider refuses.
    public static let requestDeniedCode = "urn:oasis:names:tc:SAML:2.0:status:RequestDenied"
}

/// A provider's answer (SAML core, section 3.2.2), as it makes it. Times are Unix seconds.
public struct Response: Sendable, Equatable {
    /// Its identifier: a letter or `_`, then letters, digits, `_`, `-` and `.`.
    public var id: String
    /// When it was made.
    public var issueInstant: Int64
    /// The identifier of the request; nil: unsolicited, which services refuse.
    public var inResponseTo: String?
    /// The service's assertion consumer service.
    public var destination: String?
    /// The entity identifier of the provider.
    public var issuer: String
    /// How the request ended.
    public var status: ResponseStatus
    /// What the provider says about the subject; nil unless the status is success.
    public var assertion: Assertion?

    /// A response.
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

    /// The response as XML: a signed assertion in a signed response, RSA-SHA256, exclusive canonicalisation.
    ///
    /// The text has no line breaks and no runs of white space, so that collapsing white space does not change it. May be called
    /// from any thread, also with one key from several at once.
    /// - Throws: ``SAMLError/Code/missingField``, ``SAMLError/Code/invalidField`` for a field that cannot be written.
    public func signed(with key: SigningKey) throws(SAMLError) -> String {
        try SignatureWriter.sign(template(certificate: key.certificate), with: key)
    }

    /// The response as XML without any signature, which every service refuses: for the fault that a provider forgot to sign.
    public func unsigned() throws(SAMLError) -> String { try xml { _ in "" } }

    /// The response with empty signature templates.
    @_spi(Testing) public func template(certificate: Certificate) throws(SAMLError) -> String {
        try xml { SignatureWriter.template(covering: $0, certificate: certificate) }
    }

    private func xml(signature: (String) -> String) throws(SAMLError) -> String {
        let id = try FieldWriter.identifier(id, "id")
        let destination = try FieldWriter.attribute("Destination", destination, "destination")
        let inResponseTo = try FieldWriter.attribute("InResponseTo", inResponseTo, "inResponseTo")
        let assertionText = try assertion?.xml(in: self, signature: signature(assertion?.id ?? "")) ?? ""
        return """
            <samlp:Response xmlns:samlp="\(Namespace.protocolElements)" xmlns:saml="\(Namespace.assertionElements)" ID="\(id)" \
            Version="2.0" IssueInstant="\(try FieldWriter.time(issueInstant, "issueInstant"))"\
            \(destination)\(inResponseTo)>\
            <saml:Issuer>\(try FieldWriter.requiredText(issuer, "issuer"))</saml:Issuer>\(signature(id))\
            \(try status.xml())\(assertionText)</samlp:Response>
            """
    }
}

extension ResponseStatus {
    /// The `Status` element.
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
