import FoundationEssentials

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
