import Encodings
import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension ActivationController {
    /// Shows the providers of the channel, to log in at one of them.
    func chooseProvider(_ call: APICall) async throws -> Response {
        let activation = try await activation(of: call)
        var page = choice(activation, call).page(for: call)
        forms.protect(&page, purpose: Self.activationPurpose, for: call, random: engine.random)
        return page.response
    }

    private func choice(_ activation: DeviceActivation, _ call: APICall) -> ProviderChoice {
        // A temporary pass of REST v2 starts with the first decision, so it is one of the providers.
        let (providers, isVersion2) = (activation.providers, activation.record.session != nil)
        return ProviderChoice(
            record: activation.record, requestor: activation.requestor, path: "/activate/providers",
            providers: providers.filter { isVersion2 || !$0.isTemporaryPass },
            pass: isVersion2 ? nil : providers.first(where: \.isTemporaryPass)
        ) { provider in
            isVersion2
                ? "/activate/login?code=\(activation.record.code)&mvpd=\(PercentEncoding.encode(provider.mvpd))"
                : address(of: provider, activation, call)
        }
    }

    private func address(of provider: Provider, _ activation: DeviceActivation, _ call: APICall) -> String {
        let code = activation.record.code
        let parameters = [
            ("reg_code", code), ("requestor_id", activation.requestor.id), ("mso_id", provider.mvpd),
            ("domain_name", activation.requestor.domains.first ?? ""), ("noflash", "true"), ("no_iframe", "true"),
            ("redirect_url", "\(call.activationURL)/done?code=\(code)"),
        ]
        let query = parameters.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
        return "/api/v1/authenticate?\(query)"
    }

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
