import Encodings
import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

/// The login page of an authentication session of REST v2: sends the browser to the provider.
extension WebLoginController {
    var sessionRoutes: [Route] {
        [
            Route(
                .get, "/api/v2/authenticate/{serviceProvider}/{code}", audience: .browser, fault: .sessionLogin, throttled: true
            ) { call in
                try await startLogin(call.part("code"), of: call.pathServiceProvider, call)
            }.withoutHead(),
            // The login that starts on the activation page, and ends there.
            Route(.get, "/activate/login", audience: .browser, fault: .sessionLogin) { call in
                try await startLogin(call.parameters["code"] ?? "", activationURL: call.activationURL, call)
            }.withoutHead(),
        ]
    }

    private func startLogin(
        _ code: String, of serviceProvider: String? = nil, activationURL: String? = nil, _ call: APICall
    ) async throws -> Response {
        let event = PlainEvent<SessionLogin>.startSessionLogin(
            serviceProvider: serviceProvider, code: code, mvpd: call.parameters["mvpd"], activationURL: activationURL)
        switch try await guesses.send(event, code: code, call, to: engine) {
        case .done(let redirectURL): return .redirect(to: redirectURL)
        case .choice(let requestor, let code): return choice(requestor, code, call).response
        case .request(let request, let provider): return try await sites.redirect(with: request, to: provider, for: call)
        }
    }

    private func choice(_ requestor: Requestor, _ code: RegistrationCode, _ call: APICall) -> Page {
        let path = ClientPath.login(code)
        let providers = engine.read { $0.world.integrated(with: requestor.id) }
        return ProviderChoice(record: code, requestor: requestor, path: path, providers: providers) { provider in
            "\(path)?mvpd=\(PercentEncoding.encode(provider.mvpd))"
        }.page(for: call)
    }
}
