import FoundationEssentials

/// What the service loads.
enum ServiceDocument: String {
    case scenario
    case snapshot
}

extension ServiceControl {
    /// Makes the service check a document.
    func validate(_ kind: ServiceDocument, _ document: Data) async throws {
        _ = try await send(.post, "/admin/v1/\(kind.rawValue)/validate", body: document)
    }

    /// Loads a document.
    ///
    /// - Returns: The service before, as a snapshot's document.
    func load(_ kind: ServiceDocument, _ document: Data) async throws -> Data {
        try await send(.put, "/admin/v1/\(kind.rawValue)", body: document)
    }

    /// The service's state as a document.
    func export(_ kind: ServiceDocument) async throws -> Data { try await send(.get, "/admin/v1/\(kind.rawValue)") }
}
