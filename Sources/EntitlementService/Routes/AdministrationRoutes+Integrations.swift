import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension ServiceEnvironment {
    /// `GET /admin/v1/integrations[?requestor=R]`
    func listIntegrations(_ call: Call) throws -> Response {
        let world = engine.read { $0.world }
        let requestor = call.parameters["requestor"]
        if let requestor, world.requestor(id: requestor) == nil {
            throw AdministrationError(.notFound, "not_found", "Requestor \"\(requestor)\" is unknown.")
        }
        let list = world.integrations.filter { requestor == nil || $0.requestor == requestor }.map { integration in
            Self.json(integration, provider: world.provider(mvpd: integration.mvpd)?.id ?? "")
        }
        return .json(.ok, .object([.init("integrations", .array(list))]))
    }

    /// `GET /admin/v1/integrations/{requestor}/{mvpd}`
    func readIntegration(_ call: Call) throws -> Response {
        let requestor = try requestor(call.part("requestor")).id
        let (world, mvpd) = (engine.read { $0.world }, call.part("mvpd"))
        guard let provider = world.provider(mvpd: mvpd) ?? world.provider(id: mvpd),
            let integration = world.integration(requestor: requestor, mvpd: provider.mvpd)
        else {
            throw AdministrationError(
                .notFound, "not_found", "Requestor \"\(requestor)\" has no integration with MVPD \"\(mvpd.prefix(64))\".")
        }
        return .json(.ok, Self.json(integration, provider: provider.id))
    }

    /// `PUT /admin/v1/integrations/{requestor}/{mvpd}`: a lifetime of null is the requestor's again, a limit the provider's.
    func changeIntegration(_ call: Call) async throws -> Response {
        let body = try call.json()
        guard case .object(let members) = body else {
            throw AdministrationError(.badRequest, "invalid_request", "The body must be a JSON object.")
        }
        var change = ChangeIntegration(requestor: call.part("requestor"), mvpd: call.part("mvpd"))
        for member in members {
            switch member.key {
            case "enabled": change.isEnabled = try bool(member.value, "enabled")
            case "sso": change.singleSignOn = try platforms(member.value, "sso", bool)
            case "degraded":
                guard let degradation = member.value.text.flatMap({ Degradation(rawValue: $0) }) else {
                    throw wrong("degraded", Degradation.allCases.map(\.rawValue).joined(separator: ", "))
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
            case "away": change.isAwayFromHome = try bool(member.value, "away")
            case "resources": change.resources = try overrides(member.value)
            default:
                throw AdministrationError(
                    .badRequest, "invalid_request",
                    "\"\(member.key.prefix(64))\" is unknown; known are \(Self.knownFields).")
            }
        }
        let answer = try await engine.send(change, requestID: call.requestID)
        return .json(.ok, Self.json(answer.integration, provider: answer.provider.id))
    }

    private static let knownFields = """
        enabled, sso, degraded, authnTTL, authzTTL, platformAuthnTTL, platformAuthzTTL, hbaTTL, preauthorizeLimit, away, resources
        """

    /// `{"news": {"deny": CODE, "message": TEXT}, …}`
    private func overrides(_ value: JSON) throws -> [String: ResourceOverride] {
        guard case .object(let members) = value, members.count <= 1_000 else {
            throw wrong("resources", "an object of at most 1000 resources")
        }
        var overrides: [String: ResourceOverride] = [:]
        for member in members {
            let field = "resources.\(member.key.prefix(64))"
            guard case .object(let inner) = member.value, inner.allSatisfy({ ["deny", "message"].contains($0.key) }),
                let denial = member.value["deny"]?.text.flatMap({ ResourceDenial(rawValue: $0) })
            else {
                let codes = ResourceDenial.allCases.map(\.rawValue).joined(separator: ", ")
                throw wrong(field, "an object with deny (one of \(codes)) and perhaps message")
            }
            let message = member.value["message"].flatMap { $0 == .null ? nil : $0 }
            guard message == nil || (1...1_000).contains(message?.text?.unicodeScalars.count ?? 0) else {
                throw wrong("\(field).message", "a text of 1 to 1000 characters")
            }
            overrides[member.key] = ResourceOverride(denial: denial, message: message?.text)
        }
        return overrides
    }

    /// Returns a value for each platform in the body.
    private func platforms<Value>(
        _ value: JSON, _ field: String, _ read: (JSON, String) throws -> Value
    ) throws -> [Platform: Value] {
        guard case .object(let members) = value else { throw wrong(field, "an object with ios and tvos") }
        var platforms: [Platform: Value] = [:]
        for member in members {
            guard let platform = Platform(rawValue: member.key) else { throw wrong(field, "an object with ios and tvos") }
            platforms[platform] = try read(member.value, "\(field).\(member.key)")
        }
        return platforms
    }

    private func bool(_ value: JSON, _ field: String) throws -> Bool {
        guard let bool = value.bool else { throw wrong(field, "true or false") }
        return bool
    }

    private func lifetime(_ value: JSON, _ field: String) throws -> Inheritable<Int64> {
        if value == .null { return .inherited }
        guard let seconds = value.integer, (1...Self.longestLifetime).contains(seconds) else {
            throw wrong(field, "seconds from 1 to \(Self.longestLifetime), or null")
        }
        return .own(seconds)
    }

    private func limit(_ value: JSON) throws -> Inheritable<Int> {
        if value == .null { return .inherited }
        guard let limit = value.integer, (0...10_000).contains(limit) else {
            throw wrong("preauthorizeLimit", "a whole number from 0 to 10000, or null")
        }
        return .own(Int(limit))
    }

    /// Ten years: longer than the lifetime of any token.
    static let longestLifetime: Int64 = 315_360_000

    private func wrong(_ field: String, _ accepted: String) -> AdministrationError {
        AdministrationError(.badRequest, "invalid_request", "\(field) takes \(accepted).")
    }

    private static func json(_ integration: Integration, provider: String) -> JSON {
        var members: [JSON.Member] = [
            .init("requestor", .string(integration.requestor)), .init("mvpd", .string(integration.mvpd)),
            .init("provider", .string(provider)), .init("enabled", .bool(integration.isEnabled)),
            .init(
                "sso",
                .object(Platform.allCases.map { .init($0.rawValue, .bool(integration.singleSignOn.contains($0))) })),
            .init("degraded", .string(integration.degradation.rawValue)),
        ]
        if let lifetime = integration.authenticationLifetime { members.append(.init("authnTTL", .integer(lifetime))) }
        if let lifetime = integration.authorizationLifetime { members.append(.init("authzTTL", .integer(lifetime))) }
        members += member("platformAuthnTTL", integration.platformAuthenticationLifetimes)
        members += member("platformAuthzTTL", integration.platformAuthorizationLifetimes)
        if integration.homeBasedLifetime != Integration.defaultHomeBasedLifetime {
            members.append(.init("hbaTTL", .integer(integration.homeBasedLifetime)))
        }
        if let limit = integration.preauthorizeLimit { members.append(.init("preauthorizeLimit", .integer(limit))) }
        if integration.isAwayFromHome { members.append(.init("away", true)) }
        if !integration.resources.isEmpty {
            members.append(.init("resources", .object(integration.resources.sorted { $0.key < $1.key }.map(Self.member))))
        }
        return .object(members)
    }

    private static func member(_ name: String, _ lifetimes: [Platform: Int64]) -> [JSON.Member] {
        guard !lifetimes.isEmpty else { return [] }
        let platforms = Platform.allCases.compactMap { platform in
            lifetimes[platform].map { JSON.Member(platform.rawValue, .integer($0)) }
        }
        return [.init(name, .object(platforms))]
    }

    private static func member(_ name: String, _ override: ResourceOverride) -> JSON.Member {
        var members: [JSON.Member] = [.init("deny", .string(override.denial.rawValue))]
        if let message = override.message { members.append(.init("message", .string(message))) }
        return .init(name, .object(members))
    }
}
