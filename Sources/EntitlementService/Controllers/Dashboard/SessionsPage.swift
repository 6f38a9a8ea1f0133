import Administration
import Encodings
import EntitlementCore
import TVWorld

extension DashboardController {
    private static let sessionFilters = ["requestor", "mvpd", "state"]

    /// - Parameter problem: Set if the sessions cannot be listed as the call requests.
    func sessionsContent(_ call: APICall, problem: inout ServiceError?) async throws -> [String: PageValue] {
        let query = call.parameters.filled(Self.sessionFilters + ["cursor", "codes"])
        var found = SessionPage(sessions: [], next: nil, total: 0)
        var codes = RecordPage<RegistrationCode>(records: [], next: nil)
        let now = engine.clock.milliseconds()
        do {
            try query.requireReadable()
            found = try await administration.sessions(query)
            codes = try await openCodes(query, now: now)
        } catch {
            let failure = try ServiceError.administrative(error)
            problem = problem ?? failure
        }
        let world = engine.read { $0.world }
        let requestors = [("", "every requestor")] + world.requestors.map { ($0.id, $0.name) }
        let mvpds = [("", "every provider")] + world.providers.map { ($0.mvpd, $0.name) }
        let states = [("in-force", "in force"), ("ended", "ended"), ("all", "all")]
        let sessions = found.sessions.map { Self.session($0, now: now) }
        let kept = query.filled(Self.sessionFilters).names.map { "\($0)=\(PercentEncoding.encode(query[$0] ?? ""))&" }
        let address = "\(DashboardSection.sessions.path)?\(kept.joined())"
        let next = found.next.map { "\(address)cursor=\($0)" }
        let open = codes.records.map { Self.openSession($0, now: now) }
        let nextOpen = codes.next.map { "\(address)codes=\($0)" }
        let kind = query["codes"] == nil ? "session" : "earlier session"
        let noOpen = open.isEmpty && nextOpen == nil ? "No \(kind) waits for a login." : nil
        return [
            "sessions": .list(sessions), "total": .number(found.total),
            "noun": .text(found.total == 1 ? "session" : "sessions"),
            "next": .optional(next), "open": .list(open), "nextOpen": .optional(nextOpen), "noOpen": .optional(noOpen),
            "requestors": Self.options(requestors, query["requestor"]), "mvpds": Self.options(mvpds, query["mvpd"]),
            "states": Self.options(states, query["state"]),
        ]
    }

    /// Returns a page of the codes of REST v2 sessions that wait for a login. Used codes remain valid with their profiles.
    private func openCodes(_ query: FormParameters, now: Int64) async throws -> RecordPage<RegistrationCode> {
        var codes = RecordQuery<RegistrationCode>(
            life: .inForce(at: now), cursor: try administration.number(query, "codes", 0...Int64.max), limit: 200)
        if let requestor = try administration.filter(query) { codes.matching["requestor"] = requestor }
        var page = try await engine.store.list(codes)
        // Codes are listed by creation date: sessions older than this one have expired.
        if let last = page.records.last, last.createdAt + RegistrationCode.defaultLifetime * 1_000 <= now { page.next = nil }
        let mvpd = query["mvpd"]
        page.records = page.records.filter { $0.session != nil && !$0.isUsed && (mvpd == nil || $0.mvpd == mvpd) }
        return page
    }

    static func options(_ choices: [(value: String, label: String)], _ selected: String?) -> PageValue {
        .list(
            choices.map { value, label in
                ["value": .text(value), "label": .text(label), "isSelected": .flag(value == selected ?? "")]
            })
    }

    /// The rows of docs/decision-tables.md that create profiles, by type.
    private static let rules = [
        ProfileType.regular.rawValue: "row 24.7, login at the provider",
        ProfileType.appleSSO.rawValue: "row 27.14, system account",
    ]

    private static func session(_ session: SessionResource, now: Int64) -> PageValue {
        [
            "path": .text("/dashboard/sessions/\(PercentEncoding.encode(session.id))"), "user": .text(session.userId),
            "requestor": .text(session.requestor), "mvpd": .text(session.mvpd), "device": .text(shortened(session.deviceId)),
            "interface": .text(session.interface), "source": .text(session.type ?? session.source),
            "rule": .optional(session.type.flatMap { rules[$0] }),
            "degradation": .optional(session.degradation), "begun": .text(ReadableTime.moment(session.createdAt)),
            "left": .text(ReadableTime.left(until: session.expiresAt, now: now)),
            "tag": .text(session.expiresAt > now ? "good" : ""),
        ]
    }

    private static func openSession(_ code: RegistrationCode, now: Int64) -> PageValue {
        [
            "code": .text(code.code), "requestor": .text(code.key.requestor), "mvpd": .text(code.mvpd ?? "not chosen"),
            "device": .text(shortened(code.key.deviceID)), "end": .text(code.session?.redirectURL ?? "not given"),
            "begun": .text(ReadableTime.moment(code.createdAt)),
            "left": .text(ReadableTime.left(until: code.expiresAt, now: now)),
        ]
    }

    private static func shortened(_ text: String) -> String { text.count > 24 ? "\(text.prefix(23))…" : text }

    func sessionPage(_ call: APICall) async throws -> Page {
        let id = call.part("id")
        do {
            let session = try await administration.session(id)
            let list = try await administration.authorizations(ofSession: id).authorizations
            let now = engine.clock.milliseconds()
            return dashboardPage(
                .sessions,
                [
                    "path": .text("/dashboard/sessions/\(PercentEncoding.encode(id))"),
                    "facts": .list(Self.facts(session.json, at: "")),
                    "authorizations": .list(
                        list.map { authorization in
                            [
                                "resource": .text(authorization.resource),
                                "by": .text(authorization.degraded ? "degradation" : "the provider"),
                                "left": .text(ReadableTime.left(until: authorization.expiresAt, now: now)),
                            ]
                        }),
                ], for: call, template: PageFiles.sessionMustache, heading: "Session of \(session.userId)")
        } catch {
            let problem = try ServiceError.administrative(error)
            throw ServiceError.page(
                problem.status, "No such session", problem.message,
                "It may have ended or been revoked. The Sessions page lists all sessions.")
        }
    }

    /// Returns the members of an object as rows, including those of nested objects.
    private static func facts(_ object: JSON, at place: String) -> [PageValue] {
        object.memberList.flatMap { member -> [PageValue] in
            if case .object = member.value { return facts(member.value, at: "\(place)\(member.key).") }
            let isTime = member.key.hasSuffix("At")
            let moment = isTime ? member.value.integer.map { ReadableTime.moment($0) } : nil
            return [["name": .text(place + member.key), "value": .text(moment ?? member.value.text ?? member.value.serialized)]]
        }
    }
}
