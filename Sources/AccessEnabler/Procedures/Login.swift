/// Where a login leads before a person has to do anything in the app.
enum LoginOutcome: Sendable, Equatable {
    /// There is a session, an old one (`isCached`) or one that was made without the person.
    case authenticated(Session, isCached: Bool, [StatusReport])
    /// The app has to show its own list of providers.
    case dialog([StatusReport])
    /// The login goes on at this provider as if the app had chosen it.
    case provider(ProviderConfiguration, [StatusReport])
    /// There is no provider.
    case unavailable
}

/// Logs in through the system account if it can (decision table 3 up to the first page or dialog of the app).
struct Login: Procedure {
    private let isForced: Bool

    init(isForced: Bool) {
        self.isForced = isForced
    }

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        switch input {
        case .child(.account(let state)): gotAccount(state, &machine)
        case .child(.exchange(let outcome)): exchanged(outcome, &machine)
        default: begin(&machine)
        }
    }

    private func begin(_ machine: inout EntitlementMachine) -> Progress {
        if !isForced, let session = machine.usableRegularSession {
            return .finished(.login(.authenticated(session, isCached: true, [])))
        }
        guard let configuration = machine.configuration, !configuration.providers.isEmpty else {
            return .finished(.login(.unavailable))
        }
        return configuration.hasSingleSignOn ? .calling(AccountCheck()) : dialog([], machine)
    }

    private func gotAccount(_ state: AccountState, _ machine: inout EntitlementMachine) -> Progress {
        switch state {
        case .failed(let failure):
            if case .unsupportedProvider(let platformID?) = failure.kind,
                let provider = machine.configuration?.provider(platformID: platformID), provider.hasSingleSignOn,
                !provider.isSupported
            {
                return .finished(.login(.provider(provider, [])))
            }
            return dialog(state.statuses(in: .getAuthentication), machine)
        case .denied, .notDetermined: return dialog(state.statuses(in: .getAuthentication), machine)
        // The system's picker would be asked for here; without prompts the app's own dialog takes its place.
        case .nobody: return dialog([], machine)
        case .signedIn(let platformID, _):
            guard let provider = machine.configuration?.provider(platformID: platformID), provider.hasSingleSignOn else {
                return dialog([StatusReport("N004")], machine)
            }
            guard provider.isSupported else { return .finished(.login(.provider(provider, []))) }
            return authenticate(provider, &machine)
        }
    }

    private func authenticate(_ provider: ProviderConfiguration, _ machine: inout EntitlementMachine) -> Progress {
        let session = machine.usableAppleSession(mvpd: provider.id)
        if provider.authenticatesAll {
            guard let session else { return .calling(DegradedAuthentication(provider: provider)) }
            return .finished(.login(.authenticated(session, isCached: true, [StatusReport("N010")])))
        }
        guard !isForced, let session else { return .calling(SilentExchange(provider: provider)) }
        return .finished(.login(.authenticated(session, isCached: true, [])))
    }

    private func exchanged(_ outcome: ExchangeOutcome, _ machine: inout EntitlementMachine) -> Progress {
        switch outcome {
        case .stored(let session): .finished(.login(.authenticated(session, isCached: false, [])))
        case .degraded(let session):
            .finished(.login(.authenticated(session, isCached: false, [StatusReport("N010")])))
        case .accountFailed(let failure): gotAccount(AccountCheck.state(after: failure), &machine)
        case .refused(let reason): dialog([StatusReport("VSA503", message: reason)], machine)
        }
    }

    /// The app's own list of providers, which a provider chosen before makes superfluous.
    private func dialog(_ statuses: [StatusReport], _ machine: EntitlementMachine) -> Progress {
        if let preset = machine.presetProvider, let provider = machine.configuration?.provider(id: preset) {
            return .finished(.login(.provider(provider, statuses)))
        }
        return .finished(.login(.dialog(statuses)))
    }
}

/// `getAuthentication`; a second one joins the login that waits for a person.
struct GetAuthentication: Procedure {
    let isForced: Bool

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        guard case .child(.login(let outcome)) = input else {
            return .calling(Login(isForced: isForced && machine.openLogin == nil))
        }
        switch outcome {
        case .authenticated(let session, let isCached, let statuses):
            machine.completeLogin(session, isCached: isCached, statuses: statuses)
        default: machine.openLogin(outcome, waiting: nil)
        }
        return .done
    }
}

extension EntitlementMachine {
    /// Goes on with a login that needs the person, unless one is open already: then the new one joins it.
    mutating func openLogin(_ outcome: LoginOutcome, waiting: OpenLogin.Authorization?) {
        let isOpen = openLogin != nil
        var login = openLogin ?? OpenLogin()
        if let waiting { login.waiting.append(waiting) }
        openLogin = login
        guard !isOpen else { return }
        switch outcome {
        case .authenticated: break
        case .dialog(let statuses):
            trackAuthentication(nil)
            raise(statuses)
            callBack(.displayProviderDialog(configuration?.providers ?? []))
        case .provider(let provider, let statuses):
            trackAuthentication(nil)
            raise(statuses)
            trackSelection(provider.id)
            logIn(at: provider)
        case .unavailable:
            trackAuthentication(nil)
            endLogin(code: PROVIDER_NOT_AVAILABLE_ERROR)
        }
    }

    /// Starts the login at a provider's own page. There is no web login yet, so it fails.
    mutating func logIn(at provider: ProviderConfiguration) {
        presetProvider = nil
        endLogin(code: GENERIC_AUTHENTICATION_ERROR)
    }
}
