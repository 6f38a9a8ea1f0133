import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension PageTemplate {
    static let passes = PageTemplate(PageFiles.passesMustache)
}

extension ServiceEnvironment {
    /// `GET /dashboard/passes`
    func passesPage(_ call: Call) async throws -> Page { try await passesPage(call, refused: nil) }

    private func passesPage(_ call: Call, refused: FormProblem?) async throws -> Page {
        let passes = try? await administer(.get, ["temporary-passes"], from: call)
        let rules = try? await administer(.get, ["degradation-rules"], from: call)
        let world = engine.read { $0.world }
        let form = refused == nil ? FormParameters() : call.parameters
        let now = engine.clock.milliseconds()
        func list(_ json: JSON?, _ key: String) -> PageValue {
            .list((json?[key]?.elements ?? []).map { Self.row($0, now: now) })
        }
        let kinds = Degradation.allCases.filter { $0 != .none }.map { ($0.rawValue, $0.label) }
        let platforms = [("", "every platform")] + Platform.allCases.map { ($0.rawValue, $0.deviceType) }
        var page = dashboardPage(
            .passes, .passes,
            [
                "passes": list(passes, "passes"), "trials": list(passes, "trials"), "rules": list(rules, "rules"),
                "kinds": Self.options(kinds, form["kind"]), "platforms": Self.options(platforms, form["platform"]),
                "requestors": Self.options(world.requestors.map { ($0.id, $0.name) }, form["requestor"]),
                "mvpds": Self.options(world.providers.map { ($0.mvpd, $0.name) }, form["mvpd"]),
                "form": .object(
                    Dictionary(
                        uniqueKeysWithValues: ["resources", "expiresIn", "message"].map { ($0, .text(form[$0] ?? "")) })),
            ], for: call)
        page.content["problem"] = .optional(refused?.message)
        if let refused { page.status = refused.status }
        return page
    }

    /// A pass, a trial or a rule: strings unchanged, times in readable form.
    private static func row(_ json: JSON, now: Int64) -> PageValue {
        var values: [String: PageValue] = [:]
        for name in ["id", "requestor", "mvpd", "device", "platform", "message"] { values[name] = .text(json[name]?.text ?? "") }
        let kind = json["kind"]?.text ?? ""
        values["kind"] = .text(Degradation(rawValue: kind)?.label ?? kind)
        values["lasts"] = .text(ReadableTime.duration(json["ttl"]?.integer ?? 0))
        values["begun"] = .text(ReadableTime.moment(json["startedAt"]?.integer ?? 0))
        let end = json["expiresAt"]?.integer
        values["left"] = .text(end.map { $0 > now ? ReadableTime.duration(($0 - now) / 1_000) : "ended" } ?? "until removed")
        let resources = json["resources"]?.texts.map { $0.isEmpty ? "all" : $0.joined(separator: " ") }
        values["resources"] = .text(resources ?? json["resources"]?.integer.map { "\($0) at most" } ?? "any number")
        return .object(values)
    }

    /// `POST /dashboard/passes/reset`
    func resetPasses(byForm call: Call) async throws -> Response {
        var query: [String: String] = [:]
        for name in ["requestor", "mvpd", "device"] {
            if let value = call.parameters[name], !value.isEmpty { query[name] = value }
        }
        do {
            try await administer(.delete, ["temporary-passes"], query: query, from: call)
        } catch let problem as FormProblem {
            return try await passesPage(call, refused: problem).response
        }
        let whose = query["device"].map { "of the device \($0.prefix(64))" } ?? "of all devices"
        return changed("The trials \(whose) were reset: the next use starts a new one.", .passes)
    }

    /// `POST /dashboard/rules`
    func addRule(byForm call: Call) async throws -> Response {
        let form = call.parameters
        var members: [JSON.Member] = []
        for name in ["kind", "requestor", "mvpd", "platform", "message"] {
            if let text = form[name], !text.isEmpty { members.append(.init(name, .string(text))) }
        }
        let resources = (form["resources"] ?? "").split { $0.isWhitespace || $0 == "," }.map(String.init)
        if !resources.isEmpty { members.append(.init("resources", .strings(resources))) }
        if let text = form["expiresIn"], !text.isEmpty {
            members.append(.init("expiresIn", Int64(text).map { .integer($0) } ?? .string(text)))
        }
        do {
            try await administer(.post, ["degradation-rules"], .object(members), from: call)
        } catch let problem as FormProblem {
            return try await passesPage(call, refused: problem).response
        }
        return changed("The degradation rule was added.", .passes)
    }

    /// `POST /dashboard/rules/{id}/remove`
    func removeRule(byForm call: Call) async throws -> Response {
        do {
            try await administer(.delete, ["degradation-rules", call.part("id")], from: call)
        } catch let problem as FormProblem {
            return try await passesPage(call, refused: problem).response
        }
        return changed("The degradation rule was removed.", .passes)
    }
}
