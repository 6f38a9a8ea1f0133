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

    /// `PUT /admin/v1/integrations/{requestor}/{mvpd}`
    func changeIntegration(_ call: Call) async throws -> Response {
        let body = try call.json()
        guard case .object(let members) = body else {
            throw AdministrationError(.badRequest, "invalid_request", "The body has to be a JSON object.")
        }
        var change = ChangeIntegration(requestor: call.part("requestor"), mvpd: call.part("mvpd"))
        for member in members {
            switch member.key {
            case "enabled": change.isEnabled = try bool(member.value, "enabled")
            case "sso": change.singleSignOn = try singleSignOn(member.value)
            case "degraded":
                guard let degradation = member.value.text.flatMap({ Degradation(rawValue: $0) }) else {
                    throw wrong("degraded", Degradation.allCases.map(\.rawValue).joined(separator: ", "))
                }
                change.degradation = degradation
            case "authnTTL": change.authenticationLifetime = try seconds(member.value, "authnTTL")
            case "authzTTL": change.authorizationLifetime = try seconds(member.value, "authzTTL")
            default:
                throw AdministrationError(
                    .badRequest, "invalid_request",
                    "\"\(member.key.prefix(64))\" is unknown; known are enabled, sso, degraded, authnTTL, authzTTL.")
            }
        }
        let answer = try await engine.send(change, requestID: call.requestID)
        return .json(.ok, Self.json(answer.integration, provider: answer.provider.id))
    }

    private func singleSignOn(_ value: JSON) throws -> [Platform: Bool] {
        guard case .object(let members) = value else { throw wrong("sso", "an object with ios and tvos") }
        var platforms: [Platform: Bool] = [:]
        for member in members {
            guard let platform = Platform(rawValue: member.key) else { throw wrong("sso", "an object with ios and tvos") }
            platforms[platform] = try bool(member.value, "sso.\(member.key)")
        }
        return platforms
    }

    private func bool(_ value: JSON, _ field: String) throws -> Bool {
        guard let bool = value.bool else { throw wrong(field, "true or false") }
        return bool
    }

    private func seconds(_ value: JSON, _ field: String) throws -> Int64 {
        guard let seconds = value.integer, (1...Self.longestLifetime).contains(seconds) else {
            throw wrong(field, "seconds from 1 to \(Self.longestLifetime)")
        }
        return seconds
    }

    /// Ten years: longer than any token lives.
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
        return .object(members)
    }
}
