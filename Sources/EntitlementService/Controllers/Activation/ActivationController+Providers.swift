import Encodings
import EntitlementCore
import Foundation
import HTTPTypes
import Hummingbird
import TVWorld

extension ActivationController {
    /// More providers than this get a search field.
    private static var searchLimit: Int { 8 }

    /// Shows the providers of the channel, to log in at one of them.
    func chooseProvider(_ call: APICall) async throws -> Response {
        let activation = try await activation(of: call)
        let code = activation.record.code
        let all = activation.providers.filter { !$0.isTemporaryPass }
        // The device may have preselected a provider; another one can be chosen nevertheless.
        let chosen = all.filter { $0.mvpd == activation.record.mvpd }
        let isNarrowed = !chosen.isEmpty && call.parameters["all"] == nil
        let query = String((call.parameters["q"] ?? "").prefix(64))
        let shown = isNarrowed ? chosen : all.filter { Self.matches($0.name, query) }
        var page = Page(
            "Choose your TV provider", .activationProviders,
            [
                "code": .text(code), "device": .text(activation.record.deviceName), "requestor": .text(activation.requestor.name),
                "search": .flag(!isNarrowed && all.count > Self.searchLimit), "query": .text(query),
                "providers": .list(shown.map { choice($0, activation, call) }),
                "others": .optional(isNarrowed && all.count > 1 ? "/activate/providers?code=\(code)&all=1" : nil),
                "pass": .optional(activation.providers.first(where: \.isTemporaryPass)?.name),
            ])
        if shown.isEmpty {
            page.content["none"] = .text(
                all.isEmpty
                    ? "\(activation.requestor.name) does not support any TV provider at the moment. Try again later."
                    : "No TV provider is called “\(query)”. Try a part of the name.")
        }
        page.styles = [.activation]
        forms.protect(&page, purpose: Self.activationPurpose, for: call, random: engine.random)
        return page.response
    }

    /// Whether every word of a search is in a name; case and accents do not matter.
    private static func matches(_ name: String, _ query: String) -> Bool {
        let name = plain(name)
        return query.split(whereSeparator: \.isWhitespace).allSatisfy { name.contains(plain(String($0))) }
    }

    /// A text in lower case without accents.
    private static func plain(_ text: String) -> String {
        let scalars = text.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
        return String(String.UnicodeScalarView(scalars.filter { $0.properties.generalCategory != .nonspacingMark }))
    }

    private func choice(_ provider: Provider, _ activation: EnterRegistrationCode.Activation, _ call: APICall) -> PageValue {
        let code = activation.record.code
        let parameters = [
            ("reg_code", code), ("requestor_id", activation.requestor.id), ("mso_id", provider.mvpd),
            ("domain_name", activation.requestor.domains.first ?? ""), ("noflash", "true"), ("no_iframe", "true"),
            ("redirect_url", "\(call.activationURL)/done?code=\(code)"),
        ]
        let query = parameters.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
        return .object([
            "name": .text(provider.name), "logo": .text("/mvpd/\(PercentEncoding.encode(provider.id))/logo.svg"),
            "address": .text("/api/v1/authenticate?\(query)"),
        ])
    }
}
