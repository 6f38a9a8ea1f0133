import TVWorld

/// Ends the sign-in of a device: `DELETE /admin/v1/sessions/{id}`.
public struct RevokeSession: EntitlementEvent {
    /// No result.
    public typealias Answer = Void

    public static let journalEvent = JournalEvent.sessionRevoked

    /// The owner of the sign-in.
    public var key: DeviceKey
    /// The session; a newer one of the same device is kept.
    public var sessionID: String

    /// Creates a session to end.
    public init(key: DeviceKey, sessionID: String) {
        self.key = key
        self.sessionID = sessionID
    }

    public var journalDetails: [String: String] {
        ["requestor": key.requestor, "deviceId": key.deviceID, "session": sessionID]
    }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        guard let record = state.authentications[key], record.sessionID == sessionID else {
            throw .notFound("Session \(quoted(sessionID)) does not exist.")
        }
        return Decision((), changes: Change.signOut(key))
    }
}
