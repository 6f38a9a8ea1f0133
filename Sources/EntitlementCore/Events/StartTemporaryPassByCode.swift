import TVWorld

/// Signs a device in with a temporary pass that its user selected on the activation page.
public struct StartTemporaryPassByCode: EntitlementEvent {
    public var journalEvent: JournalEvent { .temporaryPassStarted }

    /// The device's code.
    public var code: String
    /// The MVPD identifier of the temporary pass.
    public var mvpd: String
    /// The token's identifier of the user.
    public var userID: String

    /// Creates the request of a user for temporary access.
    public init(code: String, mvpd: String, userID: String) {
        self.code = code
        self.mvpd = mvpd
        self.userID = userID
    }

    public var journalDetails: [String: String] { ["code": code, "mvpd": mvpd] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<AuthenticationRecord> {
        guard var record = state.registrationCode(code, now: context.now), !record.isUsed, record.session == nil,
            let requestor = state.world.requestor(id: record.key.requestor)
        else { throw .notFound("The registration code is unknown, no longer valid or already used.") }
        let pass = StartTemporaryPass(
            call: record.call(by: record.clientID), mvpd: mvpd, domain: requestor.domains.first, identifiers: [:], userID: userID)
        var decision = try pass.decide(state, context)
        record.isUsed = true
        decision.changes.append(.save(record))
        return decision
    }
}
