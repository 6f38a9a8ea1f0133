import TVWorld

/// The state of a provider's response. It is verified only on demand, outside the decision, which is then made again.
public enum Evidence<Contents: Sendable & Equatable>: Sendable, Equatable {
    /// Nothing was sent.
    case absent
    /// It was not verified.
    case unverified
    /// It was rejected, with the reason.
    case refused(String)
    /// It was verified.
    case verified(Contents)

    var isVerified: Bool { if case .verified = self { true } else { false } }

    /// The reason why it was rejected, for the journal.
    var reason: String? { if case .refused(let reason) = self { reason } else { nil } }
}

/// The contents of a verified response.
public struct VerifiedAssertion: Sendable, Equatable {
    /// The answered request; empty if the caller already knows it.
    public var inResponseTo: String
    /// The provider's identifier of the user (`NameID`).
    public var subject: String
    /// The format of that identifier (`Format`), a URI, of a login in a browser.
    public var nameIDFormat: String
    /// The provider's session (`SessionIndex`), of a login in a browser.
    public var sessionIndex: String
    /// The provider's attributes of the user.
    public var attributes: [String: AttributeValue]

    /// Creates the contents of a response whose signatures, times and addressees were verified.
    public init(
        inResponseTo: String = "", subject: String, nameIDFormat: String = "", sessionIndex: String = "",
        attributes: [String: AttributeValue]
    ) {
        self.inResponseTo = inResponseTo
        self.subject = subject
        self.nameIDFormat = nameIDFormat
        self.sessionIndex = sessionIndex
        self.attributes = attributes
    }
}
