import ServiceAccess

/// Reuses a login of another requestor's app on this device: the user is not prompted, and no page is shown.
///
/// The real library uses one requestor's token for another; this one requests a new token, because tokens stay at the service.
struct SharedLogin: Procedure {
    /// An MVPD that the current requestor is integrated with.
    let provider: ProviderConfiguration
    /// The other requestor's login.
    let session: Session

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        switch input {
        case .child(.service(.answer(let answer))) where answer.isSuccess:
            return .calling(TokenRequest(provider: provider, source: .regular))
        case .child(.service(let outcome)): return .finished(.exchange(ExchangeOutcome(without: outcome)))
        case .child(let outcome): return .finished(outcome)
        default:
            return .calling(
                machine.loginRequest(
                    "/api/v1/tokens/authn", at: provider.service,
                    ["mvpd": provider.id, "sharedRequestor": session.requestor]))
        }
    }
}

extension EntitlementMachine {
    /// Another requestor's login that is also valid for the current one, and the MVPD. Only web logins are shared: the platform
    /// decides for each app, and an MVPD with authentication per requestor authenticates the user for each one.
    var sharedLogin: SharedLogin? {
        for session in storage.otherSessions
        where session.source == .regular && session.expires > now && session.deviceID == storage.deviceID {
            guard let provider = configuration?.provider(id: session.mvpd), !provider.authenticatesPerRequestor else { continue }
            return SharedLogin(provider: provider, session: session)
        }
        return nil
    }
}
