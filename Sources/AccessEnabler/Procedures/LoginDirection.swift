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
