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
    public static func createSession(call: ClientCall, fields: SessionFields) -> Self where Answer == SessionAnswer {
        let details = call.journalDetails.merging(["mvpd": fields.mvpd ?? ""]) { $1 }
        return Self(.sessionCreated, details, isExpectedToWrite: call.access != .none) { (state, context) throws(Refusal) in
            let device = try DeviceContext(call, state, context)
            let provider = try fields.mvpd.map { mvpd throws(Refusal) in
                try state.activeIntegration(device.requestor, mvpd: mvpd).1
            }
            let addresses = try device.loginAddresses()
            try fields.requireRedirectURL(addresses, device.requestor)
            if let provider, let reason = try device.reasonWithoutLogin(at: provider, call) {
                return Decision(device.answer(.authorize, reason, at: provider.mvpd))
            }
            let accepted = fields.accepted(by: addresses)
            return try device.newSession(
                of: call, accepted, identities: call.identities, isComplete: accepted.missing.isEmpty, reason: .none)
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
    ) -> Self where Answer == SessionAnswer {
        let details = ["requestor": serviceProvider, "code": entered, "mvpd": fields.mvpd ?? ""]
        return Self(.sessionResumed, details) { (state, context) throws(Refusal) in
            let requestor = try state.admit(access, serviceProvider: serviceProvider)
            let found = try FoundSession(entered, of: requestor, state, context)
            var code = found.code
            if !code.isUsed { code.fields = code.fields.replaced(by: fields) }
            let provider = try code.mvpd.map { mvpd throws(Refusal) in try state.activeIntegration(requestor, mvpd: mvpd).1 }
            func answer(_ step: SessionAnswer.Step, _ reason: SessionAnswer.Reason = .none) -> SessionAnswer {
                SessionAnswer(
                    step: step, reason: reason, missing: step == .authorize ? [] : code.fields.missing,
                    sessionID: code.id, mvpd: code.mvpd, serviceProvider: requestor.id)
            }
            guard !code.isUsed else {
                guard found.device.profile(of: code) != nil else { throw Refusal.invalidSession(entered) }
                return Decision(answer(.authorize, .authenticated))
            }
            try code.fields.requireRedirectURL(found.addresses, requestor)
            if let provider, let (reason, change) = try found.device.withoutLogin(at: provider, code) {
                return Decision(answer(.authorize, reason), changes: [change])
            }
            code.fields = code.fields.accepted(by: found.addresses)
            return Decision(answer(code.fields.missing.isEmpty ? .authenticate(code) : .retry(code)), changes: [.save(code)])
        }
    }

    /// Returns the code of a session, with the known parameters: REST v2 `GET /api/v2/{serviceProvider}/sessions/{code}`.
    ///
    /// - Parameter access: The access granted by the token; its client may differ from the session's.
    public static func readSession(access: ClientAccess, serviceProvider: String, code: String) -> Self
    where Answer == RegistrationCode {
        Self(.sessionRead, ["requestor": serviceProvider, "code": code]) { (state, context) throws(Refusal) in
            let requestor = try state.admit(access, serviceProvider: serviceProvider)
            let found = try FoundSession(code, of: requestor, state, context).code
            guard !found.isUsed else { throw Refusal.invalidSession(code) }
            if let mvpd = found.mvpd { _ = try state.activeIntegration(requestor, mvpd: mvpd) }
            return Decision(found)
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
    ) -> Self where Answer == SessionLogin {
        let details = ["requestor": serviceProvider ?? "", "code": entered, "mvpd": mvpd ?? ""]
        return Self(.sessionLoginStarted, details) { (state, context) throws(Refusal) in
            let found = try FoundSession(entered, of: serviceProvider, inBrowser: state, context)
            let (code, requestor) = (found.code, found.device.requestor)
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
                if let (_, change) = try found.device.withoutLogin(at: provider, code) {
                    return Decision(.done(redirectURL: redirectURL), changes: [change])
                }
                let request = code.loginRequest(to: provider, redirectURL: redirectURL, context)
                return Decision(.request(request, provider), changes: [.save(request)])
            } catch {
                throw error.with(\.details, "Go back to the app and choose another TV provider.").returning(to: redirectURL)
            }
        } reason: { answer in
            switch answer {
            case .done: "no login needed"
            case .choice: "choice of a provider"
            case .request: nil
            }
        }
    }
}

extension DeviceContext {
    /// Returns the reason why a call needs no session; nil if a login is required.
    fileprivate func reasonWithoutLogin(at provider: Provider, _ call: ClientCall) throws(Refusal) -> SessionAnswer.Reason? {
        if provider.isTemporaryPass {
            try requireSettings(of: provider)
            return .temporary
        }
        let verdict = PartnerVerdict(call.partnerStatus, for: provider, in: state.world, now: now)
        return reasonWithoutLogin(at: provider.mvpd, identities: call.identities, admitsPartner: verdict == .accepted)
    }

    /// Returns the reason why no login at a provider is required for a session, and the change; nil if a login is required.
    ///
    /// A profile completes the session. With a temporary pass or an AuthNAll rule it remains open, because either may expire.
    fileprivate func withoutLogin(
        at provider: Provider, _ code: RegistrationCode
    ) throws(Refusal) -> (SessionAnswer.Reason, Change)? {
        var code = code
        code.mvpd = provider.mvpd
        if provider.isTemporaryPass {
            try requireSettings(of: provider)
            return (.temporary, .save(code))
        }
        guard let reason = reasonWithoutLogin(at: provider.mvpd) else { return nil }
        if let profile = profile(of: code) { code = code.completed(by: profile.session.record) }
        return (reason, .save(code))
    }

    /// Checks that a temporary pass has been configured.
    private func requireSettings(of pass: Provider) throws(Refusal) {
        guard state.world.temporaryPass(requestor: requestor.id, mvpd: pass.mvpd) == nil else { return }
        throw .missingTemporaryPass(pass.mvpd, requestor)
    }
}

extension FoundSession {
    /// Finds the session for which a browser logs in.
    ///
    /// - Parameter serviceProvider: The service provider of the path; nil: that of the code.
    fileprivate init(
        _ entered: String, of serviceProvider: String?, inBrowser state: EntitlementState, _ context: DecisionContext
    ) throws(Refusal) {
        do throws(Refusal) {
            let id: String
            if let serviceProvider { id = serviceProvider } else { id = try state.serviceProvider(ofCode: entered) }
            guard let requestor = state.world.requestor(id: id) else {
                throw Refusal(400, .invalidServiceProvider, "Service provider \(quoted(id)) is unknown.")
            }
            try self.init(entered, of: requestor, state, context)
        } catch {
            throw error.with(\.details, "Go back to the app. To log in, start again there, or get a new code on your TV.")
        }
    }
}
