import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension ServiceEnvironment {
    /// The routes for sign-ins, their authorizations, subscribers, and usage.
    var sessionAdministration: [Route] {
        [
            administration(.get, "sessions", query: ["requestor", "mvpd", "user", "device", "state", "cursor", "limit"]) {
                try await listSessions($0)
            },
            administration(.get, "sessions/{id}") { .json(.ok, Self.json(try await session($0))) },
            administration(.delete, "sessions/{id}") { try await revokeSession($0) },
            administration(.get, "sessions/{id}/authorizations", query: ["cursor", "limit"]) { try await listAuthorizations($0) },
            administration(.get, "subscribers", query: ["provider"]) { try listSubscribers($0) },
            administration(.get, "usage", query: ["requestor", "since"]) { try readUsage($0) },
        ]
    }

    private func listSessions(_ call: Call) async throws -> Response {
        let now = engine.clock.milliseconds()
        var query = RecordQuery<AuthenticationRecord>()
        for column in ["user", "device"] {
            if let value = call.parameters[column] { query.matching[column] = value }
        }
        if let mvpd = call.parameters["mvpd"] {
            guard engine.read({ $0.world.provider(mvpd: mvpd) }) != nil else {
                throw AdministrationError(.notFound, "not_found", "MVPD \"\(mvpd.prefix(64))\" is unknown.")
            }
            query.matching["mvpd"] = mvpd
        }
        if let requestor = try filter(call) { query.matching["requestor"] = requestor }
        switch call.parameters["state"] ?? "in-force" {
        case "in-force": query.life = .inForce(at: now)
        case "ended": query.life = .ended(at: now)
        case "all": query.life = .any
        default: throw AdministrationFields.wrong("state", "in-force, ended or all")
        }
        query.limit = Int(try number(call, "limit", 1...200) ?? 50)
        query.cursor = try number(call, "cursor", 0...Int64.max)
        let page = try await engine.list(query)
        return .json(
            .ok,
            .object([
                .init("sessions", .array(page.records.map(Self.json))),
                .init("next", page.next.map { .integer($0) } ?? .null),
                .init("total", .integer(try await engine.count(query))),
            ]))
    }

    private func session(_ call: Call) async throws -> AuthenticationRecord {
        let id = call.part("id")
        let page = try await engine.list(RecordQuery<AuthenticationRecord>(matching: ["session": id], limit: 1))
        guard let record = page.records.first else {
            throw AdministrationError(.notFound, "not_found", "There is no session \"\(id.prefix(64))\".")
        }
        return record
    }

    private func revokeSession(_ call: Call) async throws -> Response {
        let record = try await session(call)
        try await engine.send(RevokeSession(key: record.key, sessionID: record.sessionID), requestID: call.requestID)
        return .empty(.noContent)
    }

    private func listAuthorizations(_ call: Call) async throws -> Response {
        let key = try await session(call).key
        let query = RecordQuery<AuthorizationRecord>(
            matching: ["requestor": key.requestor, "device": key.deviceID, "application": key.applicationID],
            cursor: try number(call, "cursor", 0...Int64.max), limit: Int(try number(call, "limit", 1...200) ?? 50))
        let page = try await engine.list(query)
        let list = page.records.map { record -> JSON in
            .object([
                .init("resource", .string(record.resource)), .init("mvpd", .string(record.mvpd)),
                .init("degraded", .bool(record.isDegraded)), .init("expiresAt", .integer(record.expiresAt)),
            ])
        }
        return .json(
            .ok,
            .object([.init("authorizations", .array(list)), .init("next", page.next.map { .integer($0) } ?? .null)]))
    }

    private func listSubscribers(_ call: Call) throws -> Response {
        let world = engine.read { $0.world }
        let provider = call.parameters["provider"]
        if let provider, world.provider(id: provider) == nil {
            throw AdministrationError(.notFound, "not_found", "Provider \"\(provider.prefix(64))\" is unknown.")
        }
        // Passwords are never returned.
        let subscribers = world.subscribers.filter { provider == nil || $0.provider == provider }.map { subscriber -> JSON in
            .object([
                .init("provider", .string(subscriber.provider)), .init("username", .string(subscriber.username)),
                .init("userId", .string(subscriber.userID)), .init("channels", .strings(subscriber.channels)),
                .init("suspended", .bool(subscriber.isSuspended)),
            ])
        }
        return .json(.ok, .object([.init("subscribers", .array(subscribers))]))
    }

    private func readUsage(_ call: Call) throws -> Response {
        let since = try number(call, "since", 0...Int64.max) ?? 0
        let hours = engine.usage.hours(since: since, requestor: try filter(call)).map { hour -> JSON in
            let counts = UsageCounts.Kind.allCases.map { JSON.Member($0.rawValue, .integer(hour.counts[$0] ?? 0)) }
            return .object([
                .init("start", .integer(hour.start)), .init("requestor", .string(hour.requestor)),
                .init("counts", .object(counts)),
            ])
        }
        return .json(.ok, .object([.init("hours", .array(hours))]))
    }

    private static func json(_ record: AuthenticationRecord) -> JSON {
        var members: [JSON.Member] = [
            .init("id", .string(record.sessionID)), .init("requestor", .string(record.key.requestor)),
            .init("deviceId", .string(record.key.deviceID)), .init("appId", .string(record.key.applicationID)),
            .init("mvpd", .string(record.mvpd)), .init("userId", .string(record.userID)),
            .init("source", .string(record.source.rawValue)), .init("createdAt", .integer(record.createdAt)),
            .init("expiresAt", .integer(record.expiresAt)),
        ]
        if let platform = record.platform { members.append(.init("platform", .string(platform.rawValue))) }
        if let visitor = record.visitorID { members.append(.init("visitorId", .string(visitor))) }
        if let device = record.device {
            members.append(.init("device", .object(device.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) })))
        }
        return .object(members)
    }
}
