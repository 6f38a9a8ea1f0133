import TVWorld

/// Redirects a browser to a provider's login page: REST v1 `GET /api/v1/authenticate`.
public struct StartWebLogin: EntitlementEvent {
    /// The destination of the browser.
    public enum Answer: Sendable, Equatable {
        /// To the provider, with the request to sign.
        case request(PendingRequest, Provider)
        /// Back to the app: an AuthNAll rule is active, and the token exists.
        case degraded(redirectURL: String)
    }

    public var journalEvent: JournalEvent { .loginStarted }

    /// `reg_code`, as it was sent; like all parameters, nil if missing.
    public var code: String?
    /// `requestor_id`
    public var requestor: String?
    /// `mso_id`
    public var mvpd: String?
    /// `domain_name`
    public var domain: String?
    /// `redirect_url`
    public var redirectURL: String?
    /// The service's own page that leads back to a television; it need not be registered.
    public var activationURL: String?

    /// Creates a login in a browser.
    public init(
        code: String?, requestor: String?, mvpd: String?, domain: String?, redirectURL: String?, activationURL: String? = nil
    ) {
        self.code = code
        self.requestor = requestor
        self.mvpd = mvpd
        self.domain = domain
        self.redirectURL = redirectURL
        self.activationURL = activationURL
    }

    public var journalDetails: [String: String] {
        ["requestor": requestor ?? "", "mvpd": mvpd ?? "", "code": code ?? ""]
    }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        let (requestor, code, redirectURL) = try admit(state, context)
        guard let mvpd, !mvpd.isEmpty else {
            throw Refusal(400, .badRequest, "Parameter mso_id is required: the provider.").returning(to: redirectURL)
        }
        guard let (integration, provider) = state.world.enabledIntegration(requestor.id, mvpd) else {
            throw Refusal(
                400, .unknownIntegration, "\(requestor.name) does not work with the provider \(quoted(mvpd)) (parameter mso_id).",
                details: "Go back to the app and choose another TV provider."
            ).returning(to: redirectURL)
        }
        if let rule = state.authenticationRule(requestor.id, mvpd, on: code.platform, now: context.now) {
            let end = min(
                state.authenticationEnd(requestor, integration, on: code.platform, now: context.now), rule.expiresAt)
            var record = AuthenticationRecord.degraded(code.key, integration, until: end, context)
            record.note(code)
            return Decision(.degraded(redirectURL: redirectURL), changes: code.signedIn(record, state, now: context.now))
        }
        guard !provider.isTemporaryPass else {
            throw Refusal(
                400, .badRequest, "\(provider.name) is a temporary pass: it has no login page.",
                details: "Go back to the app and choose it there, or choose your TV provider."
            ).returning(to: redirectURL)
        }
        let request = code.loginRequest(to: provider, redirectURL: redirectURL, context)
        return Decision(.request(request, provider), changes: [.save(request)])
    }

    /// Checks the caller, the code, and the destination of the browser. Before that, no refusal has an address to return to.
    private func admit(
        _ state: EntitlementState, _ context: DecisionContext
    ) throws(Refusal) -> (Requestor, RegistrationCode, redirectURL: String) {
        let requestor = try state.requestor(named: requestor)
        // The same error in all cases: guessing must not reveal that a code was valid.
        guard let entered = code, let code = state.registrationCode(entered, of: requestor, now: context.now),
            !code.isUsed, let addresses = state.loginAddresses(of: code.clientID, requestor)
        else {
            throw Refusal(
                400, .invalidCode,
                "The code \(quoted(code ?? "")) cannot be used (parameter reg_code): it is unknown to \(requestor.name), "
                    + "has expired or was used, or its app may no longer act for \(requestor.name).",
                details: "Go back to the app. To log in, start again there, or get a new code on your TV.")
        }
        let ownPage = activationURL.map { code.activationPage(at: $0) }
        guard let redirectURL = addresses.destination(redirectURL, or: ownPage) else {
            throw .unregistered(redirectURL: redirectURL, of: requestor, "Nothing was changed; close this page.")
        }
        // For a requestor without domains the parameter may be empty, even if the application has domains.
        let hasNone = domain == "" && requestor.domains.isEmpty
        guard let domain, hasNone || addresses.accept(loginAt: domain) else {
            throw Refusal(
                400, .badRequest,
                "The domain \(quoted(domain ?? "")) is not registered for \(requestor.name) (parameter domain_name).",
                details: "Registered domains: \(Set(addresses.loginDomains).sorted().joined(separator: ", "))."
            ).returning(to: redirectURL)
        }
        return (requestor, code, redirectURL)
    }
}

extension Refusal {
    /// Returns the refusal of a code with which a user has logged in.
    static func usedCode(_ code: RegistrationCode) -> Refusal {
        Refusal(
            400, .loginCompleted, "The code \(quoted(code.code)) has already been used for a login.",
            details: "Go back to the app. To log in again, start again there.")
    }

    /// Returns the refusal of a redirect URL.
    ///
    /// - Parameter consequence: The consequence for the user.
    static func unregistered(redirectURL: String?, of requestor: Requestor, _ consequence: String) -> Refusal {
        guard redirectURL != nil else {
            return Refusal(
                400, .invalidRedirectURL, "The app does not specify a return URL (parameter redirect_url).",
                details: "\(requestor.name) has no default redirect URL. \(consequence)")
        }
        return Refusal(
            400, .invalidRedirectURL,
            "The app's return URL is not registered (parameter redirect_url).",
            details: "\(ReturnAddresses.accepted(of: requestor)) \(consequence)")
    }
}
