import TVWorld

extension EntitlementEvent where Self == PlainEvent<SessionAnswer> {
    /// Sends a session's missing parameters, from any screen: REST v2 `POST /api/v2/{serviceProvider}/sessions/{code}`.
    ///
    /// - Parameters:
    ///   - access: The access granted by the token; its client may differ from the session's.
    ///   - entered: The code of the path.
    ///   - fields: The parameters, which replace those of the session.
    public static func resumeSession(
        access: ClientAccess, serviceProvider: String, code entered: String, fields: SessionFields
    ) -> Self {
        let details = ["requestor": serviceProvider, "code": entered, "mvpd": fields.mvpd ?? ""]
        return Self(.sessionResumed, details) { (state, context) throws(Refusal) in
            let requestor = try state.admit(access, serviceProvider: serviceProvider)
            let found = try state.authenticationSession(entered, of: requestor, now: context.now)
            var code = found.code
            if !code.isUsed { code.fields = code.fields.replaced(by: fields) }
            let provider = try code.mvpd.map { mvpd throws(Refusal) in try state.activeIntegration(requestor, mvpd: mvpd).1 }
            func answer(_ step: SessionAnswer.Step, _ reason: SessionAnswer.Reason = .none) -> SessionAnswer {
                SessionAnswer(
                    step: step, reason: reason, missing: step == .authorize ? [] : code.fields.missing,
                    sessionID: code.id, mvpd: code.mvpd, serviceProvider: requestor.id)
            }
            guard !code.isUsed else {
                guard found.profile != nil else { throw Refusal.invalidSession(entered) }
                return Decision(answer(.authorize, .authenticated))
            }
            try code.fields.requireRedirectURL(found.addresses, requestor)
            if let provider, let (reason, changes) = try code.withoutLogin(at: provider, requestor, state, context) {
                return Decision(answer(.authorize, reason), changes: changes)
            }
            code.fields = code.fields.accepted(by: found.addresses)
            return Decision(
                answer(code.fields.missing.isEmpty ? .authenticate(code) : .retry(code)), changes: [.save(code)])
        }
    }
}

extension RegistrationCode {
    /// Returns the reason why no login at a provider is required for the session, and the changes; nil if a login is required.
    ///
    /// A profile completes the session. With a temporary pass or an AuthNAll rule it remains open, because either may expire.
    func withoutLogin(
        at provider: Provider, _ requestor: Requestor, _ state: EntitlementState, _ context: DecisionContext
    ) throws(Refusal) -> (SessionAnswer.Reason, [Change])? {
        var code = self
        code.mvpd = provider.mvpd
        if provider.isTemporaryPass {
            try state.requireSettings(of: provider, requestor)
            return (.temporary, [.save(code)])
        }
        let reason = state.reasonWithoutLogin(
            ProfileKey(owner: key, mvpd: provider.mvpd), on: platform, now: context.now)
        guard let reason else { return nil }
        if let profile = state.profile(of: code, now: context.now) { code = code.completed(by: profile.session.record) }
        return (reason, [.save(code)])
    }
}
