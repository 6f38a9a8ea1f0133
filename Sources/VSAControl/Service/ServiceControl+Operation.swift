import Foundation
import NIOHTTP1

/// What an operator sets up and watches: limits, certificates, applications, schemes, usage.
extension ServiceControl {
    /// How often a device may call.
    func throttling() async throws -> ThrottlingRecord {
        try await send(.GET, "/admin/v1/throttling", as: ThrottlingRecord.self)
    }

    /// Changes how often a device may call, and returns it as it is then.
    func setThrottling(_ changes: JSON) async throws -> ThrottlingRecord {
        try await send(.PUT, "/admin/v1/throttling", body: changes, as: ThrottlingRecord.self)
    }

    /// The certificates of media tokens, the current one included.
    func mediaCertificates() async throws -> [MediaCertificateRecord] {
        try await send(.GET, "/admin/v1/media-certificates", as: MediaCertificateRecord.List.self).certificates
    }

    /// Makes a new key for media tokens, and returns the certificates as they are then.
    func rollMediaCertificate() async throws -> [MediaCertificateRecord] {
        try await send(.POST, "/admin/v1/media-certificates/roll", as: MediaCertificateRecord.List.self).certificates
    }

    /// The URL schemes of one requestor, or of all.
    func customSchemes(requestor: String? = nil) async throws -> [CustomSchemeRecord] {
        try await send(.GET, "/admin/v1/custom-schemes" + Self.query(requestor), as: CustomSchemeRecord.List.self).customSchemes
    }

    /// Generates a URL scheme for a requestor.
    func generateCustomScheme(requestor: String) async throws -> CustomSchemeRecord {
        try await send(
            .POST, "/admin/v1/custom-schemes", body: .members(["requestor": .string(requestor)]), as: CustomSchemeRecord.self)
    }

    /// Takes a URL scheme away from a requestor.
    func removeCustomScheme(_ record: CustomSchemeRecord) async throws {
        let path = "\(Self.pathElement(record.requestor))/\(Self.pathElement(record.scheme))"
        _ = try await send(.DELETE, "/admin/v1/custom-schemes/" + path)
    }

    /// The registered applications that may act for a requestor, or all.
    func applications(requestor: String? = nil) async throws -> [RegisteredApplicationRecord] {
        try await send(.GET, "/admin/v1/applications" + Self.query(requestor), as: RegisteredApplicationRecord.List.self)
            .applications
    }

    /// Registers an application.
    func registerApplication(_ body: JSON) async throws -> RegisteredApplicationRecord {
        try await send(.POST, "/admin/v1/applications", body: body, as: RegisteredApplicationRecord.self)
    }

    /// The software statement of an application.
    func applicationStatement(_ application: RegisteredApplicationRecord) async throws -> String {
        let path = "/admin/v1/applications/\(Self.pathElement(application.id))/statement"
        return String(decoding: try await send(.GET, path), as: UTF8.self)
    }

    /// Revokes an application, and returns it as it is then.
    func revokeApplication(_ application: RegisteredApplicationRecord) async throws -> RegisteredApplicationRecord {
        let path = "/admin/v1/applications/\(Self.pathElement(application.id))/revoke"
        return try await send(.POST, path, as: RegisteredApplicationRecord.self)
    }

    /// How often what happened, hour by hour.
    func usage(requestor: String? = nil) async throws -> [UsageRecord] {
        try await send(.GET, "/admin/v1/usage" + Self.query(requestor), as: UsageRecord.List.self).hours
    }

    private static func query(_ requestor: String?) -> String { requestor.map { "?requestor=\(pathElement($0))" } ?? "" }
}
