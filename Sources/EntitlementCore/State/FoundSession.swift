import TVWorld

/// An authentication session of REST v2.
struct FoundSession {
    /// The code, with the parameters that its client may still use.
    var code: RegistrationCode
    /// The addresses of its client.
    let addresses: ReturnAddresses
    /// The device that showed the code.
    let device: DeviceContext

    /// Finds the session of a code.
    ///
    /// A completed session is found as long as its profile is valid, and at least until its code expires.
    ///
    /// - Throws: The refusal of a string that cannot be a code; or of a code that is unknown, of another service provider or of
    ///   REST v1, has expired or was replaced, or whose client may no longer act for the service provider.
    init(
        _ entered: String, of requestor: Requestor, _ state: EntitlementState, _ context: DecisionContext
    ) throws(Refusal) {
        let normalized = try RegistrationCode.normalized(required: entered)
        guard let code = state.registrationCodes[normalized], code.session != nil, code.key.requestor == requestor.id,
            let addresses = state.loginAddresses(of: code.clientID, requestor),
            context.now < code.expiresAt || code.isUsed && state.hasValidProfile(code, now: context.now)
        else { throw .invalidSession(entered) }
        self.code = code
        self.code.fields = code.fields.accepted(by: addresses)
        self.addresses = addresses
        device = DeviceContext(code, of: requestor, state, context)
    }
}

extension EntitlementState {
    /// Returns the service provider that has a code.
    ///
    /// - Throws: The refusal of a string that cannot be a code, or of an unknown code.
    func serviceProvider(ofCode entered: String) throws(Refusal) -> String {
        guard let code = registrationCodes[try RegistrationCode.normalized(required: entered)] else {
            throw .invalidSession(entered)
        }
        return code.key.requestor
    }

    /// Returns whether the profile that completed a session is valid, even while its integration is disabled.
    fileprivate func hasValidProfile(_ code: RegistrationCode, now: Int64) -> Bool {
        guard let mvpd = code.mvpd, let record = profiles[ProfileKey(owner: code.key, mvpd: mvpd)] else { return false }
        return record.isValid(now: now) && record.authentication.sessionID == code.session?.profileSessionID
    }
}

extension DeviceContext {
    /// Creates a session, which replaces the open one of the same client and device.
    ///
    /// - Parameters:
    ///   - fields: The accepted parameters.
    ///   - isComplete: Whether the login can start with them.
    ///   - reason: The reason why it is to start.
    func newSession(
        of call: ClientCall, _ fields: SessionFields, identities: [SharedIdentity], isComplete: Bool, reason: SessionAnswer.Reason
    ) throws(Refusal) -> Decision<SessionAnswer> {
        let id = context.random.uuid()
        let free = try state.freeCode(context, or: .internalServerError, isEnhanced: true)
        var code = RegistrationCode(
            code: free, id: id, key: key, clientID: key.applicationID, platform: platform,
            device: call.device.stored ?? [:], connection: call.connection.stored, createdAt: now,
            expiresAt: context.end(after: RegistrationCode.defaultLifetime))
        code.session = AuthenticationSession(id: id, identities: identities)
        code.fields = fields
        var changes: [Change] = []
        if let open = state.openSessions[key].flatMap({ state.registrationCodes[$0.code] }), !open.isUsed, open.key == key,
            open.session != nil
        {
            changes.append(.remove(RegistrationCode.self, open.code))
        }
        changes += [.save(code), .save(OpenSession(owner: key, code: code.code, expiresAt: code.expiresAt))]
        return Decision(
            SessionAnswer(
                step: isComplete ? .authenticate(code) : .resume(code), reason: reason, missing: fields.missing, sessionID: id,
                mvpd: fields.mvpd, serviceProvider: requestor.id),
            changes: changes)
    }

    /// Returns an answer without a session.
    func answer(_ step: SessionAnswer.Step, _ reason: SessionAnswer.Reason, at mvpd: String?) -> SessionAnswer {
        SessionAnswer(
            step: step, reason: reason, sessionID: context.random.uuid(), mvpd: mvpd, serviceProvider: requestor.id)
    }

    /// Returns the reason why no login at a provider is required; nil if a login is required.
    ///
    /// - Parameters:
    ///   - identities: The identities that may share a profile.
    ///   - admitsPartner: Whether a profile of the system account counts.
    func reasonWithoutLogin(
        at mvpd: String, identities: [SharedIdentity] = [], admitsPartner: Bool = false
    ) -> SessionAnswer.Reason? {
        if let found = profile(mvpd, identities: identities, admitting: { _ in admitsPartner }).profile {
            return found.type == .regular ? .authenticated : .authenticatedSSO
        }
        return authenticationRule(mvpd) == nil ? nil : .degraded
    }
}

extension RegistrationCode {
    /// Returns a path's text in the form of a code.
    static func normalized(required entered: String) throws(Refusal) -> String {
        guard let code = normalized(entered) else {
            throw Refusal(400, .invalidCode, "\(quoted(entered)) is not a code: \(length) letters and digits.")
        }
        return code
    }
}

extension Refusal {
    /// Returns the refusal of a code without a session: the same for all reasons, so that guessing does not reveal valid codes.
    static func invalidSession(_ code: String) -> Refusal {
        Refusal(
            400, .invalidAuthenticationSession,
            "No authentication session has the code \(quoted(code)): it is unknown, is complete, has expired or was replaced.")
    }
}
