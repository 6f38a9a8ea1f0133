import NIOHTTP1

/// An entry of the service's journal.
struct ServiceJournalEntry: Decodable, Sendable, Equatable {
    var sequence: Int64
    /// Unix milliseconds by the service's clock.
    var time: Int64
    /// Unix microseconds by the machine's clock.
    var machineTime: Int64?
    var event: String
    var outcome: String
    /// The request's `Adobe-Request-Id`.
    var request: String
    var correlation: String?
    var details: [String: String]
    /// The SAML message, if it was requested.
    var document: String?

    struct List: Decodable {
        var entries: [ServiceJournalEntry]
    }
}

/// A request that the service has answered.
struct ServiceRequestRecord: Decodable, Sendable, Equatable {
    var sequence: Int64
    /// The start of the request, in Unix microseconds by the machine's clock.
    var machineTime: Int64
    var method: String
    /// Path and query, without secrets.
    var path: String
    var status: Int
    /// The duration of the request.
    var microseconds: Int64
    var requestSize: Int64?
    var responseSize: Int64?
    var contentType: String
    /// The response's `Adobe-Request-Id`.
    var request: String
    var correlation: String?

    struct List: Decodable {
        var requests: [ServiceRequestRecord]
    }
}

extension ServiceControl {
    /// The maximum number of entries in a response.
    private static let page = 10_000

    /// Returns the entries after an entry, oldest first.
    ///
    /// - Parameters:
    ///   - wait: The number of seconds to wait for the first entry, up to 25.
    ///   - hasDocuments: Whether to include SAML messages.
    func journal(after: Int64, wait: Int = 0, hasDocuments: Bool = false) async throws -> [ServiceJournalEntry] {
        var entries: [ServiceJournalEntry] = []
        var last = after
        while true {
            let waiting = entries.isEmpty && wait > 0 ? "&wait=\(wait)" : ""
            let documents = hasDocuments ? "&documents=true" : ""
            let page = try await send(
                .GET, "/admin/v1/journal?after=\(last)&limit=\(Self.page)\(waiting)\(documents)",
                as: ServiceJournalEntry.List.self
            ).entries
            entries += page
            guard page.count == Self.page, let newest = page.last else { return entries }
            last = newest.sequence
        }
    }

    /// Returns the newest requests of apps and browsers, oldest first.
    func requests() async throws -> [ServiceRequestRecord] {
        try await send(.GET, "/admin/v1/requests", as: ServiceRequestRecord.List.self).requests
    }
}
