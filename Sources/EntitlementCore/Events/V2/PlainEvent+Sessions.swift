import TVWorld

/// The destination of a browser that logs in for a session.
public enum SessionLogin: Sendable, Equatable {
    /// To the provider, with the request to sign.
    case request(PendingRequest, Provider)
    /// Back to the app: no login is needed.
    case done(redirectURL: String)
    /// To a page with the service provider's integrations, because the session has no provider yet.
    case choice(Requestor, RegistrationCode)
}

extension EntitlementEvent {
    /// Creates an authentication session, unless no login is needed: REST v2 `POST /api/v2/{serviceProvider}/sessions`.
    public static func createSession(call: ClientCall, fields: SessionFields) -> Self where Self == PlainEvent<SessionAnswer> {
        let details = call.journalDetails.merging(["mvpd": fields.mvpd ?? ""]) { $1 }
        return Self(.sessionCreated, details, isExpectedToWrite: call.access != .none) { (state, context) throws(Refusal) in
            let requestor = try state.admit(call.access, serviceProvider: call.serviceProvider)
            let owner = try state.owner(of: call, requestor)
            let provider = try fields.mvpd.map { mvpd throws(Refusal) in try state.activeIntegration(requestor, mvpd: mvpd).1 }
            let addresses = try state.loginAddresses(admitted: owner, requestor)
            try fields.requireRedirectURL(addresses, requestor)
            if let provider, let reason = try state.reasonWithoutLogin(at: provider, call, requestor, owner, now: context.now) {
                return Decision(
                    SessionAnswer(
                        step: .authorize, reason: reason, sessionID: context.random.uuid(), mvpd: provider.mvpd,
                        serviceProvider: requestor.id))
            }
            let accepted = fields.accepted(by: addresses)
            let session = try state.newSession(call, owner, accepted, identities: call.identities, context)
            return Decision(
                SessionAnswer(
                    step: accepted.missing.isEmpty ? .authenticate(session.code) : .resume(session.code),
                    missing: accepted.missing, sessionID: session.code.id, mvpd: accepted.mvpd, serviceProvider: requestor.id),
                changes: session.changes)
        }
    }

    /// Sends a session's missing parameters, from any screen: REST v2 `POST /api/v2/{serviceProvider}/sessions/{code}`.
    ///
    /// - Parameters:
    ///   - access: The access granted by the token; its client may differ from the session's.
    ///   - entered: The code of the path.
    ///   - fields: The parameters, which replace those of the session.
    public static func resumeSession(
        access: ClientAccess, serviceProvider: String, code entered: String, fields: SessionFields
    ) -> Self where Self == PlainEvent<SessionAnswer> {
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

    /// Returns the code of a session, with the known parameters: REST v2 `GET /api/v2/{serviceProvider}/sessions/{code}`.
    ///
    /// - Parameter access: The access granted by the token; its client may differ from the session's.
    public static func readSession(access: ClientAccess, serviceProvider: String, code: String) -> Self
    where Self == PlainEvent<RegistrationCode> {
        Self(.sessionRead, ["requestor": serviceProvider, "code": code]) { (state, context) throws(Refusal) in
            let requestor = try state.admit(access, serviceProvider: serviceProvider)
            let found = try state.authenticationSession(code, of: requestor, now: context.now)
            guard !found.code.isUsed else { throw Refusal.invalidSession(code) }
            if let mvpd = found.code.mvpd { _ = try state.activeIntegration(requestor, mvpd: mvpd) }
            return Decision(found.code)
        }
    }

    /// Redirects a browser to the login page of a session's provider: REST v2
    /// `GET /api/v2/authenticate/{serviceProvider}/{code}`.
    ///
    /// - Parameters:
    ///   - serviceProvider: The service provider of the path; nil: that of the code.
    ///   - entered: The code.
    ///   - mvpd: The provider that was chosen in the browser; it takes precedence over the session's.
    ///   - activationURL: The service's activation page. A login from there also ends there, so the session needs neither a
    ///     domain nor an address.
    public static func startSessionLogin(
        serviceProvider: String? = nil, code entered: String, mvpd: String? = nil, activationURL: String? = nil
    ) -> Self where Self == PlainEvent<SessionLogin> {
        let details = ["requestor": serviceProvider ?? "", "code": entered, "mvpd": mvpd ?? ""]
        return Self(.sessionLoginStarted, details) { (state, context) throws(Refusal) in
            let (requestor, code) = try state.loginSession(serviceProvider, entered, now: context.now)
            let ownPage = activationURL.map { code.activationPage(at: $0) }
            guard !code.isUsed else { throw Refusal.usedCode(code).returning(to: code.fields.redirectURL ?? ownPage) }
            guard let redirectURL = ownPage ?? (code.fields.domainName == nil ? nil : code.fields.redirectURL) else {
                throw Refusal(
                    400, .badRequest, "The app has not specified where the login starts and ends (domainName, redirectUrl).",
                    details: "Continue in the app.")
            }
            guard let mvpd = mvpd.flatMap({ $0.isEmpty ? nil : $0 }) ?? code.mvpd else {
                return Decision(.choice(requestor, code))
            }
            do throws(Refusal) {
                let (_, provider) = try state.activeIntegration(requestor, mvpd: mvpd)
                if let (_, changes) = try code.withoutLogin(at: provider, requestor, state, context) {
                    return Decision(.done(redirectURL: redirectURL), changes: changes)
                }
                let request = code.loginRequest(to: provider, redirectURL: redirectURL, context)
                return Decision(.request(request, provider), changes: [.save(request)])
            } catch {
                throw error.with(\.details, "Go back to the app and choose another TV provider.").returning(to: redirectURL)
            }
        }
    }
}

extension EntitlementState {
    fileprivate func reasonWithoutLogin(
        at provider: Provider, _ call: ClientCall, _ requestor: Requestor, _ owner: DeviceKey, now: Int64
    ) throws(Refusal) -> SessionAnswer.Reason? {
        if provider.isTemporaryPass {
            try requireSettings(of: provider, requestor)
            return .temporary
        }
        let verdict = PartnerVerdict(call.partnerStatus, for: provider, in: world, now: now)
        return reasonWithoutLogin(
            ProfileKey(owner: owner, mvpd: provider.mvpd), identities: call.identities, admitsPartner: verdict == .accepted,
            on: call.platform, now: now)
    }

    /// Returns the addresses of an admitted client.
    func loginAddresses(admitted owner: DeviceKey, _ requestor: Requestor) throws(Refusal) -> ReturnAddresses {
        guard let addresses = loginAddresses(of: owner.applicationID, requestor) else {
            throw Refusal(401, .invalidClientApplication, "The client of this access token is not registered.")
        }
        return addresses
    }

    /// Checks that a temporary pass has been configured.
    func requireSettings(of pass: Provider, _ requestor: Requestor) throws(Refusal) {
        guard world.temporaryPass(requestor: requestor.id, mvpd: pass.mvpd) == nil else { return }
        throw .missingTemporaryPass(pass.mvpd, requestor).enhanced(true)
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

extension EntitlementState {
    /// Returns the service provider and the code of a session for which a browser logs in.
    fileprivate func loginSession(
        _ serviceProvider: String?, _ entered: String, now: Int64
    ) throws(Refusal) -> (Requestor, RegistrationCode) {
        do throws(Refusal) {
            let id: String
            if let serviceProvider { id = serviceProvider } else { id = try self.serviceProvider(ofCode: entered) }
            guard let requestor = world.requestor(id: id) else {
                throw Refusal(400, .invalidServiceProvider, "Service provider \(quoted(id)) is unknown.")
            }
            return (requestor, try authenticationSession(entered, of: requestor, now: now).code)
        } catch {
            throw error.with(\.details, "Go back to the app. To log in, start again there, or get a new code on your TV.")
        }
    }
}
