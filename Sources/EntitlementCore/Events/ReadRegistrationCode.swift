import TVWorld

/// Returns the purpose of a code, for a second screen: REST v1 `GET /reggie/v1/{requestor}/regcode/{code}`.
public struct ReadRegistrationCode: EntitlementEvent {
    /// The result for the second screen.
    public typealias Answer = CreateRegistrationCode.Answer

    public var journalEvent: JournalEvent { .registrationCodeRead }

    /// The client of the access token.
    public var clientID: String
    /// The requestor of the path.
    public var requestor: String
    /// The code of the path.
    public var code: String

    /// Creates the request of a second screen.
    public init(clientID: String, requestor: String, code: String) {
        self.clientID = clientID
        self.requestor = requestor
        self.code = code
    }

    public var journalDetails: [String: String] { ["requestor": requestor, "code": code] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        let requestor = try state.admit(clientID: clientID, requestor: requestor)
        guard let record = state.registrationCode(code, of: requestor, now: context.now) else { throw .notFound("Not Found") }
        return Decision(Answer(record: record, statement: try state.statement(of: record.clientID)))
    }
}
