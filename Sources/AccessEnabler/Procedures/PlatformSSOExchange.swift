import Encodings
import ServiceAccess

/// Silently exchanges the platform's login for a token of the service.
///
/// Profile request → metadata request with it as verification token → SAML response → token.
struct PlatformSSOExchange: Procedure {
    let provider: ProviderConfiguration

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        switch input {
        case .start: return requestProfile(&machine)
        case .account(let outcome): return gotResponse(outcome, &machine)
        case .child(.service(.answer(let answer))) where answer.isSuccess: return gotProfile(answer, &machine)
        case .child(.service(let outcome)): return .finished(.exchange(ExchangeOutcome(without: outcome)))
        case .child(let outcome): return .finished(outcome)
        case .http, .elapsed: return .finished(.exchange(.refused("")))
        }
    }

    private func requestProfile(_ machine: inout EntitlementMachine) -> Progress {
        let segments = [machine.requestor ?? "", provider.id].map(PercentEncoding.encode)
        let path = "/api/v1/\(segments[0])/profile-requests/\(segments[1])"
        return .calling(ServiceRequest(machine.apiRequest(path, mvpd: provider.id)))
    }

    private func gotProfile(_ answer: HTTPAnswer, _ machine: inout EntitlementMachine) -> Progress {
        // A degradation rule was activated after the configuration was read: there is nothing to exchange.
        if answer.status == 204 {
            machine.noteDegradation(of: provider.id)
            return .calling(DegradedAuthentication(provider: provider, mayExchange: false))
        }
        let token = String(decoding: answer.body.filter { $0 != 0x20 && !(9...13).contains($0) }, as: UTF8.self)
        guard !token.isEmpty, Digest.isBase64(token) else {
            return .finished(.exchange(.refused("The service's profile request is unreadable.")))
        }
        let attributes = provider.requiredAttributes.isEmpty ? ["userID"] : provider.requiredAttributes
        return machine.ask(.response(verificationToken: token, attributes: attributes))
    }

    private func gotResponse(_ outcome: AccountOutcome, _ machine: inout EntitlementMachine) -> Progress {
        guard case .metadata(_, _, let response, _) = outcome else {
            return .finished(.exchange(.accountFailed(machine.note(outcome))))
        }
        guard let text = PartnerExchange.formValue(of: response) else {
            let failure = AccountFailure(kind: .other, description: "The provider's answer is empty.")
            return .finished(.exchange(.accountFailed(.failed(failure))))
        }
        let service = machine.configuration?.provider(id: provider.id)?.service ?? provider.service
        let creation = machine.loginRequest(
            "/api/v1/tokens/authn", at: service, ["mvpd": provider.id, "SAMLResponse": text])
        let signIn = outcome.signIn(of: machine.environment.applicationID)
        return .calling(TokenRequest(provider: provider, source: .apple, signIn: signIn, creation: creation))
    }
}

/// Requests the token of a degraded MVPD: without an exchange, because the service accepts every user.
struct DegradedAuthentication: Procedure {
    let provider: ProviderConfiguration
    /// Whether the normal exchange follows if the rule has ended in the meantime.
    var mayExchange = true
    var isExchanging = false

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        switch input {
        case .child(.service(.answer(let answer))) where answer.isSuccess:
            return .calling(TokenRequest(provider: provider, source: .degraded))
        case .child(.service(.answer(let answer))) where answer.status == 400 && mayExchange:
            isExchanging = true
            return .calling(PlatformSSOExchange(provider: provider))
        case .child(.service(let outcome)): return .finished(.exchange(ExchangeOutcome(without: outcome)))
        case .child(.exchange(.stored(let session))) where !isExchanging: return .finished(.exchange(.degraded(session)))
        case .child(let outcome): return .finished(outcome)
        default:
            return .calling(machine.loginRequest("/api/v1/tokens/authn", at: provider.service, ["mvpd": provider.id]))
        }
    }
}
