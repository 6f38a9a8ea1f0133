import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

/// The configuration and the profile requests.
struct ConfigurationController: Sendable {
    let engine: EntitlementEngine
    let access: AccessControl
    let identity: ServiceProviderIdentity

    var routes: [Route] {
        [
            .rest(.get, "/api/v1/config/{requestor}", fault: .configuration) { call in
                let deviceCall = try await access.deviceCall(call, requestor: call.part("requestor"))
                return call.answer(
                    .ok, try await engine.send(.readConfiguration(call: deviceCall), requestID: call.requestID).document)
            },
            Route(.get, "/api/v1/{requestor}/profile-requests/{mvpd}", audience: .app, fault: .profile, throttled: true) {
                try await createProfileRequest($0)
            }.withoutHead(),
        ]
    }

    private func createProfileRequest(_ call: APICall) async throws -> Response {
        let event = PlainEvent<ProfileRequest>.createProfileRequest(
            call: try await access.deviceCall(call, requestor: call.part("requestor")), mvpd: call.part("mvpd"),
            deviceType: call.parameters["deviceType"])
        let signed = ForeseenValue<String>()
        let answer = try await engine.send(event, requestID: call.requestID) { [identity] answer in
            guard case .request(let request, let provider) = answer else { return }
            signed.begin { try identity.payload(of: request, to: provider) }
        }
        switch answer {
        case .degraded: return .empty(.noContent)
        case .request(let request, let provider):
            let payload = try await signed.value ?? identity.payload(of: request, to: provider)
            engine.note(
                "AuthnRequest", .sent, mvpd: provider.mvpd, binding: "platform", base64: payload, requestID: call.requestID)
            return .content(.ok, "application/octet-stream", payload)
        }
    }
}
