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
            EntitlementEvent.changeIntegration(of: requestor, with: mvpd, details: details, change),
            requestID: requestID)
        return IntegrationResource(changed.integration, provider: changed.provider.id)
    }

    /// Returns the change that a body describes. Null restores the requestor's lifetime, or the provider's limit, and is otherwise
    /// like a missing member.
    private func change(_ fields: AdministrationFields) throws -> @Sendable (inout Integration) -> Void {
        var steps: [@Sendable (inout Integration) -> Void] = []
        func set<Value: Sendable>(_ property: any WritableKeyPath<Integration, Value> & Sendable, _ value: Value?) {
            if let value { steps.append { $0[keyPath: property] = value } }
        }
        func seconds(_ name: String) throws -> Int64?? { try fields.given(name).map { try lifetime($0, name) } }
        func setSeconds(_ property: any WritableKeyPath<Integration, [Platform: Int64]> & Sendable, _ name: String) throws {
            guard let value = fields.given(name) else { return }
            guard value != .null else { return set(property, [:]) }
            for (platform, seconds) in try platforms(value, name, lifetime) {
                steps.append { $0[keyPath: property][platform] = seconds }
            }
        }
        set(\.isEnabled, try fields.flag("enabled"))
        let singleSignOn = try fields["sso"].map { try platforms($0, "sso", AdministrationFields.flag) } ?? [:]
        for (platform, isOn) in singleSignOn {
            steps.append { if isOn { $0.singleSignOn.insert(platform) } else { $0.singleSignOn.remove(platform) } }
        }
        let degradation = try fields.value("degraded", Degradation.allCases.map(\.rawValue).joined(separator: ", ")) { value in
            value.text.flatMap { Degradation(rawValue: $0) }
        }
        set(\.degradation, degradation)
        set(\.authenticationLifetime, try seconds("authnTTL"))
        set(\.authorizationLifetime, try seconds("authzTTL"))
        try setSeconds(\.platformAuthenticationLifetimes, "platformAuthnTTL")
        try setSeconds(\.platformAuthorizationLifetimes, "platformAuthzTTL")
        set(\.homeBasedLifetime, try seconds("hbaTTL").map { $0 ?? Integration.defaultHomeBasedLifetime })
        set(\.preauthorizeLimit, try fields.given("preauthorizeLimit").map { try limit($0, "preauthorizeLimit") })
        set(\.isAwayFromHome, try fields.flag("away"))
        set(\.resources, try fields["resources"].map { try overrides($0) })
        return { [steps] integration in
            for step in steps { step(&integration) }
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
        let wrong = AdministrationFields.wrong(field, "an object with ios and tvos")
        guard case .object(let members) = value else { throw wrong }
        return try members.reduce(into: [:]) { platforms, member in
            guard let platform = Platform(rawValue: member.key) else { throw wrong }
            platforms[platform] = try read(member.value, "\(field).\(member.key)")
        }
    }

    private func lifetime(_ value: JSON, _ field: String) throws -> Int64? {
        try number(value, field, "seconds", Lifetime.accepted)
    }

    private func limit(_ value: JSON, _ field: String) throws -> Int? {
        try number(value, field, "a whole number", Provider.preauthorizeLimits).map { Int($0) }
    }

    /// Returns a number that may be null.
    private func number(_ value: JSON, _ field: String, _ unit: String, _ range: ClosedRange<Int64>) throws -> Int64? {
        if value == .null { return nil }
        guard let number = value.integer, range.contains(number) else {
            throw AdministrationFields.wrong(field, "\(unit) from \(range.inWords)", isNullable: true)
        }
        return number
    }
}
