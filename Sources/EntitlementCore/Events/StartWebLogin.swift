import TVWorld

/// The destination of a browser that logs in.
public enum WebLogin: Sendable, Equatable {
    /// To the provider, with the request to sign.
    case request(PendingRequest, Provider)
    /// Back to the app: an AuthNAll rule is active, and the token exists.
    case degraded(redirectURL: String)
}

extension EntitlementEvent where Self == PlainEvent<WebLogin> {
    /// Redirects a browser to a provider's login page: REST v1 `GET /api/v1/authenticate`.
    ///
    /// - Parameters:
    ///   - code: `reg_code`, as it was sent; like all parameters, nil if missing.
    ///   - requestor: `requestor_id`
    ///   - mvpd: `mso_id`
    ///   - domain: `domain_name`
    ///   - redirectURL: `redirect_url`
    ///   - activationURL: The service's own page that leads back to a television; it need not be registered.
    public static func startWebLogin(
        code: String?, requestor: String?, mvpd: String?, domain: String?, redirectURL: String?, activationURL: String? = nil
    ) -> Self {
        let details = ["requestor": requestor ?? "", "mvpd": mvpd ?? "", "code": code ?? ""]
        return Self(.loginStarted, details) { (state, context) throws(Refusal) in
            let requestor = try state.requestor(named: requestor)
            let (code, addresses) = try state.loginCode(code, of: requestor, now: context.now)
            let ownPage = activationURL.map { code.activationPage(at: $0) }
            // Before this, no refusal has an address to return to.
            guard let destination = addresses.destination(redirectURL, or: ownPage) else {
                throw Refusal.unregistered(redirectURL: redirectURL, of: requestor, "Nothing was changed; close this page.")
            }
            do throws(Refusal) {
                try addresses.require(loginAt: domain, of: requestor)
                guard let mvpd, !mvpd.isEmpty else {
                    throw Refusal(400, .badRequest, "Parameter mso_id is required: the provider.")
                }
                guard let (integration, provider) = state.world.enabledIntegration(requestor.id, mvpd) else {
                    throw Refusal(
                        400, .unknownIntegration,
                        "\(requestor.name) does not work with the provider \(quoted(mvpd)) (parameter mso_id).",
                        details: "Go back to the app and choose another TV provider.")
                }
                if let rule = state.authenticationRule(requestor.id, mvpd, on: code.platform, now: context.now) {
                    let end = state.authenticationEnd(requestor, integration, on: code.platform, now: context.now)
                    var record = AuthenticationRecord.degraded(
                        code.key, integration, until: min(end, rule.expiresAt), context)
                    record.adoptDevice(of: code)
                    return Decision(
                        .degraded(redirectURL: destination), changes: code.signedIn(record, state, now: context.now))
                }
                guard !provider.isTemporaryPass else {
                    throw Refusal(
                        400, .badRequest, "\(provider.name) is a temporary pass: it has no login page.",
                        details: "Go back to the app and choose it there, or choose your TV provider.")
                }
                let request = code.loginRequest(to: provider, redirectURL: destination, context)
                return Decision(.request(request, provider), changes: [.save(request)])
            } catch {
                throw error.returning(to: destination)
            }
        }
    }
}

extension EntitlementState {
    /// Returns the code of a login in a browser, and the addresses of its client.
    fileprivate func loginCode(
        _ entered: String?, of requestor: Requestor, now: Int64
    ) throws(Refusal) -> (RegistrationCode, ReturnAddresses) {
        // The same error in all cases: guessing must not reveal that a code was valid.
        guard let entered, let code = registrationCode(entered, of: requestor, now: now), !code.isUsed,
            let addresses = loginAddresses(of: code.clientID, requestor)
        else {
            throw Refusal(
                400, .invalidCode,
                "The code \(quoted(entered ?? "")) cannot be used (parameter reg_code): it is unknown to \(requestor.name), "
                    + "has expired or was used, or its app may no longer act for \(requestor.name).",
                details: "Go back to the app. To log in, start again there, or get a new code on your TV.")
        }
        return (code, addresses)
    }
}

extension ReturnAddresses {
    /// Checks the domain at which a login starts.
    fileprivate func require(loginAt domain: String?, of requestor: Requestor) throws(Refusal) {
        // For a requestor without domains the parameter may be empty, even if the application has domains.
        let hasNone = domain == "" && requestor.domains.isEmpty
        guard let domain, hasNone || accept(loginAt: domain) else {
            throw Refusal(
                400, .badRequest,
                "The domain \(quoted(domain ?? "")) is not registered for \(requestor.name) (parameter domain_name).",
                details: "Registered domains: \(Set(loginDomains).sorted().joined(separator: ", ")).")
        }
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
