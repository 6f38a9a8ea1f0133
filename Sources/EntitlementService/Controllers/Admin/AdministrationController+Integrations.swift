import Administration
import EntitlementCore
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
        let change = try change(
            AdministrationFields(
                body,
                known: [
                    "enabled", "sso", "degraded", "authnTTL", "authzTTL", "platformAuthnTTL", "platformAuthzTTL", "hbaTTL",
                    "preauthorizeLimit", "away", "resources",
                ]))
        var details: [String: String] = [:]
        details["enabled"] = body["enabled"]?.bool.map { String($0) }
        details["degraded"] = body["degraded"]?.text
        let changed = try await engine.send(
            PlainEvent<ChangedIntegration>.changeIntegration(of: requestor, with: mvpd, details: details, change),
            requestID: requestID)
        return IntegrationResource(changed.integration, provider: changed.provider.id)
    }

    /// Returns the change that a body describes. Null restores the requestor's lifetime, or the provider's limit, and is otherwise
    /// like a missing member.
    private func change(_ fields: AdministrationFields) throws -> @Sendable (inout Integration) -> Void {
        func seconds(_ name: String) throws -> Int64?? { try fields.given(name).map { try lifetime($0, name) } }
        func secondsByPlatform(_ name: String) throws -> [Platform: Int64?] {
            try fields.given(name).map { try platformLifetimes($0, name) } ?? [:]
        }
        let isEnabled = try fields.flag("enabled")
        let singleSignOn = try fields["sso"].map { try platforms($0, "sso", AdministrationFields.flag) } ?? [:]
        let degradation = try fields.value("degraded", Degradation.allCases.map(\.rawValue).joined(separator: ", ")) { value in
            value.text.flatMap { Degradation(rawValue: $0) }
        }
        let (authentication, authorization) = (try seconds("authnTTL"), try seconds("authzTTL"))
        let platformAuthentication = try secondsByPlatform("platformAuthnTTL")
        let platformAuthorization = try secondsByPlatform("platformAuthzTTL")
        let homeBased = try seconds("hbaTTL")
        let preauthorizeLimit = try fields.given("preauthorizeLimit").map { try limit($0) }
        let isAway = try fields.flag("away")
        let resources = try fields["resources"].map { try overrides($0) }
        return { integration in
            if let isEnabled { integration.isEnabled = isEnabled }
            for (platform, isOn) in singleSignOn {
                if isOn { integration.singleSignOn.insert(platform) } else { integration.singleSignOn.remove(platform) }
            }
            if let degradation { integration.degradation = degradation }
            if let authentication { integration.authenticationLifetime = authentication }
            if let authorization { integration.authorizationLifetime = authorization }
            for (platform, seconds) in platformAuthentication {
                integration.platformAuthenticationLifetimes[platform] = seconds
            }
            for (platform, seconds) in platformAuthorization { integration.platformAuthorizationLifetimes[platform] = seconds }
            if let homeBased { integration.homeBasedLifetime = homeBased ?? Integration.defaultHomeBasedLifetime }
            if let preauthorizeLimit { integration.preauthorizeLimit = preauthorizeLimit }
            if let isAway { integration.isAwayFromHome = isAway }
            if let resources { integration.resources = resources }
        }
    }

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
