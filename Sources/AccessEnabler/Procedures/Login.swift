import ServiceAccess

/// Logs in through the system account if possible (decision table 3 up to the user's turn).
struct Login: Procedure {
    let isForced: Bool
    let filter: ProviderFilter
    /// Whether a valid login is sufficient even if the app has selected another provider since.
    var keepsProvider = false
    /// The account's answer.
    var state: AccountState?

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        switch input {
        case .child(.account(let state)): gotAccount(state, &machine)
        case .child(.exchange(let outcome)): exchanged(outcome, machine)
        default: begin(machine)
        }
    }

    private func begin(_ machine: EntitlementMachine) -> Progress {
        if !isForced, let session = machine.usableRegularSession,
            keepsProvider || machine.preset.map({ $0.id == session.mvpd }) ?? true
        {
            return .finished(.login(.authenticated(session, isCached: true, [])))
        }
        guard let configuration = machine.configuration, !configuration.providers.isEmpty else {
            return .finished(.login(.unavailable))
        }
        return configuration.hasSingleSignOn ? .calling(AccountCheck()) : .finished(.login(machine.dialog([])))
    }

    private mutating func gotAccount(_ state: AccountState, _ machine: inout EntitlementMachine) -> Progress {
        self.state = state
        if case .signedIn(let signIn, _) = state { machine.removeAppleSessions(butOf: signIn) }
        let direction = machine.direction(after: state)
        let session = direction.provider.flatMap { machine.usableAppleSession(mvpd: $0.id) }
        // A user who has selected a provider other than the account's wants to log in there.
        if let preset = machine.preset, direction.provider?.id != preset.id, session == nil || !keepsProvider {
            return .finished(.login(.provider(preset, [])))
        }
        switch direction {
        case .user: return promptUser(isForced: isForced, machine)
        case .end(let outcome): return .finished(.login(outcome))
        case .degraded(let provider):
            guard let session else { return .calling(DegradedAuthentication(provider: provider)) }
            return .finished(.login(.authenticated(session, isCached: true, [StatusReport(.n010)])))
        case .exchange(let provider):
            guard !isForced else { return promptUser(isForced: true, machine) }
            if let session { return .finished(.login(.authenticated(session, isCached: true, []))) }
            // The account processes one request at a time: an exchange would wait for the user.
            guard machine.openLogin?.question == nil else { return promptUser(isForced: false, machine) }
            return .calling(PlatformSSOExchange(provider: provider))
        }
    }

    private func exchanged(_ outcome: ExchangeOutcome, _ machine: EntitlementMachine) -> Progress {
        // The account has expired and the provider does not renew it silently: the sign-in form is required.
        if case .accountFailed(.failed(let failure)) = outcome, failure.kind == .providerRejected,
            case .signedIn(_, isExpired: true)? = state
        {
            return promptUser(isForced: true, machine)
        }
        return .finished(.login(machine.loginOutcome(after: outcome)))
    }

    /// Asks the system to prompt the user. A user who has declined that in this login gets the app's list again (row 3.25).
    private func promptUser(isForced: Bool, _ machine: EntitlementMachine) -> Progress {
        if let statuses = machine.openLogin?.declined { return .finished(.login(machine.dialog(statuses))) }
        guard let configuration = machine.configuration, let state else { return .finished(.login(.unavailable)) }
        return .finished(.login(.user(SignInQuery(configuration, filter: filter, isForced: isForced), state)))
    }
}

/// `getAuthentication`; a second call joins the login that waits for a user, unless the app shows its own list for it.
struct GetAuthentication: Procedure {
    let isForced: Bool
    /// The app's data for the service.
    let data: [String: JSONValue]
    let filter: ProviderFilter

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        switch input {
        case .child(.login(let outcome)):
            guard case .authenticated(let session, let isCached, _) = outcome else {
                return machine.openLogin(outcome, data: data, filter: filter, isForced: isForced)
            }
            guard isCached, machine.openLogin?.continues(beside: session) == true else { return machine.follow(outcome) }
            machine.joinLogin(data: data, filter: filter)
            return .done
        // The login that starts with a provider is open.
        case .child: return .done
        default:
            guard machine.openLogin?.question == nil else {
                machine.joinLogin(data: data, filter: filter)
                return .done
            }
            let isJoining = machine.isLoginAwaited && machine.openLogin?.isListShown == false
            return .calling(Login(isForced: isForced && !isJoining, filter: filter))
        }
    }
}
