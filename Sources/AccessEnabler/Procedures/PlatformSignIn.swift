import Encodings
import ServiceAccess

extension EntitlementMachine {
    /// Continues a login after the system has prompted the user (rows 3.6 to 3.10, 3.22, 3.24).
    mutating func continueLogin(afterPrompt request: RequestID, _ answer: AccountOutcome) {
        // The app may have cancelled the login in the meantime, or continued it another way.
        guard let question = openLogin?.question, question.request == request else { return }
        // The dialog may have been presented after the answer arrived.
        dismissDialog()
        openLogin?.question = nil
        let state = note(answer)
        // The login's filter excludes the provider at which the user is still signed in.
        if case .signedIn(let signIn, _) = question.state, case .failed(let failure) = state,
            failure.kind == .unsupportedProvider(signIn.provider)
        {
            knownAccount = question.state
        }
        switch direction(after: state) {
        case .exchange(let provider): exchangePlatformLogin(at: provider) { $1.follow($1.loginOutcome(after: $0)) }
        case .degraded(let provider):
            authenticateDegraded(
                at: provider, ended: { $0.continueLogin(afterRuleAt: provider, state) },
                then: { $1.follow($1.loginOutcome(after: $0)) })
        case .end(let outcome):
            if case .failed(let failure) = state, failure.isUsersChoice, case .dialog(let statuses) = outcome {
                openLogin?.declined = statuses
            }
            follow(outcome)
        // The system did not sign a user in, and does not report a reason.
        case .user: follow(dialog([StatusReport(.vsa503, message: "The system account returned an empty answer.")]))
        }
    }

    /// Continues a login if the AuthNAll rule at the provider that the user selected has ended. The user may not be signed in yet,
    /// because the system shows no form of a degraded provider.
    private mutating func continueLogin(afterRuleAt provider: ProviderConfiguration, _ state: AccountState) {
        guard case .signedIn = state else {
            return logIn(isForced: openLogin?.isForced ?? false, filter: openLogin?.filter ?? .none) { $1.follow($0) }
        }
        exchangePlatformLogin(at: provider) { $1.follow($1.loginOutcome(after: $0)) }
    }

    /// Silently exchanges the platform's login for a token of the service.
    ///
    /// The steps: profile request → metadata request with it as verification token → SAML response → token.
    mutating func exchangePlatformLogin(
        at provider: ProviderConfiguration, then next: @escaping Continuation<ExchangeOutcome>
    ) {
        // The account processes one request at a time: an exchange would wait for the user.
        guard openLogin?.question == nil else { return next(.refused("The system prompts the user."), &self) }
        let segments = [requestor ?? "", provider.id].map(PercentEncoding.encode)
        let path = "/api/v1/\(segments[0])/profile-requests/\(segments[1])"
        requestService(apiRequest(path, mvpd: provider.id)) { outcome, machine in
            guard case .answer(let answer) = outcome, answer.isSuccess else {
                return next(ExchangeOutcome(without: outcome), &machine)
            }
            // A degradation rule was activated after the configuration was read: there is nothing to exchange.
            if answer.status == 204 {
                machine.noteDegradation(of: provider.id)
                return machine.authenticateDegraded(at: provider, then: next)
            }
            let token = String(decoding: answer.body.filter { $0 != 0x20 && !(9...13).contains($0) }, as: UTF8.self)
            guard !token.isEmpty, Digest.isBase64(token) else {
                return next(.refused("The service's profile request is unreadable."), &machine)
            }
            let attributes = provider.requiredAttributes.isEmpty ? ["userID"] : provider.requiredAttributes
            machine.ask(.response(verificationToken: token, attributes: attributes)) {
                $1.exchange($0, at: provider, then: next)
            }
        }
    }

    private mutating func exchange(
        _ outcome: AccountOutcome, at provider: ProviderConfiguration, then next: @escaping Continuation<ExchangeOutcome>
    ) {
        guard case .metadata(_, _, let response, _) = outcome else { return next(.accountFailed(note(outcome)), &self) }
        guard let text = PartnerExchange.formValue(of: response) else {
            let failure = AccountFailure(kind: .other, description: "The provider's answer is empty.")
            return next(.accountFailed(.failed(failure)), &self)
        }
        let service = configuration?.provider(id: provider.id)?.service ?? provider.service
        let creation = loginRequest("/api/v1/tokens/authn", at: service, ["mvpd": provider.id, "SAMLResponse": text])
        let signIn = outcome.signIn(of: environment.applicationID)
        fetch(TokenRequest(provider: provider, source: .apple, signIn: signIn, creation: creation), then: next)
    }

    /// Requests the token of a degraded MVPD: without an exchange, because the service accepts every user.
    ///
    /// - Parameter ended: The next step if the rule has ended in the meantime; nil for a refusal.
    mutating func authenticateDegraded(
        at provider: ProviderConfiguration, ended: (@Sendable (inout EntitlementMachine) -> Void)? = nil,
        then next: @escaping Continuation<ExchangeOutcome>
    ) {
        let request = loginRequest("/api/v1/tokens/authn", at: provider.service, ["mvpd": provider.id])
        requestService(request) { outcome, machine in
            switch outcome {
            case .answer(let answer) where answer.isSuccess:
                machine.fetch(TokenRequest(provider: provider, source: .degraded)) { outcome, machine in
                    guard case .stored(let session) = outcome else { return next(outcome, &machine) }
                    next(.degraded(session), &machine)
                }
            case .answer(let answer) where answer.status == 400:
                machine.noteDegradation(of: provider.id, isActive: false)
                if let ended { ended(&machine) } else { next(ExchangeOutcome(without: outcome), &machine) }
            default: next(ExchangeOutcome(without: outcome), &machine)
            }
        }
    }
}
