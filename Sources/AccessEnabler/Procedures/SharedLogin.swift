/// Goes on with a login that another requestor's app has got on this device: the user is not asked, and no page is shown.
///
/// The real library uses one requestor's token for another; this one has the service make one, because tokens stay there.
struct SharedLogin: Procedure {
    private let provider: ProviderConfiguration
    private let session: Session

    /// A login of another requestor at an MVPD that the current one is integrated with.
    init(provider: ProviderConfiguration, session: Session) {
        self.provider = provider
        self.session = session
    }

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        switch input {
        case .child(.service(.answer(let answer))) where answer.isSuccess:
            return .calling(TokenRequest(provider: provider, source: .regular))
        case .child(.service(let outcome)): return .finished(.exchange(ExchangeOutcome(without: outcome)))
        case .child(let outcome): return .finished(outcome)
        default:
            var request = HTTPRequest(method: "POST", service: provider.service, path: "/api/v1/tokens/authn")
            request.body = .form(
                machine.parameters(("mvpd", provider.id), ("sharedRequestor", session.requestor)))
            return .calling(ServiceRequest(request))
        }
    }
}

extension EntitlementMachine {
    /// Another requestor's login that holds for the current one too, and the MVPD. Only those on the web: the platform asks for each
    /// app, and an MVPD with authentication per requestor wants to see the user for each.
    var sharedLogin: SharedLogin? {
        for session in situation.otherSessions
        where session.source == .regular && session.expires > now && session.deviceID == situation.deviceID {
            guard let provider = configuration?.provider(id: session.mvpd), !provider.authenticatesPerRequestor else { continue }
            return SharedLogin(provider: provider, session: session)
        }
        return nil
    }
}
