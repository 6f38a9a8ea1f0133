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
        notOnOrAfter: Int64,
        sessionNotOnOrAfter: Int64? = nil, audience: String?, attributes: [Attribute] = [], recipient: String? = nil
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
}
