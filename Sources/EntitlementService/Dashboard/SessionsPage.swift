import Encodings
import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension PageTemplate {
    static let sessions = PageTemplate(PageFiles.sessionsMustache)

    static let session = PageTemplate(PageFiles.sessionMustache)
}

extension ServiceEnvironment {
    private static let sessionFilters = ["requestor", "mvpd", "state"]

    /// `GET /dashboard/sessions`
    func sessionsPage(_ call: Call) async throws -> Page { try await sessionsPage(call, problem: nil) }

    private func sessionsPage(_ call: Call, problem: FormProblem?) async throws -> Page {
        var (problem, query, answer) = (problem, [String: String](), JSON.null)
        for name in Self.sessionFilters + ["cursor"] {
            if let value = call.parameters[name], !value.isEmpty { query[name] = value }
        }
        do {
            answer = try await administer(.get, ["sessions"], query: query, from: call)
        } catch let refused as FormProblem {
            problem = refused
        }
        let world = engine.read { $0.world }
        let requestors = [("", "every requestor")] + world.requestors.map { ($0.id, $0.name) }
        let mvpds = [("", "every provider")] + world.providers.map { ($0.mvpd, $0.name) }
        let states = [("in-force", "in force"), ("ended", "ended"), ("all", "all")]
        let now = engine.clock.milliseconds()
        let sessions = (answer["sessions"]?.elements ?? []).map { Self.session($0, now: now) }
        let kept = query.filter { $0.key != "cursor" }.sorted { $0.key < $1.key }.map {
            "\($0.key)=\(PercentEncoding.encode($0.value))&"
        }
        let total = answer["total"]?.integer ?? 0
        let next = answer["next"]?.integer.map { "\(DashboardSection.sessions.path)?\(kept.joined())cursor=\($0)" }
        var page = dashboardPage(
            .sessions, .sessions,
            [
                "sessions": .list(sessions), "total": .number(total), "noun": .text(total == 1 ? "session" : "sessions"),
                "next": .optional(next),
                "requestors": Self.options(requestors, query["requestor"]), "mvpds": Self.options(mvpds, query["mvpd"]),
                "states": Self.options(states, query["state"]),
            ], for: call)
        page.content["problem"] = .optional(problem?.message)
        if let problem { page.status = problem.status }
        return page
    }

    /// The options of a list.
    static func options(_ choices: [(value: String, label: String)], _ selected: String?) -> PageValue {
        .list(
            choices.map { value, label in
                ["value": .text(value), "label": .text(label), "isSelected": .flag(value == selected ?? "")]
            })
    }

    private static func session(_ session: JSON, now: Int64) -> PageValue {
        let left = (session["expiresAt"]?.integer ?? 0) - now
        return [
            "path": .text("/dashboard/sessions/\(PercentEncoding.encode(session["id"]?.text ?? ""))"),
            "user": .text(session["userId"]?.text ?? ""),
            "requestor": .text(session["requestor"]?.text ?? ""), "mvpd": .text(session["mvpd"]?.text ?? ""),
            "device": .text(shortened(session["deviceId"]?.text ?? "")), "source": .text(session["source"]?.text ?? ""),
            "begun": .text(ReadableTime.moment(session["createdAt"]?.integer ?? 0)),
            "left": .text(left > 0 ? ReadableTime.duration(left / 1_000) : "ended"), "tag": .text(left > 0 ? "good" : ""),
        ]
    }

    private static func shortened(_ text: String) -> String { text.count > 24 ? "\(text.prefix(23))…" : text }

    /// `GET /dashboard/sessions/{id}`
    func sessionPage(_ call: Call) async throws -> Page {
        let id = call.part("id")
        do {
            let session = try await administer(.get, ["sessions", id], from: call)
            let list =
                try await administer(.get, ["sessions", id, "authorizations"], from: call)["authorizations"]?.elements ?? []
            let now = engine.clock.milliseconds()
            return dashboardPage(
                .sessions, .session,
                [
                    "path": .text("/dashboard/sessions/\(PercentEncoding.encode(id))"),
                    "facts": .list(Self.facts(session, at: "")),
                    "authorizations": .list(
                        list.map { authorization in
                            let left = (authorization["expiresAt"]?.integer ?? 0) - now
                            return [
                                "resource": .text(authorization["resource"]?.text ?? ""),
                                "by": .text(authorization["degraded"] == true ? "degradation" : "the provider"),
                                "left": .text(left > 0 ? ReadableTime.duration(left / 1_000) : "ended"),
                            ]
                        }),
                ], for: call, heading: "Session of \(session["userId"]?.text ?? id)")
        } catch let problem as FormProblem {
            throw ServiceError.page(
                problem.status, "No such session", problem.message,
                "It may have ended or been revoked. The page Sessions lists all.")
        }
    }

    /// The members of an object as rows: members of members too.
    private static func facts(_ object: JSON, at place: String) -> [PageValue] {
        guard case .object(let members) = object else { return [] }
        return members.flatMap { member -> [PageValue] in
            if case .object = member.value { return facts(member.value, at: "\(place)\(member.key).") }
            let isTime = member.key.hasSuffix("At")
            let moment = isTime ? member.value.integer.map { ReadableTime.moment($0) } : nil
            return [["name": .text(place + member.key), "value": .text(moment ?? member.value.text ?? member.value.serialized)]]
        }
    }

    /// `POST /dashboard/sessions/{id}/revoke`
    func revokeSession(byForm call: Call) async throws -> Response {
        do {
            try await administer(.delete, ["sessions", call.part("id")], from: call)
        } catch let problem as FormProblem {
            return try await sessionsPage(call, problem: problem).response
        }
        return changed("The session was revoked: at the device's next call, nobody is signed in.", .sessions)
    }
}

extension JSON {
    /// The elements of a list; empty for any other value.
    var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }
}
