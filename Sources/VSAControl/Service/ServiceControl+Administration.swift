import Foundation
import NIOHTTP1

extension ServiceControl {
    /// Returns the status of the service.
    func status() async throws -> ServiceStatus { try await send(.GET, "/admin/v1/status", as: ServiceStatus.self) }

    /// Checks that the service responds.
    func checkHealth() async throws { _ = try await send(.GET, "/health", isAdministrative: false) }

    /// Returns a link that logs a browser in to the dashboard.
    func dashboardLink() async throws -> DashboardLink {
        struct Answer: Decodable {
            var path: String
            /// The public URL, if the service has one.
            var url: String?
            var expiresIn: Int64
        }
        let answer = try await send(.POST, "/admin/v1/dashboard-links", as: Answer.self)
        return DashboardLink(url: (answer.url ?? address.url) + answer.path, expiresIn: answer.expiresIn)
    }

    /// Returns the service's SAML metadata.
    func metadata() async throws -> String {
        String(decoding: try await send(.GET, "/saml/metadata", isAdministrative: false), as: UTF8.self)
    }

    /// Sets the metadata of a provider that the service trusts.
    func setProviderMetadata(_ xml: String, provider: String) async throws {
        _ = try await send(
            .PUT, "/admin/v1/providers/\(Self.pathElement(provider))/metadata", body: Data(xml.utf8),
            contentType: "application/samlmetadata+xml")
    }

    /// Resets the service to the baseline; keys, statements and trust are kept.
    func reset() async throws { _ = try await send(.POST, "/admin/v1/reset") }

    /// Returns the integrations of one requestor, or of all.
    func integrations(requestor: String? = nil) async throws -> [IntegrationRecord] {
        let query = requestor.map { "?requestor=\(Self.pathElement($0))" } ?? ""
        return try await send(.GET, "/admin/v1/integrations" + query, as: IntegrationRecord.List.self).integrations
    }

    /// Returns an integration; the provider is given by its identifier at the service or on the device.
    func integration(requestor: String, mvpd: String) async throws -> IntegrationRecord {
        let path = "/admin/v1/integrations/\(Self.pathElement(requestor))/\(Self.pathElement(mvpd))"
        return try await send(.GET, path, as: IntegrationRecord.self)
    }

    /// Changes an integration.
    func setIntegration(requestor: String, mvpd: String, changes: JSON) async throws {
        let path = "/admin/v1/integrations/\(Self.pathElement(requestor))/\(Self.pathElement(mvpd))"
        _ = try await send(.PUT, path, body: Data(changes.compact.utf8))
    }

    /// Returns all statements, including revoked ones.
    func statements() async throws -> [StatementRecord] {
        try await send(.GET, "/admin/v1/statements", as: StatementRecord.List.self).statements
    }

    /// Issues a software statement.
    func issueStatement(requestor: String, name: String? = nil, platforms: [String] = [], scheme: String? = nil) async throws
        -> StatementRecord
    {
        var members = [JSON.Member(name: "requestor", value: .string(requestor))]
        if let name { members.append(JSON.Member(name: "name", value: .string(name))) }
        if !platforms.isEmpty { members.append(JSON.Member(name: "platforms", value: .array(platforms.map(JSON.string)))) }
        if let scheme { members.append(JSON.Member(name: "scheme", value: .string(scheme))) }
        return try await send(.POST, "/admin/v1/statements", body: .object(members), as: StatementRecord.self)
    }

    /// Revokes a statement.
    func revokeStatement(_ id: String) async throws {
        _ = try await send(.DELETE, "/admin/v1/statements/\(Self.pathElement(id))")
    }
}
