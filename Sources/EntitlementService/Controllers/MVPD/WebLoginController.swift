import EntitlementCore
import HTTPTypes
import Hummingbird
import Logging
import SAML
import TVWorld

/// The browser login, in the role of the service.
struct WebLoginController: Sendable {
    let engine: EntitlementEngine
    let identity: ServiceProviderIdentity
    let verification: MessageVerification
    let sites: ProviderSites
    let guesses: GuessThrottle

    var routes: [Route] {
        [
            Route(.get, "/api/v1/authenticate", audience: .browser, fault: .webLogin) { try await startLogin($0) },
            Route(.get, "/adobe-services/authenticate/saml", audience: .browser, fault: .webLogin) { try await startLogin($0) },
            Route(.post, "/sp/saml/SAMLAssertionConsumer", audience: .browser, fault: .webLogin) {
                try await consumeAssertion($0)
            },
        ]
    }

    private func startLogin(_ call: APICall) async throws -> Response {
        let parameters = call.parameters
        let event = StartWebLogin(
            code: parameters["reg_code"], requestor: parameters["requestor_id"], mvpd: parameters["mso_id"],
            domain: parameters["domain_name"], redirectURL: parameters["redirect_url"], activationURL: call.activationURL)
        switch try await guesses.send(event, code: event.code ?? "", call, to: engine) {
        case .degraded(let redirectURL): return .redirect(to: redirectURL)
        case .request(let request, let provider):
            return try await sites.redirect(
                with: request, to: provider, isPassive: parameters["is_passive"] == "true",
                forceAuthn: parameters["force_authn"] == "true", for: call)
        }
    }

    private func consumeAssertion(_ call: APICall) async throws -> Response {
        guard let text = call.parameters["SAMLResponse"], !text.isEmpty else {
            throw ServiceError.page(
                .serviceUnavailable, "No response received",
                "This page expects a TV provider's response (SAMLResponse), but the request has none.", "Go back to the app.")
        }
        var event = CompleteWebLogin(request: call.parameters["RelayState"] ?? "", address: call.clientAddress.text)
        do {
            var answer = try await engine.send(event, requestID: call.requestID)
            if case .needsVerification(let provider, let requestor) = answer {
                engine.note(
                    "Response", .received, mvpd: provider.mvpd, binding: "post", base64: text, requestID: call.requestID)
                event.evidence = try await evidence(text, for: event.request, of: requestor, from: provider)
                if case .refused(let reason) = event.evidence {
                    call.logger.notice("SAML response rejected", metadata: ["mvpd": "\(provider.mvpd)", "reason": "\(reason)"])
                }
                answer = try await engine.send(event, requestID: call.requestID)
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

    /// Verifies a provider's response with the certificates in its metadata.
    private func evidence(
        _ parameter: String, for request: String, of requestor: String, from provider: Provider
    ) async throws -> Evidence<CompleteWebLogin.Response> {
        let descriptor = try await sites.descriptor(of: provider)
        let policy = ResponsePolicy(
            now: engine.clock.seconds(), expectedIssuer: descriptor.entityID,
            expectedAudience: ServiceProviderIdentity.entityID(at: provider, for: requestor),
            expectedRecipient: identity.assertionConsumerServiceURL
        ) { $0 == request ? .pending : .unknown }
        do {
            let response = try await verification.perform {
                try SAML.Response.verify(
                    Base64.decodeMessage(parameter, blanksArePlus: true), certificates: descriptor.certificates, policy: policy)
            }
            return .verified(Self.contents(of: response))
        } catch let error as SAMLError {
            return .refused("The response of \(provider.name) was not accepted (\(error)).")
        }
    }

    private static func contents(of response: SAML.Response) -> CompleteWebLogin.Response {
        if let assertion = response.verifiedAssertion { return .success(assertion) }
        guard case .failure(_, let subcode, let message) = response.status else { return .failure(.denied(nil)) }
        switch subcode {
        case ResponseStatus.noPassiveCode: return .failure(.needsPerson)
        case ResponseStatus.authnFailedCode: return .failure(.cancelled)
        default: return .failure(.denied(message))
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
