import EntitlementCore
import HTTPTypes
import Hummingbird
import Logging
import SAML
import TVWorld

/// The browser logout, in the role of the service: SAML front-channel single logout.
struct WebLogoutController: Sendable {
    let engine: EntitlementEngine
    let identity: ServiceProviderIdentity
    let verification: MessageVerification
    let sites: ProviderSites

    var routes: [Route] {
        [
            Route(.get, "/adobe-services/logout", audience: .browser, fault: .logout) { try await startLogout($0) }.withoutHead(),
            Route(.get, "/sp/saml/LogoutServiceHTTPRedirectResponse", audience: .browser, fault: .logout) {
                try await completeLogout($0)
            }.withoutHead(),
        ]
    }

    private func startLogout(_ call: APICall) async throws -> Response {
        let parameters = call.parameters
        let device = parameters["deviceId"] ?? parameters["pt_device_id"]
        let answer: WebLogout
        // A profile of REST v2 may be identified instead of a device.
        if let device, try await engine.inspect({ $0.pendingLogouts[device] != nil }) {
            answer = try await engine.send(.startProfileLogout(id: device), requestID: call.requestID)
        } else {
            answer = try await engine.send(
                .startWebLogout(
                    requestor: parameters["requestor_id"], mvpd: parameters["mso_id"], deviceID: device,
                    applicationID: parameters["appId"], redirectURL: parameters["redirect_url"]),
                requestID: call.requestID)
        }
        switch answer {
        case .done(let redirectURL): return loggedOut(redirectURL)
        case .request(let request, let provider, let nameID, let format, let sessionIndex):
            guard case .logout(let redirectURL) = request.sentBy else { return loggedOut(nil) }
            let url = try identity.logoutURL(
                for: request, to: provider, nameID: nameID, nameIDFormat: format, sessionIndex: sessionIndex,
                at: try await sites.descriptor(of: provider))
            if let url { engine.note("LogoutRequest", .sent, provider, in: url, requestID: call.requestID) }
            return url.map { .redirect(to: $0) } ?? loggedOut(redirectURL)
        }
    }

    private func completeLogout(_ call: APICall) async throws -> Response {
        let request = call.parameters["RelayState"] ?? ""
        var answer = try await engine.send(.completeWebLogout(request: request), requestID: call.requestID)
        if case .needsVerification(let provider) = answer {
            engine.note("LogoutResponse", .received, provider, in: call.request.uri.string, requestID: call.requestID)
            let evidence = try await evidence(call, for: request, from: provider)
            answer = try await engine.send(
                .completeWebLogout(request: request, evidence: evidence), requestID: call.requestID)
        }
        guard case .done(let redirectURL) = answer else { throw ServiceError(.internalServerError, "The service failed.") }
        return loggedOut(redirectURL)
    }

    /// Verifies a provider's response with the certificates in its metadata.
    private func evidence(
        _ call: APICall, for request: String, from provider: Provider
    ) async throws -> Evidence<Bool> {
        let descriptor = try await sites.descriptor(of: provider)
        do {
            let query = call.request.uri.query ?? ""
            let policy = RequestPolicy(
                now: engine.clock.seconds(), expectedIssuer: descriptor.entityID,
                expectedDestination: identity.singleLogoutURL)
            let answer = try await verification.perform {
                try LogoutResponse.verify(query: query, certificates: descriptor.certificates, policy: policy) {
                    $0 == request ? .pending : .unknown
                }
            }
            return .verified(answer.message.status == .success)
        } catch let error as SAMLError {
            call.logger.notice("logout response rejected", metadata: ["mvpd": "\(provider.mvpd)", "reason": "\(error)"])
            return .refused("The response of \(provider.name) was not accepted (\(error)).")
        }
    }

    private func loggedOut(_ redirectURL: String?) -> Response {
        if let redirectURL { return .redirect(to: redirectURL) }
        return Page(
            title: "You are logged out", template: PageFiles.messageMustache,
            content: [
                "paragraphs": .list(["The app on this device is logged out of your TV provider.", "You can close this page."])
            ]
        ).response
    }
}
