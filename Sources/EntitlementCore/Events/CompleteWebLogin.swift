import TVWorld

/// Accepts a provider's response to a login in a browser: `POST /sp/saml/SAMLAssertionConsumer`.
public struct CompleteWebLogin: EntitlementEvent {
    /// The reason why a provider rejects the login, in its signed response.
    public enum Denial: Error, Equatable {
        /// The user cancelled.
        case cancelled
        /// The user would have to be prompted.
        case needsPerson
        /// Any other reason, with the provider's own message.
        case denied(String?)
    }

    /// A verified response: the user, or the reason why the login is rejected.
    public typealias Response = Result<ExchangeToken.VerifiedAssertion, Denial>

    /// The caller's next step.
    public enum Answer: Sendable, Equatable {
        /// The token exists; redirect the browser to the URL.
        case signedIn(AuthenticationRecord, redirectURL: String)
        /// Verify the response for this provider and requestor, then send the event again.
        case needsVerification(Provider, requestor: String)
    }

    public var journalEvent: JournalEvent { .loginCompleted }

    /// The answered request: the `RelayState`, which must match the verified response.
    public var request: String
    /// The state of the response.
    public var evidence: Evidence<Response>
    /// The requestor of the answered request, by which usage is counted; nil until an answer has named it.
    public var requestor: String?
    /// The browser's address, on which home-based authentication depends.
    public var address: String?

    /// Creates the event for a provider's response.
    public init(request: String, evidence: Evidence<Response> = .unverified, address: String? = nil) {
        self.request = request
        self.address = address
        self.evidence = evidence
    }

    public var journalDetails: [String: String] {
        var details = ["request": request]
        details["requestor"] = requestor
        if case .refused(let reason) = evidence { details["reason"] = reason }
        return details
    }

    public func outcome(of answer: Answer) -> String? {
        if case .needsVerification = answer { nil } else { "ok" }
    }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
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
        guard !record.isUsed else { throw .usedCode(record).returning(to: redirectURL) }
        switch evidence {
        case .absent, .unverified: return Decision(.needsVerification(provider, requestor: requestor.id))
        case .refused(let reason):
            throw Refusal(400, .invalidSAMLResponse, reason, details: "Start again in the app.").returning(to: redirectURL)
        case .verified(.failure(let denial)): throw refusal(denial, provider, pending, redirectURL, context)
        case .verified(.success(let assertion)):
            let end = state.authenticationEnd(requestor, integration, on: record.platform, now: context.now)
            let token = token(of: assertion, pending, record, end, context).homeBased(by: provider, integration, address) {
                state.end(after: $0, from: context.now)
            }
            return Decision(
                .signedIn(token, redirectURL: redirectURL),
                changes: [.save(pending.used(at: context.now))] + record.signedIn(token, state, now: context.now))
        }
    }

    private func token(
        of assertion: ExchangeToken.VerifiedAssertion, _ pending: PendingRequest, _ code: RegistrationCode, _ end: Int64,
        _ context: DecisionContext
    ) -> AuthenticationRecord {
        var record = AuthenticationRecord(
            deviceKey: pending.key, mvpd: pending.mvpd, userID: assertion.subject, tokenSource: .regular,
            sessionID: context.random.uuid(),
            attributes: assertion.attributes, createdAt: context.now, expiresAt: end)
        record.note(code)
        record.sessionIndex = assertion.sessionIndex.isEmpty ? nil : assertion.sessionIndex
        record.nameID = assertion.subject
        record.nameIDFormat = assertion.nameIDFormat.isEmpty ? nil : assertion.nameIDFormat
        return record
    }

    /// Returns the refusal of a login that the provider rejected. The request is then answered; the code remains valid.
    private func refusal(
        _ denial: Denial, _ provider: Provider, _ pending: PendingRequest, _ redirectURL: String, _ context: DecisionContext
    ) -> Refusal {
        var refusal =
            switch denial {
            case .cancelled:
                Refusal(
                    403, .loginCancelled, "You cancelled the login at \(provider.name). Nothing was changed.",
                    details: "Go back to the app, or start again there to log in.")
            case .needsPerson:
                Refusal(403, .loginNeedsPerson, "\(provider.name) cannot log you in without prompting you.")
            case .denied(let text):
                Refusal(
                    403, .loginDenied, "\(provider.name) did not log you in: \(text ?? "it did not give a reason.")",
                    details: "Ask \(provider.name) for help, or go back to the app and choose another TV provider.")
            }
        refusal.changes = [.save(pending.used(at: context.now))]
        return refusal.returning(to: redirectURL)
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
