import Encodings
import EntitlementCore
import HTTPTypes
import Hummingbird
import Logging
import SAML
import TVWorld

/// The browser login and logout, in the role of the service.
struct WebLoginController: Sendable {
    let engine: EntitlementEngine
    let identity: ServiceProviderIdentity
    let verification: MessageVerification
    let sites: ProviderSites
    let guesses: GuessThrottle

    var routes: [Route] {
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
            Route(.get, "/api/v1/authenticate", audience: .browser, fault: .webLogin, throttled: true) {
                try await startLogin($0)
            }.withoutHead(),
            Route(.get, "/adobe-services/authenticate/saml", audience: .browser, fault: .webLogin) {
                try await startLogin($0)
            }.withoutHead(),
            Route(.post, "/sp/saml/SAMLAssertionConsumer", audience: .browser, fault: .webLogin) {
                try await consumeAssertion($0)
            },
            Route(.get, "/adobe-services/logout", audience: .browser, fault: .logout) { try await startLogout($0) }.withoutHead(),
            Route(.get, "/sp/saml/LogoutServiceHTTPRedirectResponse", audience: .browser, fault: .logout) {
                try await completeLogout($0)
            }.withoutHead(),
        ]
    }

    private func startLogin(_ call: APICall) async throws -> Response {
        let parameters = call.parameters
        let code = parameters["reg_code"]
        let event = EntitlementEvent.startWebLogin(
            code: code, requestor: parameters["requestor_id"], mvpd: parameters["mso_id"], domain: parameters["domain_name"],
            redirectURL: parameters["redirect_url"], activationURL: call.activationURL)
        switch try await guesses.send(event, code: code ?? "", call, to: engine) {
        case .degraded(let redirectURL): return .redirect(to: redirectURL)
        case .request(let request, let provider):
            return try await sites.redirect(
                with: request, to: provider, isPassive: parameters["is_passive"] == "true",
                forceAuthn: parameters["force_authn"] == "true", for: call)
        }
    }

    /// Sends a browser from the login page of a session of REST v2 to the provider.
    private func startLogin(
        _ code: String, of serviceProvider: String? = nil, activationURL: String? = nil, _ call: APICall
    ) async throws -> Response {
        let event = EntitlementEvent.startSessionLogin(
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

    private func consumeAssertion(_ call: APICall) async throws -> Response {
        guard let text = call.parameters["SAMLResponse"], !text.isEmpty else {
            throw ServiceError.page(
                .serviceUnavailable, "No response received",
                "This page expects a TV provider's response (SAMLResponse), but the request has none.", "Go back to the app.")
        }
        let request = call.parameters["RelayState"] ?? ""
        do {
            var answer = try await engine.send(.completeWebLogin(request: request), requestID: call.requestID)
            if case .needsVerification(let provider, let requestor) = answer {
                engine.note(
                    "Response", .received, mvpd: provider.mvpd, binding: "post", base64: text, requestID: call.requestID)
                let evidence = try await evidence(of: "SAML response", from: provider, in: call) {
                    try contents(of: text, to: request, for: requestor, from: provider, $0)
                }
                answer = try await engine.send(
                    .completeWebLogin(
                        request: request, evidence: evidence, requestor: requestor, address: call.clientAddress.text),
                    requestID: call.requestID)
            }
            guard case .signedIn(_, let redirectURL) = answer else {
                throw ServiceError(.internalServerError, "The service failed.")
            }
            return .redirect(to: redirectURL)
        } catch let refusal as Refusal {
            // No page was requested; the app notices the missing token.
            guard refusal.code == .loginNeedsPerson, let url = refusal.returnURL else { throw refusal }
            return .redirect(to: url)
        }
    }

    private func contents(
        of parameter: String, to request: String, for requestor: String, from provider: Provider, _ descriptor: EntityDescriptor
    ) throws(SAMLError) -> Result<VerifiedAssertion, WebLoginDenial> {
        let policy = ResponsePolicy(
            now: engine.clock.seconds(), expectedIssuer: descriptor.entityID,
            expectedAudience: ServiceProviderIdentity.entityID(at: provider, for: requestor),
            expectedRecipient: identity.assertionConsumerServiceURL
        ) { $0 == request ? .pending : .unknown }
        let response = try SAML.Response.verify(
            Base64.decodeMessage(parameter, blanksArePlus: true), certificates: descriptor.certificates, policy: policy)
        if let assertion = response.verifiedAssertion { return .success(assertion) }
        guard case .failure(_, let subcode, let message) = response.status else { return .failure(.denied(nil)) }
        switch subcode {
        case ResponseStatus.noPassiveCode: return .failure(.noPassive)
        case ResponseStatus.authnFailedCode: return .failure(.cancelled)
        default: return .failure(.denied(message))
        }
    }

    /// Verifies a provider's response with the certificates in its metadata.
    ///
    /// - Parameter kind: The kind of response, for the log.
    func evidence<Contents>(
        of kind: String, from provider: Provider, in call: APICall,
        _ verify: @escaping @Sendable (EntityDescriptor) throws -> Contents
    ) async throws -> Evidence<Contents> {
        let descriptor = try await sites.descriptor(of: provider)
        do {
            return .verified(try await verification.perform { try verify(descriptor) })
        } catch let error as SAMLError {
            call.logger.notice("\(kind) rejected", metadata: ["mvpd": "\(provider.mvpd)", "reason": "\(error)"])
            return .refused("The response of \(provider.name) was not accepted (\(error)).")
        }
    }
}

extension EntitlementEngine {
    /// Records a message in a URL in the journal.
    func note(_ name: String, _ direction: MessageDirection, _ provider: Provider, in address: String, requestID: String) {
        let xml = RedirectBinding.text(in: address)
        note(name, direction, mvpd: provider.mvpd, binding: "redirect", xml: xml, requestID: requestID)
    }
}
