import Administration
import Encodings
import FoundationEssentials
import TVWorld

extension ServiceControl {
    /// Returns a path of the administration; parts and values are percent-encoded, and parameters without a value omitted.
    static func path(_ parts: [String], query: KeyValuePairs<String, String?> = [:]) -> String {
        let query = query.compactMap { name, value in value.map { "\(name)=\(PercentEncoding.encode($0))" } }
        let path = "/admin/v1/" + parts.map { PercentEncoding.encode($0) }.joined(separator: "/")
        return query.isEmpty ? path : path + "?" + query.joined(separator: "&")
    }

    /// Returns the resources of a kind that a query selects.
    func list<Element: ListedResource>(_ query: KeyValuePairs<String, String?>) async throws -> [Element] {
        try await send(.get, Self.path([Element.path], query: query), as: ResourceList<Element>.self).elements
    }

    /// Returns the resources of a kind, of one requestor or all.
    func list<Element: ListedResource>(_ type: Element.Type = Element.self, requestor: String? = nil) async throws -> [Element] {
        try await list(["requestor": requestor])
    }

    func get<Element: AddressedResource>(_ id: String..., as type: Element.Type = Element.self) async throws -> Element {
        try await send(.get, Self.path([Element.path] + id), as: Element.self)
    }

    func create<Element: AddressedResource>(_ members: [JSON.Member]) async throws -> Element {
        try await send(.post, Self.path([Element.path]), body: .object(members), as: Element.self)
    }

    /// Changes a resource, and returns its new state.
    func change<Element: AddressedResource>(
        _ id: String..., by members: [JSON.Member], as type: Element.Type = Element.self
    ) async throws -> Element {
        try await send(.put, Self.path([Element.path] + id), body: .object(members), as: Element.self)
    }

    func remove(_ type: (some ListedResource).Type, _ id: String...) async throws {
        _ = try await send(.delete, Self.path([type.path] + id))
    }

    func status() async throws -> StatusResource { try await get() }

    /// Checks that the service responds.
    func checkHealth() async throws { _ = try await send(.get, "/health", isAdministrative: false) }

    func metadata() async throws -> String {
        String(decoding: try await send(.get, "/saml/metadata", isAdministrative: false), as: UTF8.self)
    }

    /// Sets the metadata of a provider that the service trusts.
    func setProviderMetadata(_ xml: String, provider: String) async throws {
        _ = try await send(
            .put, Self.path(["providers", provider, "metadata"]), body: Data(xml.utf8),
            contentType: "application/samlmetadata+xml")
    }

    /// Resets the service to the baseline; keys, statements and trust are kept.
    func reset() async throws { _ = try await send(.post, Self.path(["reset"])) }

    /// Returns a requestor.
    ///
    /// - Throws: `Failure` with the nearest name if there is none.
    func requestor(_ id: String) async throws -> RequestorResource {
        try await list(RequestorResource.self).element(named: id, by: \.id, as: "requestor", listing: "vsactl requestor list")
    }

    /// Returns the MVPD that a requestor's integrations have for a name: the MVPD itself, or the provider's identifier.
    ///
    /// - Throws: `Failure` with the nearest name.
    func mvpd(_ name: String, requestor: String? = nil) async throws -> String {
        try await list(IntegrationResource.self, requestor: requestor)
            .element(named: name, by: \.mvpd, \.provider, as: "provider", listing: "vsactl integration list").mvpd
    }

    func issueStatement(
        requestor: String, name: String? = nil, platforms: [String] = [], scheme: String? = nil, scopes: [String] = []
    ) async throws -> StatementResource {
        try await create(
            JSON.given([
                "requestor": requestor, "name": name, "platforms": platforms.nonEmpty, "scheme": scheme,
                "scopes": scopes.nonEmpty,
            ]))
    }

    /// Returns the temporary passes, and all started ones, newest first.
    func temporaryPasses() async throws -> (passes: [TemporaryPassResource], started: [StartedTemporaryPassResource]) {
        var passes: [TemporaryPassResource] = []
        var started: [StartedTemporaryPassResource] = []
        var cursor: Int64?
        repeat {
            let path = Self.path([TemporaryPassPage.path], query: ["limit": "500", "cursor": cursor.map { String($0) }])
            let page = try await send(.get, path, as: TemporaryPassPage.self)
            if cursor == nil { passes = page.passes }
            started += page.trials
            cursor = page.next
        } while cursor != nil
        return (passes, started)
    }

    /// Returns sign-ins, newest first, up to a limit.
    ///
    /// - Parameter state: `in-force`, `ended` or `all`.
    func sessions(
        requestor: String? = nil, mvpd: String? = nil, user: String? = nil, device: String? = nil, state: String, limit: Int
    ) async throws -> [SessionResource] {
        var sessions: [SessionResource] = []
        var cursor: String?
        while sessions.count < limit {
            let query: KeyValuePairs = [
                "requestor": requestor, "mvpd": mvpd, "user": user, "device": device, "state": state,
                "limit": String(min(200, limit - sessions.count)), "cursor": cursor,
            ]
            let page = try await send(.get, Self.path([SessionResource.path], query: query), as: SessionPage.self)
            sessions += page.sessions
            guard page.next != nil else { break }
            cursor = page.next
        }
        return sessions
    }

    /// The maximum number of entries of the journal in a response.
    private static let journalPage = 10_000

    /// Returns the entries of the journal after an entry, oldest first.
    ///
    /// - Parameters:
    ///   - wait: The number of seconds to wait for the first entry, up to 25.
    ///   - hasDocuments: Whether to include SAML messages.
    func journal(after: Int64, wait: Int = 0, hasDocuments: Bool = false) async throws -> [JournalEntryResource] {
        var entries: [JournalEntryResource] = []
        while true {
            let page: [JournalEntryResource] = try await list([
                "after": String(entries.last?.sequence ?? after), "limit": String(Self.journalPage),
                "wait": entries.isEmpty && wait > 0 ? String(wait) : nil, "documents": hasDocuments ? "true" : nil,
            ])
            entries += page
            if page.count != Self.journalPage { return entries }
        }
    }
}

extension ServiceControl: DaemonControl {
    func faults() async throws -> [FaultRecord] { try await list() }

    func addFault(_ fault: FaultRecord) async throws -> FaultRecord {
        try await send(.post, Self.path([FaultRecord.path]), body: fault.request, as: FaultRecord.self)
    }

    func releaseFault(_ name: String) async throws -> Int64 {
        try await send(.post, Self.path([FaultRecord.path, name, "release"]), as: ReleaseResource.self).released
    }

    func clearFaults(_ id: String?) async throws {
        _ = try await send(.delete, Self.path([FaultRecord.path] + [id].compactMap(\.self)))
    }

    func clock() async throws -> ClockResource { try await get() }

    func setClock(_ specification: String) async throws -> ClockResource {
        try await change(by: JSON.given(["specification": specification]))
    }

    func advanceClock(milliseconds: Int64) async throws -> ClockResource {
        try await send(
            .post, Self.path([ClockResource.path, "advance"]), body: .members(["milliseconds": milliseconds]),
            as: ClockResource.self)
    }
}

/// The kinds of documents that the service loads.
enum ServiceDocument: String {
    case scenario
    case snapshot
}

extension ServiceControl {
    /// Has the service validate a document.
    func validate(_ kind: ServiceDocument, _ document: Data) async throws {
        _ = try await send(.post, Self.path([kind.rawValue, "validate"]), body: document)
    }

    /// Loads a document.
    ///
    /// - Returns: The service's previous state, as a snapshot's document.
    func load(_ kind: ServiceDocument, _ document: Data) async throws -> Data {
        try await send(.put, Self.path([kind.rawValue]), body: document)
    }

    /// Returns the service's state as a document.
    func export(_ kind: ServiceDocument) async throws -> Data { try await send(.get, Self.path([kind.rawValue])) }
}
