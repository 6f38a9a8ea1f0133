import TVWorld

/// Ends a profile of REST v2 for everyone who shares it: `DELETE /admin/v1/sessions/{id}`.
public struct RevokeProfile: EntitlementEvent {
    /// No result.
    public typealias Answer = Void

    public static let journalEvent = JournalEvent.sessionRevoked

    /// The profile.
    public var key: ProfileKey
    /// The session; a newer one for the same provider is kept.
    public var sessionID: String

    /// Creates a profile to end.
    public init(key: ProfileKey, sessionID: String) {
        self.key = key
        self.sessionID = sessionID
    }

    public var journalDetails: [String: String] {
        ["requestor": key.owner.requestor, "deviceId": key.owner.deviceID, "mvpd": key.mvpd, "session": sessionID]
    }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        guard var record = state.profiles[key], record.authentication.sessionID == sessionID else {
            throw .notFound("Session \(quoted(sessionID)) does not exist.")
        }
        // It is kept for a week from now, so that decisions can state why a new one is needed.
        record.isInvalidated = true
        record.authentication.expiresAt = min(record.authentication.expiresAt, context.now)
        return Decision((), changes: [.save(record), .remove(ProfileAuthorization.self, key)])
    }
}
