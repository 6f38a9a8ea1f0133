import TVWorld

/// Ends the sign-in of a device, or a profile of REST v2 for everyone who shares it: `DELETE /admin/v1/sessions/{id}`.
public struct RevokeSession: EntitlementEvent {
    public static let journalEvent = JournalEvent.sessionRevoked

    /// The owner of the sign-in.
    public var key: DeviceKey
    /// The provider of the profile; nil for a sign-in of REST v1.
    public var mvpd: String?
    /// The session; a newer one of the same device, and of the same provider, is kept.
    public var sessionID: String

    /// Creates a session to end.
    public init(key: DeviceKey, mvpd: String? = nil, sessionID: String) {
        self.key = key
        self.mvpd = mvpd
        self.sessionID = sessionID
    }

    public var journalDetails: [String: String] {
        var details = ["requestor": key.requestor, "deviceId": key.deviceID, "session": sessionID]
        details["mvpd"] = mvpd
        return details
    }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Void> {
        if let profile = mvpd.map({ ProfileKey(owner: key, mvpd: $0) }) {
            guard var record = state.profiles[profile], record.authentication.sessionID == sessionID else { throw missing }
            // It is kept for a week from now, so that decisions can state why a new one is needed.
            record.isInvalidated = true
            record.authentication.expiresAt = min(record.authentication.expiresAt, context.now)
            return Decision((), changes: [.save(record), .remove(ProfileAuthorization.self, profile)])
        }
        guard state.authentications[key]?.sessionID == sessionID else { throw missing }
        return Decision((), changes: Change.signOut(key))
    }

    private var missing: Refusal { .notFound("Session \(quoted(sessionID)) does not exist.") }
}
