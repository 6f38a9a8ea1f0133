import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension ActivationController {
    /// Signs the device in with the channel's temporary pass.
    func startTemporaryPass(_ call: APICall) async throws -> Response {
        try forms.require(call, purpose: Self.activationPurpose)
        let activation = try await activation(of: call)
        guard let pass = activation.providers.first(where: \.isTemporaryPass) else {
            throw ServiceError.page(
                .notFound, "Temporary pass not available",
                "\(activation.requestor.name) cannot be watched without a TV provider.",
                "Go back and choose your TV provider.")
        }
        do {
            _ = try await engine.send(
                .startTemporaryPass(code: activation.record.code, mvpd: pass.mvpd), requestID: call.requestID)
        } catch let error as Refusal {
            throw ServiceError.page(
                HTTPResponse.Status(code: error.status), "\(pass.name) cannot be used", error.message,
                "Choose your TV provider instead.",
                links: [
                    .init(label: "Choose a TV provider", address: "/activate/providers?code=\(activation.record.code)")
                ])
        }
        return .seeOther("/activate/done?code=\(activation.record.code)")
    }
}
