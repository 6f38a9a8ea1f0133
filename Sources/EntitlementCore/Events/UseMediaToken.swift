import TVWorld

/// Notices the use of a media token that was found valid: `POST /admin/v1/media-tokens/verify`.
///
/// The public documents say that a token is for one use and leave it to the programmer's backend to notice a second one.
public struct UseMediaToken: EntitlementEvent {
    /// When it was used before, in Unix milliseconds; nil for a first use.
    public typealias Answer = Int64?

    public static let journalEvent = JournalEvent.mediaTokenUsed

    /// The SHA-256 of the signed element, in hexadecimal digits.
    public var id: String
    /// For whom the token was made.
    public var requestor: String
    /// What it is for.
    public var resource: String
    /// When it ends, in Unix milliseconds.
    public var expiresAt: Int64

    /// The use of a token.
    public init(id: String, requestor: String, resource: String, expiresAt: Int64) {
        self.id = id
        self.requestor = requestor
        self.resource = resource
        self.expiresAt = expiresAt
    }

    public var journalDetails: [String: String] { ["requestor": requestor, "resource": resource, "token": id] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        if let use = state.mediaTokenUses[id] { return Decision(use.usedAt) }
        return Decision(
            nil,
            changes: [
                .saveMediaTokenUse(MediaTokenUse(id: id, requestor: requestor, usedAt: context.now, expiresAt: expiresAt))
            ])
    }
}
