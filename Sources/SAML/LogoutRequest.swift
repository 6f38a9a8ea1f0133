/// A request to end a subject's session (SAML core, section 3.7.1), sent in a URL.
public struct LogoutRequest: Sendable, Equatable {
    /// The identifier to which the response refers: a letter or `_`, then letters, digits, `_`, `-` and `.`.
    public var id: String
    /// The time of issue, in Unix seconds.
    public var issueInstant: Int64
    /// The entity identifier of the requesting party.
    public var issuer: String
    /// The single logout address of the receiving party.
    public var destination: String
    /// The subject: the name exactly as in the assertion.
    public var nameID: String
    /// The provider whose users the name identifies (`NameQualifier`); nil: the receiving party's.
    public var nameQualifier: String?
    /// The format of the name, ``NameIDFormat``.
    public var nameIDFormat: String
    /// The sessions to end (`SessionIndex` of the assertions); if empty, all of the subject's.
    public var sessionIndexes: [String]
    /// The reason, as a URI.
    public var reason: String?
    /// The time at which the request expires, in Unix seconds.
    public var notOnOrAfter: Int64?

    /// The reason for a logout that the user requested.
    public static let userReason = "urn:oasis:names:tc:SAML:2.0:logout:user"

    /// Creates a request.
    public init(
        id: String, issueInstant: Int64, issuer: String, destination: String, nameID: String,
        nameQualifier: String? = nil, nameIDFormat: String = NameIDFormat.persistent, sessionIndexes: [String] = [],
        reason: String? = Self.userReason, notOnOrAfter: Int64? = nil
    ) {
        self.id = id
        self.issueInstant = issueInstant
        self.issuer = issuer
        self.destination = destination
        self.nameID = nameID
        self.nameQualifier = nameQualifier
        self.nameIDFormat = nameIDFormat
        self.sessionIndexes = sessionIndexes
        self.reason = reason
        self.notOnOrAfter = notOnOrAfter
    }

    /// Returns the other party's address with the request in its query, signed (SAML bindings, section 3.4).
    ///
    /// - Throws: ``SAMLError/Code/missingField``, ``SAMLError/Code/invalidField`` for a field that cannot be written.
    public func redirectURL(relayState: String? = nil, signedWith key: SigningKey) throws(SAMLError) -> String {
        try RedirectBinding.url(destination, .request, xml: try xml(), relayState: relayState, key: key)
    }

    /// Reads a request from the query of a URL, exactly as received.
    ///
    /// - Throws: ``SAMLError`` with a code for each kind of rejection.
    public static func verify(
        query: String, certificates: [Certificate], policy: RequestPolicy
    ) throws(SAMLError) -> Redirected<LogoutRequest> {
        let message = try RedirectBinding.read(query, .request, certificates: certificates)
        let request = try LogoutRequest(message.root)
        try policy.check(request.issuer, request.issueInstant, destination: message.root.attribute("Destination"))
        if let end = request.notOnOrAfter, policy.isOver(end) {
            throw SAMLError(.expired, "the request ended at NotOnOrAfter, with \(policy.skew) s of skew")
        }
        return Redirected(message: request, relayState: message.relayState)
    }

    private init(_ node: XMLNode) throws(SAMLError) {
        try node.require("LogoutRequest", Namespace.protocolElements)
        try node.requireVersion()
        let name = try node.subjectName()
        self.init(
            id: try node.identifier("ID"), issueInstant: try node.requiredTime("IssueInstant"),
            issuer: try node.element("Issuer", Namespace.assertionElements).requiredText(),
            destination: node.attribute("Destination") ?? "", nameID: name.id, nameQualifier: name.qualifier,
            nameIDFormat: name.format, sessionIndexes: try node.requiredTexts("SessionIndex", Namespace.protocolElements),
            reason: node.attribute("Reason"), notOnOrAfter: try node.time("NotOnOrAfter"))
    }

    private func xml() throws(SAMLError) -> String {
        var end = ""
        if let notOnOrAfter { end = " NotOnOrAfter=\"\(try FieldWriter.time(notOnOrAfter, "notOnOrAfter"))\"" }
        var indexes = ""
        for index in sessionIndexes {
            indexes += "<samlp:SessionIndex>\(try FieldWriter.requiredText(index, "sessionIndexes"))</samlp:SessionIndex>"
        }
        let qualifier = try FieldWriter.attribute("NameQualifier", nameQualifier, "nameQualifier")
        return """
            \(try FieldWriter.startTag("LogoutRequest", id: id, issueInstant: issueInstant, destination: destination))\
            \(try FieldWriter.attribute("Reason", reason, "reason"))\(end)>\
            <saml:Issuer>\(try FieldWriter.requiredText(issuer, "issuer"))</saml:Issuer>\
            <saml:NameID Format="\(try FieldWriter.requiredText(nameIDFormat, "nameIDFormat"))"\(qualifier)>\
            \(try FieldWriter.requiredText(nameID, "nameID"))</saml:NameID>\(indexes)</samlp:LogoutRequest>
            """
    }
}
