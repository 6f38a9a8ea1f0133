import Administration
import TVWorld

extension ServiceControl {
    /// Returns a path of the administration; parts and values are percent-encoded, and parameters without a value omitted.
    static func path(_ parts: [String], query: KeyValuePairs<String, String?> = [:]) -> String {
        let query = query.compactMap { name, value in value.map { "\(name)=\(pathElement($0))" } }
        let path = "/admin/v1/" + parts.map(pathElement).joined(separator: "/")
        return query.isEmpty ? path : path + "?" + query.joined(separator: "&")
    }

    /// Returns the resources of a kind, of one requestor or all.
    func list<Element: ListedResource>(_ type: Element.Type = Element.self, requestor: String? = nil) async throws -> [Element] {
        try await send(.get, Self.path([Element.path], query: ["requestor": requestor]), as: ResourceList<Element>.self).elements
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

    /// Returns a requestor.
    ///
    /// - Throws: `Failure` with the nearest name if there is none.
    func requestor(_ id: String) async throws -> RequestorResource {
        try await list(RequestorResource.self).element(named: id, by: \.id, as: "requestor", listing: "vsactl requestor list")
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

    /// Returns a code for a second screen that is in force, in whatever spelling; nil if there is none.
    func registrationCode(_ code: String) async throws -> RegistrationCodeResource? {
        try await send(.get, Self.path(["codes"], query: ["code": code]), as: RegistrationCodePage.self).codes.first
    }
}
