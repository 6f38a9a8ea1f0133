/// A named attribute of a subject with its values.
public struct Attribute: Sendable, Hashable {
    public var name: String
    public var values: [String]

    /// Creates an attribute; one without values is valid.
    public init(name: String, values: [String]) {
        self.name = name
        self.values = values
    }
}

/// A provider's statements about a subject (SAML core, section 2). Times are Unix seconds.
public struct Assertion: Sendable, Equatable {
    /// The identifier: a letter or `_`, then letters, digits, `_`, `-` and `.`.
    public var id: String
    /// The entity identifier of the provider.
    public var issuer: String
    /// The subject's name.
    public var subjectNameID: String
    /// The provider whose users the name identifies (`NameQualifier`); nil: the issuer's.
    public var nameQualifier: String?
    /// The format of the name, ``NameIDFormat``.
    public var nameIDFormat: String
    /// The provider's session, which identifies it for a logout.
    public var sessionIndex: String
    /// The time of the subject's authentication.
    public var authnInstant: Int64
    /// The time from which the assertion is valid.
    public var notBefore: Int64
    /// The time at which the assertion expires, exclusive.
    public var notOnOrAfter: Int64
    /// The time at which the provider's session expires, exclusive.
    public var sessionNotOnOrAfter: Int64?
    /// The audience; nil means any, which no policy here accepts.
    public var audience: String?
    /// The attributes of the subject, in order.
    public var attributes: [Attribute]
    /// The address at which the bearer may present the assertion; nil: the destination of its response.
    public var recipient: String?

    /// Creates an assertion about a persistent subject.
    public init(
        id: String, issuer: String, subjectNameID: String, nameQualifier: String? = nil,
        nameIDFormat: String = NameIDFormat.persistent, sessionIndex: String, authnInstant: Int64, notBefore: Int64,
        notOnOrAfter: Int64, sessionNotOnOrAfter: Int64? = nil, audience: String?, attributes: [Attribute] = [],
        recipient: String? = nil
    ) {
        self.id = id
        self.issuer = issuer
        self.subjectNameID = subjectNameID
        self.nameQualifier = nameQualifier
        self.nameIDFormat = nameIDFormat
        self.sessionIndex = sessionIndex
        self.authnInstant = authnInstant
        self.notBefore = notBefore
        self.notOnOrAfter = notOnOrAfter
        self.sessionNotOnOrAfter = sessionNotOnOrAfter
        self.audience = audience
        self.attributes = attributes
        self.recipient = recipient
    }

    /// Returns the assertion as part of a response.
    ///
    /// - Parameter signature: The signature template, or an empty string.
    func xml(in response: Response, signature: String) throws(SAMLError) -> String {
        """
        <saml:Assertion xmlns:saml="\(Namespace.assertionElements)" ID="\(try FieldWriter.identifier(id, "assertion id"))" \
        Version="2.0" IssueInstant="\(try FieldWriter.time(response.issueInstant, "issueInstant"))">\
        <saml:Issuer>\(try FieldWriter.requiredText(issuer, "assertion issuer"))</saml:Issuer>\(signature)\
        \(try subject(in: response))\(try conditions())\(try statement())\(try attributeStatement())</saml:Assertion>
        """
    }

    private func subject(in response: Response) throws(SAMLError) -> String {
        let inResponseTo = try FieldWriter.attribute("InResponseTo", response.inResponseTo, "inResponseTo")
        let recipient = try FieldWriter.attribute("Recipient", recipient ?? response.destination, "recipient")
        let qualifier = try FieldWriter.attribute("NameQualifier", nameQualifier, "nameQualifier")
        return """
            <saml:Subject><saml:NameID Format="\(try FieldWriter.requiredText(nameIDFormat, "nameIDFormat"))"\(qualifier)>\
            \(try FieldWriter.requiredText(subjectNameID, "subjectNameID"))</saml:NameID>\
            <saml:SubjectConfirmation Method="\(Assertion.bearer)"><saml:SubjectConfirmationData\(inResponseTo) \
            NotOnOrAfter="\(try FieldWriter.time(notOnOrAfter, "notOnOrAfter"))"\(recipient)/>\
            </saml:SubjectConfirmation></saml:Subject>
            """
    }

    private func conditions() throws(SAMLError) -> String {
        var restriction = ""
        if let audience {
            let text = try FieldWriter.requiredText(audience, "audience")
            restriction =
                "<saml:AudienceRestriction><saml:Audience>\(text)</saml:Audience></saml:AudienceRestriction>"
        }
        return """
            <saml:Conditions NotBefore="\(try FieldWriter.time(notBefore, "notBefore"))" \
            NotOnOrAfter="\(try FieldWriter.time(notOnOrAfter, "notOnOrAfter"))">\(restriction)</saml:Conditions>
            """
    }

    private func statement() throws(SAMLError) -> String {
        var end = ""
        if let sessionNotOnOrAfter {
            end = " SessionNotOnOrAfter=\"\(try FieldWriter.time(sessionNotOnOrAfter, "sessionNotOnOrAfter"))\""
        }
        return """
            <saml:AuthnStatement AuthnInstant="\(try FieldWriter.time(authnInstant, "authnInstant"))" \
            SessionIndex="\(try FieldWriter.requiredText(sessionIndex, "sessionIndex"))"\(end)><saml:AuthnContext>\
            <saml:AuthnContextClassRef>\(Assertion.passwordContext)</saml:AuthnContextClassRef></saml:AuthnContext>\
            </saml:AuthnStatement>
            """
    }

    private func attributeStatement() throws(SAMLError) -> String {
        guard !attributes.isEmpty else { return "" }
        var text = "<saml:AttributeStatement>"
        for attribute in attributes {
            let name = try FieldWriter.requiredText(attribute.name, "attribute name")
            text += "<saml:Attribute Name=\"\(name)\" NameFormat=\"\(Assertion.basicNameFormat)\">"
            for value in attribute.values {
                text += "<saml:AttributeValue>\(try FieldWriter.text(value, attribute.name))</saml:AttributeValue>"
            }
            text += "</saml:Attribute>"
        }
        return text + "</saml:AttributeStatement>"
    }

    static let bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer"
    private static let passwordContext = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport"
    private static let basicNameFormat = "urn:oasis:names:tc:SAML:2.0:attrname-format:basic"
}
