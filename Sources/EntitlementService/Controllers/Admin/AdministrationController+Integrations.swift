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

    /// Changes an integration.
    @discardableResult
    func changeIntegration(
        of requestor: String, with mvpd: String, _ body: JSON, requestID: String
    ) async throws -> IntegrationResource {
        let changes = try AdministrationFields.members(of: body).map { try change($0.key, $0.value) }
        var details: [String: String] = [:]
        details["enabled"] = body["enabled"]?.bool.map { String($0) }
        details["degraded"] = body["degraded"]?.text
        let changed = try await engine.send(
            PlainEvent<ChangedIntegration>.changeIntegration(of: requestor, with: mvpd, details: details) { integration in
                for change in changes { change(&integration) }
            }, requestID: requestID)
        return IntegrationResource(changed.integration, provider: changed.provider.id)
    }

    /// Returns the change that a member of the body describes; null restores the requestor's lifetime, or the provider's limit,
    /// and is otherwise like a missing member.
    private func change(_ field: String, _ value: JSON) throws -> @Sendable (inout Integration) -> Void {
        if value == .null, Self.ownFields.contains(field) { return { _ in } }
        switch field {
        case "enabled":
            let isEnabled = try AdministrationFields.flag(value, field)
            return { $0.isEnabled = isEnabled }
        case "sso":
            let switches = try platforms(value, field, AdministrationFields.flag)
            return { integration in
                for (platform, isOn) in switches {
                    if isOn { integration.singleSignOn.insert(platform) } else { integration.singleSignOn.remove(platform) }
                }
            }
        case "degraded":
            guard let degradation = value.text.flatMap({ Degradation(rawValue: $0) }) else {
                throw AdministrationFields.wrong(field, Degradation.allCases.map(\.rawValue).joined(separator: ", "))
            }
            return { $0.degradation = degradation }
        case "authnTTL":
            let seconds = try lifetime(value, field)
            return { $0.authenticationLifetime = seconds }
        case "authzTTL":
            let seconds = try lifetime(value, field)
            return { $0.authorizationLifetime = seconds }
        case "platformAuthnTTL":
            let lifetimes = try platformLifetimes(value, field)
            return { for (platform, seconds) in lifetimes { $0.platformAuthenticationLifetimes[platform] = seconds } }
        case "platformAuthzTTL":
            let lifetimes = try platformLifetimes(value, field)
            return { for (platform, seconds) in lifetimes { $0.platformAuthorizationLifetimes[platform] = seconds } }
        case "hbaTTL":
            let seconds = try lifetime(value, field) ?? Integration.defaultHomeBasedLifetime
            return { $0.homeBasedLifetime = seconds }
        case "preauthorizeLimit":
            let limit = try limit(value)
            return { $0.preauthorizeLimit = limit }
        case "away":
            let isAway = try AdministrationFields.flag(value, field)
            return { $0.isAwayFromHome = isAway }
        case "resources":
            let overrides = try overrides(value)
            return { $0.resources = overrides }
        default: throw AdministrationFields.unknown(field, known: Self.knownFields)
        }
    }

    private static let knownFields = [
        "enabled", "sso", "degraded", "authnTTL", "authzTTL", "platformAuthnTTL", "platformAuthzTTL", "hbaTTL",
        "preauthorizeLimit", "away", "resources",
    ]

    /// The fields with no value of the requestor or provider.
    private static let ownFields = ["enabled", "sso", "degraded", "away", "resources"]

    /// `{"news": {"deny": CODE, "message": TEXT}, …}`
    private func overrides(_ value: JSON) throws -> [String: ResourceOverride] {
        guard case .object(let members) = value, members.count <= 1_000 else {
            throw AdministrationFields.wrong("resources", "an object of at most 1000 resources")
        }
        var overrides: [String: ResourceOverride] = [:]
        for member in members {
            // A scenario with these resources and messages must be accepted again.
            guard member.key == Integration.everyResource || TextRule.resource.accepts(member.key) else {
                throw AdministrationFields.wrong("resources", "as keys * or a resource: \(TextRule.resource.accepted)")
            }
            let field = "resources.\(member.key.prefix(64))"
            guard case .object(let inner) = member.value, inner.allSatisfy({ ["deny", "message"].contains($0.key) }),
                let denial = member.value["deny"]?.text.flatMap({ ResourceDenial(rawValue: $0) })
            else {
                let codes = ResourceDenial.allCases.map(\.rawValue).joined(separator: ", ")
                throw AdministrationFields.wrong(field, "an object with deny (one of \(codes)) and optionally message")
            }
            let message = member.value["message"].flatMap { $0 == .null ? nil : $0 }
            guard message == nil || message?.text.map(TextRule.plain.accepts) == true else {
                throw AdministrationFields.wrong("\(field).message", TextRule.plain.accepted)
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

    private func platformLifetimes(_ value: JSON, _ field: String) throws -> [Platform: Int64?] {
        if value == .null { return Dictionary(uniqueKeysWithValues: Platform.allCases.map { ($0, Int64?.none) }) }
        return try platforms(value, field, lifetime)
    }

    private func lifetime(_ value: JSON, _ field: String) throws -> Int64? {
        if value == .null { return nil }
        guard let seconds = value.integer, AdministrationLimit.lifetime.contains(seconds) else {
            throw AdministrationFields.wrong(field, "seconds from \(AdministrationLimit.lifetime.inWords)", isNullable: true)
        }
        return seconds
    }

    private func limit(_ value: JSON) throws -> Int? {
        if value == .null { return nil }
        guard let limit = value.integer, Provider.preauthorizeLimits.contains(limit) else {
            throw AdministrationFields.wrong("preauthorizeLimit", Provider.preauthorizeLimits, isNullable: true)
        }
        return Int(limit)
    }
}
