import TVWorld

/// Returns the purpose of a session to another screen: REST v2 `GET /api/v2/{serviceProvider}/sessions/{code}`.
public struct ReadSession: EntitlementEvent {
    /// The session.
    public struct Answer: Sendable, Equatable {
        /// Its code, with the parameters that are known.
        public var code: RegistrationCode
        /// The parameters that are missing.
        public var missing: [SessionAnswer.Parameter]
    }

    public static let journalEvent = JournalEvent.sessionRead

    /// What the access token grants; it may be another client's than the session's.
    public var access: ClientAccess
    /// The service provider of the path.
    public var serviceProvider: String
    /// The code of the path.
    public var code: String

    /// Creates the request of a screen.
    public init(access: ClientAccess, serviceProvider: String, code: String) {
        self.access = access
        self.serviceProvider = serviceProvider
        self.code = code
    }

    public var journalDetails: [String: String] { ["requestor": serviceProvider, "code": code] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        let requestor = try state.admit(access, serviceProvider: serviceProvider)
        let found = try state.authenticationSession(code, of: requestor, now: context.now)
        guard !found.code.isUsed else { throw .invalidSession(code) }
        if let mvpd = found.code.mvpd { _ = try state.activeIntegration(requestor, mvpd: mvpd) }
        return Decision(Answer(code: found.code, missing: found.code.fields.missing))
    }
}
