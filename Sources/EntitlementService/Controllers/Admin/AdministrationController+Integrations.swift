import Administration
import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension AdministrationController {
    /// `GET /admin/v1/integrations[?requestor=R]`
    func integrations(_ call: APICall) throws -> [IntegrationResource] {
        let requestor = try filter(call.parameters)
        let world = engine.read { $0.world }
        return world.integrations.filter { requestor == nil || $0.requestor == requestor }.map { integration in
            IntegrationResource(integration, provider: world.provider(mvpd: integration.mvpd)?.id ?? "")
        }
    }

    /// `GET /admin/v1/integrations/{requestor}/{mvpd}`
    func integration(_ call: APICall) throws -> IntegrationResource {
        let requestor = try requestor(call.part("requestor")).id
        let (world, mvpd) = (engine.read { $0.world }, call.part("mvpd"))
        guard let provider = world.provider(mvpd: mvpd) ?? world.provider(id: mvpd),
            let integration = world.integration(requestor: requestor, mvpd: provider.mvpd)
        else {
            throw ServiceError.unknown("Requestor", requestor, "has no integration with MVPD \"\(mvpd.prefix(64))\"")
        }
        return IntegrationResource(integration, provider: provider.id)
    }

    /// Changes an integration; null restores the requestor's lifetime, or the provider's limit.
    @discardableResult
    func changeIntegration(
        of requestor: String, with mvpd: String, _ body: JSON, requestID: String
    ) async throws -> IntegrationResource {
        var change = ChangeIntegration(requestor: requestor, mvpd: mvpd)
        for member in try AdministrationFields.members(of: body) {
            switch member.key {
            case "enabled": change.isEnabled = try AdministrationFields.flag(member.value, "enabled")
            case "sso": change.singleSignOn = try platforms(member.value, "sso", AdministrationFields.flag)
            case "degraded":
                guard let degradation = member.value.text.flatMap({ Degradation(rawValue: $0) }) else {
                    throw AdministrationFields.wrong("degraded", Degradation.allCases.map(\.rawValue).joined(separator: ", "))
                }
                change.degradation = degradation
            case "authnTTL": change.authenticationLifetime = try lifetime(member.value, "authnTTL")
            case "authzTTL": change.authorizationLifetime = try lifetime(member.value, "authzTTL")
            case "platformAuthnTTL":
                change.platformAuthenticationLifetimes = try platforms(member.value, "platformAuthnTTL", lifetime)
            case "platformAuthzTTL":
                change.platformAuthorizationLifetimes = try platforms(member.value, "platformAuthzTTL", lifetime)
            case "hbaTTL": change.homeBasedLifetime = try lifetime(member.value, "hbaTTL")
            case "preauthorizeLimit": change.preauthorizeLimit = try limit(member.value)
            case "away": change.isAwayFromHome = try AdministrationFields.flag(member.value, "away")
            case "resources": change.resources = try overrides(member.value)
            default: throw AdministrationFields.unknown(member.key, known: Self.knownFields)
            }
        }
        let answer = try await engine.send(change, requestID: requestID)
        return IntegrationResource(answer.integration, provider: answer.provider.id)
    }

    private static let knownFields = [
        "enabled", "sso", "degraded", "authnTTL", "authzTTL", "platformAuthnTTL", "platformAuthzTTL", "hbaTTL",
        "preauthorizeLimit", "away", "resources",
    ]

    /// `{"news": {"deny": CODE, "message": TEXT}, …}`
    private func overrides(_ value: JSON) throws -> [String: ResourceOverride] {
        guard case .object(let members) = value, members.count <= 1_000 else {
            throw AdministrationFields.wrong("resources", "an object of at most 1000 resources")
        }
        var overrides: [String: ResourceOverride] = [:]
        for member in members {
            let field = "resources.\(member.key.prefix(64))"
            guard case .object(let inner) = member.value, inner.allSatisfy({ ["deny", "message"].contains($0.key) }),
                let denial = member.value["deny"]?.text.flatMap({ ResourceDenial(rawValue: $0) })
            else {
                let codes = ResourceDenial.allCases.map(\.rawValue).joined(separator: ", ")
                throw AdministrationFields.wrong(field, "an object with deny (one of \(codes)) and optionally message")
            }
            let message = member.value["message"].flatMap { $0 == .null ? nil : $0 }
            guard message == nil || (1...1_000).contains(message?.text?.unicodeScalars.count ?? 0) else {
                throw AdministrationFields.wrong("\(field).message", "a string of 1 to 1000 characters")
            }
            overrides[member.key] = ResourceOverride(denial: denial, message: message?.text)
        }
        return overrides
    }

    /// Returns a value for each platform in the body.
    private func platforms<Value>(
        _ value: JSON, _ field: String, _ read: (JSON, String) throws -> Value
    ) throws -> [Platform: Value] {
        guard case .object(let members) = value else { throw AdministrationFields.wrong(field, "an object with ios and tvos") }
        var platforms: [Platform: Value] = [:]
        for member in members {
            guard let platform = Platform(rawValue: member.key) else {
                throw AdministrationFields.wrong(field, "an object with ios and tvos")
            }
            platforms[platform] = try read(member.value, "\(field).\(member.key)")
        }
        return platforms
    }

    private func lifetime(_ value: JSON, _ field: String) throws -> Inheritable<Int64> {
        if value == .null { return .inherited }
        guard let seconds = value.integer, AdministrationLimit.lifetime.contains(seconds) else {
            throw AdministrationFields.wrong(field, "seconds from \(AdministrationLimit.lifetime.inWords)", isNullable: true)
        }
        return .own(seconds)
    }

    private func limit(_ value: JSON) throws -> Inheritable<Int> {
        if value == .null { return .inherited }
        guard let limit = value.integer, Provider.preauthorizeLimits.contains(limit) else {
            throw AdministrationFields.wrong("preauthorizeLimit", Provider.preauthorizeLimits, isNullable: true)
        }
        return .own(Int(limit))
    }
}
