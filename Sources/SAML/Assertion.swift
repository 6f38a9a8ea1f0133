/// A named attribute of a subject with its values.
public struct Attribute: Sendable, Hashable {
    public var name: String
    public var values: [String]

    /// An attribute; one without values is legal.
    public init(name: String, values: [String]) {
        self.name = name
        self.values = values
    }
}

/// What a provider says about a subject (SAML core, section 2). Times are Unix seconds.
public struct Assertion: Sendable, Equatable {
    /// Its identifier: a letter or `_`, then letters, digits, `_`, `-` and `.`.
    public var id: String
    /// The entity identifier of the provider.
    public var issuer: String
    /// The subject's name.
    public var subjectNameID: String
    /// The kind of name, ``NameIDFormat``.
    public var nameIDFormat: String
    /// The provider's session, by which it can be ended.
    public var sessionIndex: String
    /// When the subject proved who it is.
    public var authnInstant: Int64
    /// From when on the assertion may be used.
    public var notBefore: Int64
    /// Until when it may be used, this second excluded.
    public var notOnOrAfter: Int64
    /// Until when the provider's session lasts, this second excluded.
    public var sessionNotOnOrAfter: Int64?
    /// For whom it is meant; nil means everybody, which no policy here accepts.
    public var audience: String?
    /// What is known about the subject, in order.
    public var attributes: [Attribute]
    /// The address that the bearer may present it at; nil: the destination of its response.
    public var recipient: String?

    /// An assertion about a persistent subject.
    public init(
        id: String, issuer: String, subjectNameID: String, nameIDFormat: String = NameIDFormat.persistent,
        sessionIndex: String, authnInstant: Int64, notBefore: Int64, notOnOrAfter: Int64,
        sessionNotOnOrAfter: Int64? = nil, audience: String?, attributes: [Attribute] = [], recipient: String? = nil
    ) {
        self.id = id
        self.issuer = issuer
        self.subjectNameID = subjectNameID
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

    /// The values of the attribute of this name; empty if there is none.
    public func values(of name: String) -> [String] { attributes.first { $0.name == name }?.values ?? [] }
}
