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
}
