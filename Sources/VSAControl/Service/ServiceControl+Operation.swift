import Foundation
import NIOHTTP1

/// Operations: limits, certificates, applications, schemes, usage.
extension ServiceControl {
    /// Returns how often a device may make calls.
    func throttling() async throws -> ThrottlingRecord {
        try await send(.GET, "/admin/v1/throttling", as: ThrottlingRecord.self)
    }

    /// Changes how often a device may make calls, and returns the new limits.
    func setThrottling(_ changes: JSON) async throws -> ThrottlingRecord {
        try await send(.PUT, "/admin/v1/throttling", body: changes, as: ThrottlingRecord.self)
    }

    /// Returns the certificates of media tokens, including the current one.
    func mediaCertificates() async throws -> [MediaCertificateRecord] {
        try await send(.GET, "/admin/v1/media-certificates", as: MediaCertificateRecord.List.self).certificates
    }

    /// Generates a new key for media tokens, and returns the new certificates.
    func rollMediaCertificate() async throws -> [MediaCertificateRecord] {
        try await send(.POST, "/admin/v1/media-certificates/roll", as: MediaCertificateRecord.List.self).certificates
    }

    /// Returns the URL schemes of one requestor, or of all.
    func customSchemes(requestor: String? = nil) async throws -> [CustomSchemeRecord] {
        try await send(.GET, "/admin/v1/custom-schemes" + Self.query(requestor), as: CustomSchemeRecord.List.self).customSchemes
    }

    /// Generates a URL scheme for a requestor.
    func generateCustomScheme(requestor: String) async throws -> CustomSchemeRecord {
        try await send(
            .POST, "/admin/v1/custom-schemes", body: .members(["requestor": .string(requestor)]), as: CustomSchemeRecord.self)
    }

    /// Removes a URL scheme of a requestor.
    func removeCustomScheme(_ record: CustomSchemeRecord) async throws {
        let path = "\(Self.pathElement(record.requestor))/\(Self.pathElement(record.scheme))"
        _ = try await send(.DELETE, "/admin/v1/custom-schemes/" + path)
    }

    /// Returns the registered applications that may act for a requestor, or all.
    func applications(requestor: String? = nil) async throws -> [RegisteredApplicationRecord] {
        try await send(.GET, "/admin/v1/applications" + Self.query(requestor), as: RegisteredApplicationRecord.List.self)
            .applications
    }

    /// Registers an application.
    func registerApplication(_ body: JSON) async throws -> RegisteredApplicationRecord {
        try await send(.POST, "/admin/v1/applications", body: body, as: RegisteredApplicationRecord.self)
    }

    /// Returns the software statement of an application.
    func applicationStatement(_ application: RegisteredApplicationRecord) async throws -> String {
        let path = "/admin/v1/applications/\(Self.pathElement(application.id))/statement"
        return String(decoding: try await send(.GET, path), as: UTF8.self)
    }

    /// Revokes an application, and returns its new state.
    func revokeApplication(_ application: RegisteredApplicationRecord) async throws -> RegisteredApplicationRecord {
        let path = "/admin/v1/applications/\(Self.pathElement(application.id))/revoke"
        return try await send(.POST, path, as: RegisteredApplicationRecord.self)
    }

    /// Returns the usage counts by hour.
    func usage(requestor: String? = nil) async throws -> [UsageRecord] {
        try await send(.GET, "/admin/v1/usage" + Self.query(requestor), as: UsageRecord.List.self).hours
    }

    private static func query(_ requestor: String?) -> String { requestor.map { "?requestor=\(pathElement($0))" } ?? "" }
}
