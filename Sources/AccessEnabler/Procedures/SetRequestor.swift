import ServiceAccess

/// `setRequestor`: registration, configuration, and the silent exchange. The only callbacks are `status` and
/// `setRequestorComplete`, and there is never a prompt (decision table 1). A page of a passive login may follow.
struct SetRequestor: Procedure {
    let requestor: String
    let serviceProviders: [String]
    var isAccountExpired = false
    var hasAskedAccount = false
    var isSharing = false
    /// Whether another requestor's login has been tried.
    var hasShared = false
    var passiveProvider: ProviderConfiguration?

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        switch input {
        case .child(.configuration(let outcome)): return gotConfiguration(outcome, &machine)
        case .child(.account(let state)): return gotAccount(state, &machine)
        case .child(.exchange(let outcome)): return isSharing ? shared(outcome, &machine) : exchanged(outcome, &machine)
        case .child(.registrationCode(let outcome)): return logInPassively(outcome, &machine)
        default: return begin(&machine)
        }
    }

    private mutating func begin(_ machine: inout EntitlementMachine) -> Progress {
        if machine.requestor != requestor {
            machine.cancelLogin()
            machine.presetProvider = nil
            machine.decisions = [:]
        }
        machine.requestor = requestor
        machine.removeForeignSessions()
        guard machine.environment.softwareStatement?.isEmpty == false else { return fail(StatusReport(.r400), &machine) }
        guard !requestor.isEmpty else { return fail(StatusReport(.cfg400, message: "The requestor is empty."), &machine) }
        let services = ServiceLocation.services(for: serviceProviders, standard: machine.storage.service)
        guard !services.isEmpty else {
            return fail(StatusReport(.cfg404, message: "No service was found."), &machine)
        }
        return .calling(Configurations(requestor: requestor, services: services))
    }

    private mutating func gotConfiguration(
        _ outcome: ConfigurationOutcome, _ machine: inout EntitlementMachine
    ) -> Progress {
        switch outcome.result {
        case .success(let configuration): machine.phase = .configured(configuration)
        case .failure(let refusal): return fail(refusal, &machine)
        }
        if outcome.isClockWrong {
            machine.raise([StatusReport(.cfg100, message: "The device's clock is far from the service's.")])
        }
        guard machine.usableRegularSession == nil else { return complete(&machine) }
        return share(machine) ?? askAccount(&machine)
    }

    private mutating func askAccount(_ machine: inout EntitlementMachine) -> Progress {
        hasAskedAccount = true
        return machine.configuration?.hasSingleSignOn == true ? .calling(AccountCheck()) : complete(&machine)
    }

    /// Tries another requestor's login, once, if this one has no usable token.
    private mutating func share(_ machine: EntitlementMachine) -> Progress? {
        guard !hasShared, machine.usableSessions.isEmpty, let login = machine.sharedLogin else { return nil }
        hasShared = true
        isSharing = true
        return .calling(login)
    }

    private mutating func shared(_ outcome: ExchangeOutcome, _ machine: inout EntitlementMachine) -> Progress {
        isSharing = false
        if case .stored = outcome { return complete(&machine) }
        if case .failed(let failure) = outcome { machine.raise(failure.statuses.aboutOtherDevice) }
        return hasAskedAccount ? complete(&machine) : askAccount(&machine)
    }

    private mutating func gotAccount(_ state: AccountState, _ machine: inout EntitlementMachine) -> Progress {
        machine.raise(state.statuses(in: .setRequestor))
        switch state {
        case .denied, .notDetermined, .nobody: machine.removeAppleSessions()
        case .failed(let failure):
            if case .unsupportedProvider = failure.kind { machine.removeAppleSessions() }
        case .signedIn(let signIn, let isExpired):
            isAccountExpired = isExpired
            machine.removeAppleSessions(butOf: signIn)
            guard let provider = machine.configuration?.provider(platformID: signIn.provider), provider.isSupported else { break }
            guard !provider.authenticatesAll else { return authenticateDegraded(provider, &machine) }
            if machine.usableAppleSession(mvpd: provider.id) == nil { return .calling(PlatformSSOExchange(provider: provider)) }
        }
        return complete(&machine)
    }

    private mutating func authenticateDegraded(
        _ provider: ProviderConfiguration, _ machine: inout EntitlementMachine
    ) -> Progress {
        guard machine.usableAppleSession(mvpd: provider.id) != nil else {
            return .calling(DegradedAuthentication(provider: provider))
        }
        machine.raise([StatusReport(.n010)])
        return complete(&machine)
    }

    private mutating func exchanged(_ outcome: ExchangeOutcome, _ machine: inout EntitlementMachine) -> Progress {
        switch outcome {
        case .stored, .refused: break
        case .failed(let failure): machine.raise(failure.statuses)
        case .degraded: machine.raise([StatusReport(.n010)])
        case .accountFailed(let state):
            // An expired account that its provider does not renew silently counts as no sign-in.
            if isAccountExpired, case .failed(let failure) = state, failure.kind == .providerRejected { break }
            machine.raise(state.statuses(in: .setRequestor))
        }
        return complete(&machine)
    }

    private mutating func complete(_ machine: inout EntitlementMachine) -> Progress {
        // The account may have ended the platform's token.
        if let login = share(machine) { return login }
        passiveProvider = machine.passiveProvider
        if let passiveProvider { return .calling(RegistrationCodeRequest(provider: passiveProvider)) }
        machine.callBack(.setRequestorComplete(isSuccess: true))
        return .done
    }

    /// Completes, and then asks the app to load a page that requires no user input. Without a code there is no such page.
    private func logInPassively(
        _ outcome: Result<RegistrationCode, ServiceOutcome>, _ machine: inout EntitlementMachine
    ) -> Progress {
        switch outcome {
        case .success: machine.raise([StatusReport(.n001)])
        case .failure(let refusal): machine.raise(refusal.statuses.aboutOtherDevice)
        }
        machine.callBack(.setRequestorComplete(isSuccess: true))
        if let passiveProvider, case .success(let code) = outcome { machine.openPassiveLogin(at: passiveProvider, code: code) }
        return .done
    }

    private func fail(_ status: StatusReport, _ machine: inout EntitlementMachine) -> Progress {
        machine.phase = .failed
        machine.raise([status])
        machine.callBack(.setRequestorComplete(isSuccess: false))
        return .done
    }
}
