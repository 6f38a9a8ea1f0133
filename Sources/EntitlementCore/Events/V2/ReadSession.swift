import TVWorld

/// Returns the purpose of a session, for another screen: REST v2 `GET /api/v2/{serviceProvider}/sessions/{code}`.
public struct ReadSession: EntitlementEvent {
    /// The session.
    public struct Answer: Sendable, Equatable {
        /// Its code, with the known parameters.
        public var code: RegistrationCode
        /// The missing parameters.
        public var missing: [SessionAnswer.Parameter]
    }

    public var journalEvent: JournalEvent { .sessionRead }

    /// The access granted by the token; its client may differ from the session's.
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
