import TVWorld

/// Records the use of a valid media token: `POST /admin/v1/media-tokens/verify`.
///
/// According to the public documentation, a token may be used once, and the programmer's backend detects a second use.
public struct UseMediaToken: EntitlementEvent {
    /// The date of the previous use, in Unix milliseconds; nil for the first use.
    public typealias Answer = Int64?

    public static let journalEvent = JournalEvent.mediaTokenUsed

    /// The SHA-256 of the signed element, in hexadecimal digits.
    public var id: String
    /// The requestor for which the token was issued.
    public var requestor: String
    /// The token's resource.
    public var resource: String
    /// The expiration date, in Unix milliseconds.
    public var expiresAt: Int64

    /// Creates the use of a token.
    public init(id: String, requestor: String, resource: String, expiresAt: Int64) {
        self.id = id
        self.requestor = requestor
        self.resource = resource
        self.expiresAt = expiresAt
    }

    public var journalDetails: [String: String] { ["requestor": requestor, "resource": resource, "token": id] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        if let use = state.mediaTokenUses[id] { return Decision(use.usedAt) }
        let use = MediaTokenUse(id: id, requestor: requestor, usedAt: context.now, expiresAt: expiresAt)
        return Decision(nil, changes: [.save(use)])
    }
}
