import EntitlementCore
import Hummingbird
import SAML
import TVWorld

/// SAML front-channel single logout.
extension WebLoginController {
    func startLogout(_ call: APICall) async throws -> Response {
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

    func completeLogout(_ call: APICall) async throws -> Response {
        let request = call.parameters["RelayState"] ?? ""
        var answer = try await engine.send(.completeWebLogout(request: request), requestID: call.requestID)
        if case .needsVerification(let provider) = answer {
            engine.note("LogoutResponse", .received, provider, in: call.request.uri.string, requestID: call.requestID)
            let evidence = try await evidence(of: "logout response", from: provider, in: call) { descriptor in
                let policy = RequestPolicy(
                    now: engine.clock.seconds(), expectedIssuer: descriptor.entityID,
                    expectedDestination: identity.singleLogoutURL)
                let answer = try LogoutResponse.verify(
                    query: call.request.uri.query ?? "", certificates: descriptor.certificates, policy: policy
                ) { $0 == request ? .pending : .unknown }
                return answer.message.status == .success
            }
            answer = try await engine.send(
                .completeWebLogout(request: request, evidence: evidence), requestID: call.requestID)
        }
        guard case .done(let redirectURL) = answer else { throw ServiceError(.internalServerError, "The service failed.") }
        return loggedOut(redirectURL)
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
