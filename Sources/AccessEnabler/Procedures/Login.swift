import ServiceAccess

/// A login through the system account, if that is possible (decision table 3 up to the user's turn).
struct Login: Sendable {
    let isForced: Bool
    let filter: ProviderFilter
    /// Whether a valid login is sufficient even if the app has selected another provider since.
    let keepsProvider: Bool
    let next: Continuation<LoginOutcome>

    func begin(_ machine: inout EntitlementMachine) {
        if !isForced, let session = machine.usableRegularSession,
            keepsProvider || machine.preset.map({ $0.id == session.mvpd }) ?? true
        {
            return next(.authenticated(session, isCached: true, []), &machine)
        }
        guard let configuration = machine.configuration, !configuration.providers.isEmpty else {
            return next(.unavailable, &machine)
        }
        guard configuration.hasSingleSignOn else { return next(machine.dialog([]), &machine) }
        machine.checkAccount { gotAccount($0, &$1) }
    }

    private func gotAccount(_ state: AccountState, _ machine: inout EntitlementMachine) {
        if case .signedIn(let signIn, _) = state { machine.removeAppleSessions(butOf: signIn) }
        let direction = machine.direction(after: state)
        let session = direction.provider.flatMap { machine.usableAppleSession(mvpd: $0.id) }
        // A user who has selected a provider other than the account's wants to log in there.
        if let preset = machine.preset, direction.provider?.id != preset.id, session == nil || !keepsProvider {
            return next(.provider(preset, []), &machine)
        }
        switch direction {
        case .user: promptUser(isForced: isForced, state, &machine)
        case .end(let outcome): next(outcome, &machine)
        case .degraded(let provider):
            if let session { return next(.authenticated(session, isCached: true, [StatusReport(.n010)]), &machine) }
            machine.authenticateDegraded(
                at: provider, ended: { gotAccount(state, &$0) }, then: { exchanged($0, state, &$1) })
        case .exchange(let provider):
            guard !isForced else { return promptUser(isForced: true, state, &machine) }
            if let session { return next(.authenticated(session, isCached: true, []), &machine) }
            machine.exchangePlatformLogin(at: provider) { exchanged($0, state, &$1) }
        }
    }

    private func exchanged(_ outcome: ExchangeOutcome, _ state: AccountState, _ machine: inout EntitlementMachine) {
        // The account has expired and the provider does not renew it silently: the sign-in form is required.
        if case .accountFailed(.failed(let failure)) = outcome, failure.kind == .providerRejected,
            case .signedIn(_, isExpired: true) = state
        {
            return promptUser(isForced: true, state, &machine)
        }
        next(machine.loginOutcome(after: outcome), &machine)
    }

    /// Asks the system to prompt the user. A user who has declined that in this login gets the app's list again (row 3.25).
    private func promptUser(isForced: Bool, _ state: AccountState, _ machine: inout EntitlementMachine) {
        if let statuses = machine.openLogin?.declined { return next(machine.dialog(statuses), &machine) }
        guard let configuration = machine.configuration else { return next(.unavailable, &machine) }
        next(.user(SignInQuery(configuration, filter: filter, isForced: isForced), state), &machine)
    }
}

/// The next stage of a login after the answer of the system account, in the order of the decision tables.
enum LoginDirection: Sendable, Equatable {
    /// No user is signed in: the system must prompt the user.
    case user
    /// The provider is degraded: every user is authenticated, without an exchange.
    case degraded(ProviderConfiguration)
    /// A user is signed in at this provider, whose response the service exchanges for a token.
    case exchange(ProviderConfiguration)
    /// The account does not help any further.
    case end(LoginOutcome)

    /// The provider of the next stage.
    var provider: ProviderConfiguration? {
        switch self {
        case .degraded(let provider), .exchange(let provider), .end(.provider(let provider, _)): provider
        case .user, .end: nil
        }
    }
}

extension EntitlementMachine {
    /// Logs in through the system account if possible.
    mutating func logIn(
        isForced: Bool, filter: ProviderFilter, keepsProvider: Bool = false, then next: @escaping Continuation<LoginOutcome>
    ) {
        Login(isForced: isForced, filter: filter, keepsProvider: keepsProvider, next: next).begin(&self)
    }

    /// `getAuthentication`; a second call joins the login that waits for a user, unless the app shows its own list for it.
    mutating func getAuthentication(isForced: Bool, data: [String: JSONValue], filter: ProviderFilter) {
        guard openLogin?.question == nil else { return joinLogin(data: data, filter: filter) }
        let isJoining = isLoginAwaited && openLogin?.isListShown == false
        logIn(isForced: isForced && !isJoining, filter: filter) { outcome, machine in
            guard case .authenticated(let session, let isCached, _) = outcome else {
                return machine.openLogin(outcome, data: data, filter: filter, isForced: isForced)
            }
            if isCached, let open = machine.openLogin, !open.isListShown, open.continues(beside: session) {
                machine.joinLogin(data: data, filter: filter)
            } else {
                machine.follow(outcome)
            }
        }
    }

    /// The provider that the app selected before `getAuthentication`.
    var preset: ProviderConfiguration? { presetProvider.flatMap { configuration?.provider(id: $0) } }

    /// Returns the app's own list of providers, which is skipped if a provider was selected before.
    func dialog(_ statuses: [StatusReport]) -> LoginOutcome {
        preset.map { .provider($0, statuses) } ?? .dialog(statuses)
    }

    /// Returns the next stage after the account's answer.
    func direction(after state: AccountState) -> LoginDirection {
        switch state {
        case .nobody: return .user
        case .denied, .notDetermined: return .end(dialog(state.statuses(in: .getAuthentication)))
        case .signedIn(let signIn, _):
            guard let provider = singleSignOnProvider(signIn.provider) else { return .end(dialog([StatusReport(.n004)])) }
            guard !provider.authenticatesAll else { return .degraded(provider) }
            return provider.isSupported ? .exchange(provider) : .end(.provider(provider, []))
        case .failed(let failure):
            // The user selected it, but the system does not sign users in at this provider for this app: it has its own page, or
            // is not supported.
            if case .unsupportedProvider(let platformID?) = failure.kind, let provider = singleSignOnProvider(platformID) {
                if provider.authenticatesAll { return .degraded(provider) }
                if !provider.isSupported { return .end(.provider(provider, [])) }
            }
            return .end(dialog(state.statuses(in: .getAuthentication)))
        }
    }

    func loginOutcome(after outcome: ExchangeOutcome) -> LoginOutcome {
        switch outcome {
        case .stored(let session): return .authenticated(session, isCached: false, [])
        case .degraded(let session): return .authenticated(session, isCached: false, [StatusReport(.n010)])
        case .refused(let reason): return dialog([StatusReport(.vsa503, message: reason)])
        case .failed(let failure): return dialog(failure.statuses + [StatusReport(.vsa503, message: failure.reason)])
        case .accountFailed(let state):
            if case .end(let outcome) = direction(after: state) { return outcome }
            return dialog(state.statuses(in: .getAuthentication))
        }
    }

    /// Returns the provider with an identifier of the platform, if it is integrated and single sign-on is enabled.
    private func singleSignOnProvider(_ platformID: String) -> ProviderConfiguration? {
        configuration?.provider(platformID: platformID).flatMap { $0.hasSingleSignOn ? $0 : nil }
    }
}
