/// The response to a ``LogoutRequest`` (SAML core, section 3.7.2), sent in a URL.
public struct LogoutResponse: Sendable, Equatable {
    /// The identifier: a letter or `_`, then letters, digits, `_`, `-` and `.`.
    public var id: String
    /// The time of issue, in Unix seconds.
    public var issueInstant: Int64
    /// The entity identifier of the responding party.
    public var issuer: String
    /// The single logout address of the requesting party.
    public var destination: String
    /// The identifier of the request.
    public var inResponseTo: String
    /// The outcome.
    public var status: ResponseStatus

    /// Creates a response.
    public init(
        id: String, issueInstant: Int64, issuer: String, destination: String, inResponseTo: String,
        status: ResponseStatus = .success
    ) {
        self.id = id
        self.issueInstant = issueInstant
        self.issuer = issuer
        self.destination = destination
        self.inResponseTo = inResponseTo
        self.status = status
    }

    /// Returns the address to which the browser delivers the response, which is signed and in the query (SAML bindings, section
    /// 3.4).
    ///
    /// - Throws: ``SAMLError/Code/missingField``, ``SAMLError/Code/invalidField`` for a field that cannot be written.
    public func redirectURL(relayState: String? = nil, signedWith key: SigningKey) throws(SAMLError) -> String {
        try RedirectBinding.url(destination, .response, xml: try xml(), relayState: relayState, key: key)
    }

    /// Reads a response from the query of a URL, exactly as received. A status other than success is also accepted.
    ///
    /// - Parameter isKnownRequest: Returns the state of the request with an identifier.
    /// - Throws: ``SAMLError`` with a code for each kind of rejection.
    public static func verify(
        query: String, certificates: [Certificate], policy: RequestPolicy, isKnownRequest: (String) -> RequestState
    ) throws(SAMLError) -> Redirected<LogoutResponse> {
        let message = try RedirectBinding.read(query, .response, certificates: certificates)
        let response = try LogoutResponse(message.root)
        try policy.check(response.issuer, response.issueInstant, destination: message.root.attribute("Destination"))
        try isKnownRequest(response.inResponseTo).requirePending()
        return Redirected(message: response, relayState: message.relayState)
    }

    private init(_ node: XMLNode) throws(SAMLError) {
        try node.require("LogoutResponse", Namespace.protocolElements)
        try node.requireVersion()
        guard let inResponseTo = node.attribute("InResponseTo"), !inResponseTo.isEmpty else {
            throw SAMLError(.missingInResponseTo, "LogoutResponse has no InResponseTo")
        }
        self.init(
            id: try node.identifier("ID"), issueInstant: try node.requiredTime("IssueInstant"),
            issuer: try node.element("Issuer", Namespace.assertionElements).requiredText(),
            destination: node.attribute("Destination") ?? "", inResponseTo: inResponseTo,
            status: try ResponseStatus(try node.element("Status", Namespace.protocolElements)))
    }

    private func xml() throws(SAMLError) -> String {
        """
        \(try FieldWriter.startTag("LogoutResponse", id: id, issueInstant: issueInstant, destination: destination)) \
        InResponseTo="\(try FieldWriter.requiredText(inResponseTo, "inResponseTo"))">\
        <saml:Issuer>\(try FieldWriter.requiredText(issuer, "issuer"))</saml:Issuer>\(try status.xml())</samlp:LogoutResponse>
        """
    }
}
