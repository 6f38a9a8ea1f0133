import TVWorld

/// The destination of a browser that logs in.
public enum WebLogin: Sendable, Equatable {
    /// To the provider, with the request to sign.
    case request(PendingRequest, Provider)
    /// Back to the app: an AuthNAll rule is active, and the token exists.
    case degraded(redirectURL: String)
}

/// The reason why a provider rejects a login in a browser, in its signed response.
public enum WebLoginDenial: Error, Equatable {
    /// The user cancelled.
    case cancelled
    /// The user would have to be prompted.
    case noPassive
    /// Any other reason, with the provider's own message.
    case denied(String?)
}

/// The caller's next step after a provider's response to a login.
public enum WebLoginCompletion: Sendable, Equatable {
    /// The token exists; redirect the browser to the URL.
    case signedIn(AuthenticationRecord, redirectURL: String)
    /// Verify the response for this provider and requestor, then send the event again.
    case needsVerification(Provider, requestor: String)
}

extension EntitlementEvent {
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
    ) -> Self where Answer == WebLogin {
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
                let device = DeviceContext(code, of: requestor, state, context)
                if let rule = device.authenticationRule(mvpd) {
                    var record = device.signIn(at: integration, by: rule)
                    record.adoptDevice(of: code)
                    return Decision(.degraded(redirectURL: destination), changes: code.signedIn(record, state, now: context.now))
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
        } reason: { answer in
            if case .degraded = answer { "degraded" } else { nil }
        }
    }

    /// Accepts a provider's response to a login in a browser: `POST /sp/saml/SAMLAssertionConsumer`.
    ///
    /// - Parameters:
    ///   - request: The answered request: the `RelayState`, which must match the verified response.
    ///   - evidence: The state of the response: the user, or the reason why the login is rejected.
    ///   - requestor: The requestor of the answered request, by which usage is counted; nil until an answer has named it.
    ///   - address: The browser's address, on which home-based authentication depends.
    public static func completeWebLogin(
        request: String, evidence: Evidence<Result<VerifiedAssertion, WebLoginDenial>> = .unverified, requestor: String? = nil,
        address: String? = nil
    ) -> Self where Answer == WebLoginCompletion {
        var details = ["request": request]
        details["requestor"] = requestor
        details["reason"] = evidence.reason
        return Self(.loginCompleted, details) { (state, context) throws(Refusal) in
            guard let pending = state.pendingRequests[request], case .web(let code, let redirectURL) = pending.sentBy else {
                throw Refusal(
                    400, .invalidSAMLResponse, "The provider's response does not belong to a login that was started here.",
                    details: "Start again in the app.")
            }
            guard pending.usedAt == nil else {
                throw Refusal(
                    400, .loginCompleted, "This login is already complete; a provider's response can be used once.",
                    details: "Go back to the app."
                ).returning(to: redirectURL)
            }
            guard let requestor = state.world.requestor(id: pending.key.requestor) else {
                throw Refusal(400, .invalidRequestor, "Requestor \(quoted(pending.key.requestor)) is unknown.")
            }
            let (integration, provider) = try state.enabledIntegration(requestor: requestor, mvpd: pending.mvpd)
            guard context.now < pending.expiresAt, let record = state.registrationCode(code, now: context.now),
                record.key == pending.key
            else {
                throw Refusal(
                    400, .loginExpired, "The login took too long, or its code was withdrawn.", details: "Start again in the app."
                ).returning(to: redirectURL)
            }
            guard !record.isUsed else { throw Refusal.usedCode(record).returning(to: redirectURL) }
            switch evidence {
            case .absent, .unverified: return Decision(.needsVerification(provider, requestor: requestor.id))
            case .refused(let reason):
                throw Refusal(400, .invalidSAMLResponse, reason, details: "Start again in the app.").returning(to: redirectURL)
            case .verified(.failure(let denial)):
                // The request is then answered; the code remains valid.
                throw Refusal(denial, by: provider).with(\.changes, [.save(pending.used(at: context.now))])
                    .returning(to: redirectURL)
            case .verified(.success(let assertion)):
                var device = DeviceContext(record, of: requestor, state, context)
                device.address = address
                let token = device.signIn(assertion, with: record, at: integration, provider)
                return Decision(
                    .signedIn(token, redirectURL: redirectURL),
                    changes: [.save(pending.used(at: context.now))] + record.signedIn(token, state, now: context.now))
            }
        } outcome: { answer in
            if case .needsVerification = answer { nil } else { "ok" }
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

    /// Creates the refusal of a login that the provider rejected.
    fileprivate init(_ denial: WebLoginDenial, by provider: Provider) {
        switch denial {
        case .cancelled:
            self.init(
                403, .loginCancelled, "You cancelled the login at \(provider.name). Nothing was changed.",
                details: "Go back to the app, or start again there to log in.")
        case .noPassive:
            self.init(403, .loginNeedsPerson, "\(provider.name) cannot log you in without prompting you.")
        case .denied(let text):
            self.init(
                403, .loginDenied, "\(provider.name) did not log you in: \(text ?? "it did not give a reason.")",
                details: "Ask \(provider.name) for help, or go back to the app and choose another TV provider.")
        }
    }
}

extension DeviceContext {
    /// Returns the sign-in of a login with a code.
    fileprivate func signIn(
        _ assertion: VerifiedAssertion, with code: RegistrationCode, at integration: Integration, _ provider: Provider
    ) -> AuthenticationRecord {
        var record = signIn(assertion.subject, at: integration, by: .regular, attributes: assertion.attributes)
        record.applyHome(of: self, integration, provider)
        record.adoptDevice(of: code)
        record.sessionIndex = assertion.sessionIndex.isEmpty ? nil : assertion.sessionIndex
        record.nameID = assertion.subject
        record.nameIDFormat = assertion.nameIDFormat.isEmpty ? nil : assertion.nameIDFormat
        return record
    }
}

extension PendingRequest {
    /// Returns the request after its response has arrived.
    func used(at time: Int64) -> PendingRequest {
        var request = self
        request.usedAt = time
        return request
    }
}
