import Foundation
import NIOHTTP1

extension ServiceControl {
    /// The sign-ins to list.
    struct SessionFilter: Sendable {
        var requestor: String?
        var mvpd: String?
        var user: String?
        var device: String?
        /// `in-force`, `ended` or `all`.
        var state = "in-force"

        var query: String {
            [("requestor", requestor), ("mvpd", mvpd), ("user", user), ("device", device), ("state", state)]
                .compactMap { name, value in value.map { "\(name)=\(ServiceControl.pathElement($0))" } }
                .joined(separator: "&")
        }
    }

    /// Returns sign-ins, newest first, up to a limit.
    func sessions(_ filter: SessionFilter, limit: Int) async throws -> [SessionRecord] {
        var sessions: [SessionRecord] = []
        var cursor = ""
        while sessions.count < limit {
            let size = min(200, limit - sessions.count)
            let page = try await send(
                .GET, "/admin/v1/sessions?\(filter.query)&limit=\(size)\(cursor)", as: SessionRecord.List.self)
            sessions += page.sessions
            guard let next = page.next else { break }
            cursor = "&cursor=\(next)"
        }
        return sessions
    }

    /// Returns a sign-in.
    func session(_ id: String) async throws -> SessionRecord {
        try await send(.GET, "/admin/v1/sessions/\(Self.pathElement(id))", as: SessionRecord.self)
    }

    /// Revokes a sign-in.
    func revokeSession(_ id: String) async throws {
        _ = try await send(.DELETE, "/admin/v1/sessions/\(Self.pathElement(id))")
    }

    /// Returns the requestors.
    func requestors() async throws -> [RequestorRecord] {
        try await send(.GET, "/admin/v1/requestors", as: RequestorRecord.List.self).requestors
    }

    /// Returns a requestor.
    ///
    /// - Throws: `Failure` with the nearest name if there is none.
    func requestor(_ id: String) async throws -> RequestorRecord {
        let known = try await requestors()
        guard let requestor = known.first(where: { $0.id == id }) else {
            throw Failure.noSuch("requestor", id, known: known.map(\.id), listing: "vsactl requestor list")
        }
        return requestor
    }

    /// Changes a requestor and returns its new state.
    func setRequestor(_ id: String, changes: JSON) async throws -> RequestorRecord {
        try await send(
            .PUT, "/admin/v1/requestors/\(Self.pathElement(id))", body: changes, as: RequestorRecord.self)
    }

    /// Returns the certificates of one requestor, or of all.
    func certificates(requestor: String? = nil) async throws -> [CertificateRecord] {
        let query = requestor.map { "?requestor=\(Self.pathElement($0))" } ?? ""
        return try await send(.GET, "/admin/v1/certificates" + query, as: CertificateRecord.List.self).certificates
    }

    /// Adds a certificate.
    func addCertificate(_ pem: String, requestor: String, encryptsMetadata: Bool) async throws -> CertificateRecord {
        let body = JSON.members([
            "requestor": .string(requestor), "certificate": .string(pem), "encryptsMetadata": .bool(encryptsMetadata),
        ])
        return try await send(.POST, "/admin/v1/certificates", body: body, as: CertificateRecord.self)
    }

    /// Sets whether a certificate is used for the encryption of user metadata.
    func markCertificate(_ certificate: CertificateRecord, encryptsMetadata: Bool) async throws -> CertificateRecord {
        try await send(
            .PUT, certificate.path, body: .members(["encryptsMetadata": .bool(encryptsMetadata)]), as: CertificateRecord.self)
    }

    /// Removes a certificate.
    func removeCertificate(_ certificate: CertificateRecord) async throws { _ = try await send(.DELETE, certificate.path) }
}
