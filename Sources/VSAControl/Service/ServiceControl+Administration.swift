import Administration
import FoundationEssentials

extension ServiceControl {
    func status() async throws -> StatusResource { try await get() }

    /// Checks that the service responds.
    func checkHealth() async throws { _ = try await send(.get, "/health", isAdministrative: false) }

    func metadata() async throws -> String {
        String(decoding: try await send(.get, "/saml/metadata", isAdministrative: false), as: UTF8.self)
    }

    /// Sets the metadata of a provider that the service trusts.
    func setProviderMetadata(_ xml: String, provider: String) async throws {
        _ = try await send(
            .put, "/admin/v1/providers/\(Self.pathElement(provider))/metadata", body: Data(xml.utf8),
            contentType: "application/samlmetadata+xml")
    }

    /// Resets the service to the baseline; keys, statements and trust are kept.
    func reset() async throws { _ = try await send(.post, "/admin/v1/reset") }
}

/// The kinds of documents that the service loads.
enum ServiceDocument: String {
    case scenario
    case snapshot
}

extension ServiceControl {
    /// Has the service validate a document.
    func validate(_ kind: ServiceDocument, _ document: Data) async throws {
        _ = try await send(.post, "/admin/v1/\(kind.rawValue)/validate", body: document)
    }

    /// Loads a document.
    ///
    /// - Returns: The service's previous state, as a snapshot's document.
    func load(_ kind: ServiceDocument, _ document: Data) async throws -> Data {
        try await send(.put, "/admin/v1/\(kind.rawValue)", body: document)
    }

    /// Returns the service's state as a document.
    func export(_ kind: ServiceDocument) async throws -> Data { try await send(.get, "/admin/v1/\(kind.rawValue)") }
}
