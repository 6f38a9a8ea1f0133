import ServiceAccess

// `setRequestor`: registration, configuration, and the silent exchange. The only callbacks are `status` and
// `setRequestorComplete`, and there is never a prompt (decision table 1). A page of a passive login may follow.
extension EntitlementMachine {
    mutating func setRequestor(_ id: String, serviceProviders: [String]) {
        if requestor != id {
            cancelLogin()
            presetProvider = nil
            decisions = [:]
        }
        requestor = id
        removeForeignSessions()
        guard environment.softwareStatement?.isEmpty == false else { return failSetRequestor(StatusReport(.r400)) }
        guard !id.isEmpty else { return failSetRequestor(StatusReport(.cfg400, message: "The requestor is empty.")) }
        let services = ServiceLocation.services(for: serviceProviders, standard: storage.service)
        guard !services.isEmpty else {
            return failSetRequestor(StatusReport(.cfg404, message: "No service was found."))
        }
        requestConfigurations(of: id, from: services) { configurations, machine in
            switch configurations.merged {
            case .success(let configuration): machine.phase = .configured(configuration)
            case .failure(let refusal): return machine.failSetRequestor(refusal)
            }
            if configurations.isClockWrong {
                machine.raise([StatusReport(.cfg100, message: "The device's clock differs too much from the service's.")])
            }
            guard machine.usableRegularSession == nil else { return machine.completeSetRequestor(hasShared: false) }
            guard let login = machine.sharedLogin else { return machine.askAccount(hasShared: false) }
            machine.share(login) { isStored, machine in
                if isStored { machine.completeSetRequestor(hasShared: true) } else { machine.askAccount(hasShared: true) }
            }
        }
    }

    private mutating func failSetRequestor(_ status: StatusReport) {
        phase = .failed
        raise([status])
        callBack(.setRequestorComplete(isSuccess: false))
    }

    /// - Parameter hasShared: Whether another requestor's login has been tried.
    private mutating func askAccount(hasShared: Bool) {
        guard configuration?.hasSingleSignOn == true else { return completeSetRequestor(hasShared: hasShared) }
        checkAccount { state, machine in
            machine.raise(state.statuses(in: .setRequestor))
            switch state {
            case .denied, .notDetermined, .nobody: machine.removeAppleSessions()
            case .failed(let failure):
                if case .unsupportedProvider = failure.kind { machine.removeAppleSessions() }
            case .signedIn(let signIn, let isExpired):
                machine.removeAppleSessions(butOf: signIn)
                if let provider = machine.configuration?.provider(platformID: signIn.provider), provider.isSupported {
                    return machine.signIn(at: provider, isAccountExpired: isExpired, hasShared: hasShared)
                }
            }
            machine.completeSetRequestor(hasShared: hasShared)
        }
    }

    private mutating func signIn(at provider: ProviderConfiguration, isAccountExpired: Bool, hasShared: Bool) {
        let end: Continuation<ExchangeOutcome> = { outcome, machine in
            switch outcome {
            case .stored, .refused: break
            case .failed(let failure): machine.raise(failure.statuses)
            case .degraded: machine.raise([StatusReport(.n010)])
            case .accountFailed(let state):
                // An expired account that its provider does not renew silently counts as no sign-in.
                if isAccountExpired, case .failed(let failure) = state, failure.kind == .providerRejected { break }
                machine.raise(state.statuses(in: .setRequestor))
            }
            machine.completeSetRequestor(hasShared: hasShared)
        }
        switch (provider.authenticatesAll, usableAppleSession(mvpd: provider.id)) {
        case (true, nil):
            authenticateDegraded(at: provider, ended: { $0.exchangePlatformLogin(at: provider, then: end) }, then: end)
        case (true, let session?): end(.degraded(session), &self)
        case (false, nil): exchangePlatformLogin(at: provider, then: end)
        case (false, let session?): end(.stored(session), &self)
        }
    }

    private mutating func completeSetRequestor(hasShared: Bool) {
        // The account may have ended the platform's token.
        if !hasShared, let login = sharedLogin {
            return share(login) { $1.completeSetRequestor(hasShared: true) }
        }
        guard let provider = passiveProvider else { return callBack(.setRequestorComplete(isSuccess: true)) }
        requestRegistrationCode(for: provider) { result, machine in
            switch result {
            case .success: machine.raise([StatusReport(.n001)])
            // Without a code there is no page that requires no user input.
            case .failure(let refusal): machine.raise(refusal.statuses.aboutOtherDevice)
            }
            machine.callBack(.setRequestorComplete(isSuccess: true))
            if case .success(let code) = result { machine.openPassiveLogin(at: provider, code: code) }
        }
    }
}

// Another requestor's login.
extension EntitlementMachine {
    /// The request that reuses a login of another requestor's app on this device, if this requestor has none: the user is not
    /// prompted, and no page is shown. Nil if no login is also valid for the current requestor.
    ///
    /// The real library uses one requestor's token for another; this one requests a new token, because tokens stay at the
    /// service. Only web logins are shared: the platform decides for each app, and an MVPD with authentication per requestor
    /// authenticates the user for each one.
    private var sharedLogin: TokenRequest? {
        guard usableSessions.isEmpty else { return nil }
        for session in storage.otherSessions
        where session.source == .regular && session.expires > now && session.deviceID == storage.deviceID {
            guard let provider = configuration?.provider(id: session.mvpd), !provider.authenticatesPerRequestor else { continue }
            let creation = loginRequest(
                "/api/v1/tokens/authn", at: provider.service, ["mvpd": provider.id, "sharedRequestor": session.requestor])
            return TokenRequest(provider: provider, source: .regular, creation: creation)
        }
        return nil
    }

    /// - Parameter next: Receives whether there is a token.
    private mutating func share(_ login: TokenRequest, then next: @escaping Continuation<Bool>) {
        fetch(login) { outcome, machine in
            if case .failed(let failure) = outcome { machine.raise(failure.statuses.aboutOtherDevice) }
            if case .stored = outcome { next(true, &machine) } else { next(false, &machine) }
        }
    }
}
