import TVWorld

/// Ends a code, which may then be issued again: REST v1 `DELETE /reggie/v1/{requestor}/regcode/{code}`.
public struct ReleaseRegistrationCode: EntitlementEvent {
    public var journalEvent: JournalEvent { .registrationCodeReleased }

    /// The client of the access token.
    public var clientID: String
    /// The requestor of the path.
    public var requestor: String
    /// The code of the path.
    public var code: String

    /// Creates the event for a code that is no longer needed.
    public init(clientID: String, requestor: String, code: String) {
        self.clientID = clientID
        self.requestor = requestor
        self.code = code
    }

    public var journalDetails: [String: String] { ["requestor": requestor, "code": code] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Void> {
        let requestor = try state.admit(clientID: clientID, requestor: requestor)
        guard let record = state.registrationCode(code, of: requestor, now: context.now) else { throw .notFound("Not Found") }
        return Decision((), changes: [.remove(RegistrationCode.self, record.code)])
    }
}
