import TVWorld

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

extension EntitlementEvent where Self == PlainEvent<WebLoginCompletion> {
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
    ) -> Self {
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
                let end = state.authenticationEnd(requestor, integration, on: record.platform, now: context.now)
                let token = AuthenticationRecord(assertion, of: pending, record, until: end, context)
                    .homeBased(by: provider, integration, address) { state.end(after: $0, from: context.now) }
                return Decision(
                    .signedIn(token, redirectURL: redirectURL),
                    changes: [.save(pending.used(at: context.now))] + record.signedIn(token, state, now: context.now))
            }
        } outcome: { answer in
            if case .needsVerification = answer { nil } else { "ok" }
        }
    }
}

extension AuthenticationRecord {
    /// Creates the token of a login with a code.
    fileprivate init(
        _ assertion: VerifiedAssertion, of pending: PendingRequest, _ code: RegistrationCode, until end: Int64,
        _ context: DecisionContext
    ) {
        self.init(
            deviceKey: pending.key, mvpd: pending.mvpd, userID: assertion.subject, tokenSource: .regular,
            sessionID: context.random.uuid(), attributes: assertion.attributes, createdAt: context.now, expiresAt: end)
        adoptDevice(of: code)
        sessionIndex = assertion.sessionIndex.isEmpty ? nil : assertion.sessionIndex
        nameID = assertion.subject
        nameIDFormat = assertion.nameIDFormat.isEmpty ? nil : assertion.nameIDFormat
    }
}

extension Refusal {
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

extension PendingRequest {
    /// Returns the request after its response has arrived.
    func used(at time: Int64) -> PendingRequest {
        var request = self
        request.usedAt = time
        return request
    }
}
