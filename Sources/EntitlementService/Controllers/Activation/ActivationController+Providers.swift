import Encodings
import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension ActivationController {
    /// The path of the page with the providers.
    private static var providersPath: String { "/activate/providers" }

    /// Shows the providers of the channel, to log in at one of them.
    func chooseProvider(_ call: APICall) async throws -> Response {
        let activation = try await activation(of: call)
        var page = choice(activation, call).page(for: call)
        forms.protect(&page, purpose: Self.activationPurpose, for: call, random: engine.random)
        return page.response
    }

    private func choice(_ activation: EnterRegistrationCode.Activation, _ call: APICall) -> ProviderChoice {
        let record = activation.record
        guard record.session == nil else {
            // A temporary pass of REST v2 starts with the first decision, so it is one of the providers.
            return ProviderChoice(
                record: record, requestor: activation.requestor, path: Self.providersPath, providers: activation.providers
            ) { provider in
                "/activate/login?code=\(record.code)&mvpd=\(PercentEncoding.encode(provider.mvpd))"
            }
        }
        let passes = activation.providers.filter(\.isTemporaryPass)
        return ProviderChoice(
            record: record, requestor: activation.requestor, path: Self.providersPath,
            providers: activation.providers.filter { !$0.isTemporaryPass }, pass: passes.first
        ) { address(of: $0, activation, call) }
    }

    private func address(
        of provider: Provider, _ activation: EnterRegistrationCode.Activation, _ call: APICall
    ) -> String {
        let code = activation.record.code
        let parameters = [
            ("reg_code", code), ("requestor_id", activation.requestor.id), ("mso_id", provider.mvpd),
            ("domain_name", activation.requestor.domains.first ?? ""), ("noflash", "true"), ("no_iframe", "true"),
            ("redirect_url", "\(call.activationURL)/done?code=\(code)"),
        ]
        let query = parameters.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
        return "/api/v1/authenticate?\(query)"
    }
}
