import Encodings
import EntitlementCore
import TVWorld

extension DashboardController {
    var integrationForm: Route {
        form("/dashboard/integrations/{requestor}/{mvpd}", .integrations) { call in
            let body = Self.integrationBody(call.parameters)
            if body == .object([]) { return "Nothing was changed." }
            let (requestor, mvpd) = (call.part("requestor"), call.part("mvpd"))
            try await administration.changeIntegration(of: requestor, with: mvpd, body, requestID: call.requestID)
            return message(call.parameters, requestor: requestor, mvpd: mvpd)
        }
    }

    /// The fields of the form with several fields, in order.
    private static let fields = ["degraded"] + IntegrationLifetime.all.map(\.field)

    /// Returns the form's fields as the body of the administration's call; an empty lifetime is unset. Of a form with several
    /// fields, the unchanged ones are left out: another user may have changed them since.
    private static func integrationBody(_ parameters: FormParameters) -> JSON {
        let texts = (parameters["shown"] ?? "").split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        let shown = Dictionary(uniqueKeysWithValues: zip(fields, texts))
        func changed(_ field: String) -> String? {
            (parameters[field]?.trimmingWhitespace).flatMap { $0 == shown[field] ? nil : $0 }
        }
        // Text that is neither a Boolean nor a number is passed on, so that it is rejected as in a call.
        func flag(_ field: String) -> JSON? { parameters[field].map { Bool($0).map(JSON.bool) ?? .string($0) } }
        func lifetime(_ field: String) -> JSON? { changed(field).map { $0.isEmpty ? JSON.null : FormParameters.number($0) } }
        func platforms(_ name: String, _ value: (String) -> JSON?) -> JSON? {
            let members = Platform.allCases.compactMap { platform in
                value("\(name).\(platform.rawValue)").map { JSON.Member(platform.rawValue, $0) }
            }
            return members.isEmpty ? nil : JSON.object(members)
        }
        return .filled([
            "enabled": flag("enabled"), "sso": platforms("sso", flag), "degraded": changed("degraded").map { JSON.string($0) },
            "authnTTL": lifetime("authnTTL"), "platformAuthnTTL": platforms("platformAuthnTTL", lifetime),
            "authzTTL": lifetime("authzTTL"), "platformAuthzTTL": platforms("platformAuthzTTL", lifetime),
        ])
    }

    /// Returns the page's message after a change.
    private func message(_ parameters: FormParameters, requestor: String, mvpd: String) -> String {
        let name = engine.read { state in
            (state.world.provider(mvpd: mvpd)?.name ?? mvpd) + " with "
                + (state.world.requestor(id: requestor)?.name ?? requestor)
        }
        if let text = parameters["enabled"] { return "\(name): the integration is \(text == "true" ? "on" : "off") now." }
        for platform in Platform.allCases {
            guard let text = parameters["sso.\(platform.rawValue)"] else { continue }
            return "\(name): single sign-on of \(platform.deviceType) is \(text == "true" ? "on" : "off") now."
        }
        return "\(name): degradation and lifetimes were saved."
    }

    static func anchor(_ requestor: String, _ mvpd: String) -> String {
        "i-" + hexadecimal(sha256("\(requestor)\n\(mvpd)").prefix(6))
    }

    /// - Parameter problem: The reason why the call's form was rejected.
    func integrationsContent(_ call: APICall, problem: ServiceError?) -> [String: PageValue] {
        let world = engine.read { $0.world }
        let rows = world.providers.map { provider -> PageValue in
            [
                "provider": .text(provider.name), "mvpd": .text(provider.mvpd),
                "boarding": .text(provider.isTemporaryPass ? "temporary pass" : provider.boarding.rawValue),
                "cells": .list(world.requestors.map { cell(world, $0, provider, call, problem) }),
            ]
        }
        let requestors = world.requestors.map { requestor -> PageValue in
            ["id": .text(requestor.id), "name": .text(requestor.name)]
        }
        return ["rows": .list(rows), "requestors": .list(requestors)]
    }

    private func cell(
        _ world: World, _ requestor: Requestor, _ provider: Provider, _ call: APICall, _ problem: ServiceError?
    ) -> PageValue {
        let stored = world.integration(requestor: requestor.id, mvpd: provider.mvpd)
        // A missing integration counts as off; the first change creates it.
        var integration = stored ?? Integration(requestor: requestor.id, mvpd: provider.mvpd)
        if stored == nil { integration.isEnabled = false }
        let anchor = Self.anchor(requestor.id, provider.mvpd)
        let name = "\(provider.name) with \(requestor.name)"
        let isRefused = problem != nil && call.part("requestor") == requestor.id && call.part("mvpd") == provider.mvpd
        let entered = isRefused ? call.parameters : FormParameters()
        let isDegraded = integration.degradation != .none
        // In the order of the fields.
        let shown =
            [integration.degradation.rawValue]
            + IntegrationLifetime.all.map { $0.own(integration).map { String($0) } ?? "" }
        return [
            "anchor": .text(anchor), "name": .text(name), "requestor": .text(requestor.name), "isOpen": .flag(isRefused),
            "action": .text(
                "/dashboard/integrations/\(PercentEncoding.encode(requestor.id))/\(PercentEncoding.encode(provider.mvpd))"),
            "summary": .text(isDegraded ? "Degraded: \(integration.degradation.label)" : "Degradation, lifetimes"),
            "switches": .list(
                [Self.toggle("enabled", "Integration", integration.isEnabled, anchor)]
                    + Platform.allCases.map { platform in
                        Self.toggle(
                            "sso.\(platform.rawValue)", "SSO \(platform.deviceType)",
                            integration.singleSignOn.contains(platform), anchor)
                    }),
            "shown": .text(entered["shown"] ?? shown.joined(separator: ";")),
            "degradations": Self.options(
                Degradation.allCases.map { ($0.rawValue, $0.label) }, entered["degraded"] ?? integration.degradation.rawValue),
            "lifetimes": .list(
                IntegrationLifetime.all.map { lifetime in
                    let (own, seconds) = (lifetime.own(integration), lifetime.seconds(integration, requestor))
                    return [
                        "id": .text("\(anchor)-\(lifetime.field)"), "field": .text(lifetime.field),
                        "label": .text(lifetime.label), "seconds": .text(String(seconds)),
                        "value": .text(entered[lifetime.field] ?? own.map { String($0) } ?? ""),
                        "readable": .text(ReadableTime.duration(seconds)),
                        "source": .optional(own == nil ? lifetime.source(integration) : nil),
                        "isWrong": .flag(isRefused && problem?.field?.name == lifetime.field),
                    ]
                }),
        ]
    }

    private static func toggle(_ field: String, _ label: String, _ isOn: Bool, _ anchor: String) -> PageValue {
        [
            "field": .text(field), "label": .text(label), "isOn": .text(isOn ? "true" : "false"),
            "next": .text(isOn ? "false" : "true"), "state": .text(isOn ? "on" : "off"), "id": .text("\(anchor)-\(field)"),
        ]
    }
}

/// A lifetime that an integration may set, for all platforms or for one.
struct IntegrationLifetime {
    /// The kinds of lifetimes, by the administration's field.
    enum Kind: String, CaseIterable {
        case authnTTL
        case authzTTL

        /// The field of the platform-specific lifetimes.
        var platformField: String { self == .authnTTL ? "platformAuthnTTL" : "platformAuthzTTL" }
        var label: String { self == .authnTTL ? "Authentication lifetime" : "Authorization lifetime" }
    }

    let kind: Kind
    var platform: Platform?

    static let all = Kind.allCases.flatMap { kind in
        [IntegrationLifetime(kind: kind)] + Platform.allCases.map { IntegrationLifetime(kind: kind, platform: $0) }
    }

    var field: String { platform.map { "\(kind.platformField).\($0.rawValue)" } ?? kind.rawValue }
    var label: String { platform.map { "\(kind.label) on \($0.deviceType)" } ?? kind.label }

    func own(_ integration: Integration) -> Int64? {
        switch (kind, platform) {
        case (.authnTTL, nil): integration.authenticationLifetime
        case (.authzTTL, nil): integration.authorizationLifetime
        case (.authnTTL, let platform?): integration.platformAuthenticationLifetimes[platform]
        case (.authzTTL, let platform?): integration.platformAuthorizationLifetimes[platform]
        }
    }

    /// Returns the effective value.
    func seconds(_ integration: Integration, _ requestor: Requestor) -> Int64 {
        kind == .authnTTL
            ? integration.authenticationLifetime(on: platform, of: requestor)
            : integration.authorizationLifetime(on: platform, of: requestor)
    }

    /// Returns the source of the lifetime if the integration does not have its own.
    func source(_ integration: Integration) -> String {
        platform != nil && IntegrationLifetime(kind: kind).own(integration) != nil ? "the integration's" : "the requestor's"
    }
}

extension Degradation {
    var label: String {
        switch self {
        case .none: "none"
        case .authenticateAll: "AuthNAll"
        case .authorizeAll: "AuthZAll"
        case .authorizeNone: "AuthZNone"
        }
    }
}
