import NIOHTTP1

/// One entry of the service's journal.
struct ServiceJournalEntry: Decodable, Sendable, Equatable {
    var sequence: Int64
    /// Unix milliseconds of the service's clock.
    var time: Int64
    /// Unix microseconds of the machine.
    var machineTime: Int64?
    var event: String
    var outcome: String
    /// The request's `Adobe-Request-Id`.
    var request: String
    var correlation: String?
    var details: [String: String]
    /// The SAML message, where it was asked for.
    var document: String?

    struct List: Decodable {
        var entries: [ServiceJournalEntry]
    }
}

/// One request that the service has answered.
struct ServiceRequestRecord: Decodable, Sendable, Equatable {
    var sequence: Int64
    /// When it began, in Unix microseconds of the machine.
    var machineTime: Int64
    var method: String
    /// Path and query, without secrets.
    var path: String
    var status: Int
    /// How long the answer took.
    var microseconds: Int64
    var requestSize: Int64?
    var responseSize: Int64?
    var contentType: String
    /// The answer's `Adobe-Request-Id`.
    var request: String
    var correlation: String?

    struct List: Decodable {
        var requests: [ServiceRequestRecord]
    }
}

extension ServiceControl {
    /// How many entries one answer has at most.
    private static let page = 10_000

    /// What happened after an entry, oldest first.
    ///
    /// - Parameters:
    ///   - wait: How many seconds to wait for the first, up to 25.
    ///   - hasDocuments: Whether SAML messages come along.
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

    /// The newest requests of apps and browsers, oldest first.
    func requests() async throws -> [ServiceRequestRecord] {
        try await send(.GET, "/admin/v1/requests", as: ServiceRequestRecord.List.self).requests
    }
}
