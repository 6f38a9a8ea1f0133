import TVWorld

/// Ends the sign-in of a device: `DELETE /admin/v1/sessions/{id}`.
public struct RevokeSession: EntitlementEvent {
    /// Nothing.
    public typealias Answer = Void

    public static let journalEvent = JournalEvent.sessionRevoked

    /// Whose sign-in it is.
    public var key: DeviceKey
    /// The session; a newer one of the same device stays.
    public var sessionID: String

    /// A session to end.
    public init(key: DeviceKey, sessionID: String) {
        self.key = key
        self.sessionID = sessionID
    }

    public var journalDetails: [String: String] {
        ["requestor": key.requestor, "deviceId": key.deviceID, "session": sessionID]
    }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        guard let record = state.authentications[key], record.sessionID == sessionID else {
            throw .notFound("There is no session \(quoted(sessionID)).")
        }
        return Decision((), changes: [.removeAuthentication(key), .removeAuthorizations(key)])
    }
}
