/// Where the answer of the system account leads a login, in the order of the decision tables.
enum LoginDirection: Sendable, Equatable {
    /// Nobody is signed in: the system has to ask the user.
    case person
    /// The provider is degraded: everybody is authenticated there, without an exchange.
    case degraded(ProviderConfiguration)
    /// Somebody is signed in at this provider, whose answer the service exchanges for a token.
    case exchange(ProviderConfiguration)
    /// The account leads no further.
    case end(LoginOutcome)

    /// The provider to which it leads.
    var provider: ProviderConfiguration? {
        switch self {
        case .degraded(let provider), .exchange(let provider), .end(.provider(let provider, _)): provider
        case .person, .end: nil
        }
    }
}

extension EntitlementMachine {
    /// The provider that the app chose before `getAuthentication`.
    var preset: ProviderConfiguration? { presetProvider.flatMap { configuration?.provider(id: $0) } }

    /// The app's own list of providers, which a provider chosen before makes superfluous.
    func dialog(_ statuses: [StatusReport]) -> LoginOutcome {
        preset.map { .provider($0, statuses) } ?? .dialog(statuses)
    }

    /// Where the account leads.
    func direction(after state: AccountState) -> LoginDirection {
        switch state {
        case .nobody: return .person
        case .denied, .notDetermined: return .end(dialog(state.statuses(in: .getAuthentication)))
        case .signedIn(let signIn, _):
            guard let provider = singleSignOnProvider(signIn.provider) else { return .end(dialog([StatusReport("N004")])) }
            guard !provider.authenticatesAll else { return .degraded(provider) }
            return provider.isSupported ? .exchange(provider) : .end(.provider(provider, []))
        case .failed(let failure):
            // Chosen, but no provider at which the system signs anybody in for this app: by its own page, or not at all.
            if case .unsupportedProvider(let platformID?) = failure.kind, let provider = singleSignOnProvider(platformID) {
                if provider.authenticatesAll { return .degraded(provider) }
                if !provider.isSupported { return .end(.provider(provider, [])) }
            }
            return .end(dialog(state.statuses(in: .getAuthentication)))
        }
    }

    /// Where an exchange leads.
    func loginOutcome(after outcome: ExchangeOutcome) -> LoginOutcome {
        switch outcome {
        case .stored(let session): return .authenticated(session, isCached: false, [])
        case .degraded(let session): return .authenticated(session, isCached: false, [StatusReport("N010")])
        case .refused(let reason): return dialog([StatusReport("VSA503", message: reason)])
        case .failed(let reason, let statuses): return dialog(statuses + [StatusReport("VSA503", message: reason)])
        case .accountFailed(let failure):
            let state = AccountCheck.state(after: failure)
            if case .end(let outcome) = direction(after: state) { return outcome }
            return dialog(state.statuses(in: .getAuthentication))
        }
    }

    /// The provider with an identifier of the platform, when it is integrated and single sign-on is on.
    private func singleSignOnProvider(_ platformID: String) -> ProviderConfiguration? {
        configuration?.provider(platformID: platformID).flatMap { $0.hasSingleSignOn ? $0 : nil }
    }
}
