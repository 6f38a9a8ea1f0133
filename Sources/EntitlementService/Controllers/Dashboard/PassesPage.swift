import Administration
import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension DashboardController {
    /// `GET /dashboard/passes`
    func passesPage(_ call: APICall, form: FormParameters) async throws -> Page {
        let page = try? await administration.temporaryPasses()
        let world = engine.read { $0.world }
        let now = engine.clock.milliseconds()
        func list(_ resources: [any Administration.Resource]?) -> PageValue {
            .list((resources ?? []).map { Self.row($0.json, now: now) })
        }
        let kinds = Degradation.allCases.filter { $0 != .none }.map { ($0.rawValue, $0.label) }
        let platforms = [("", "every platform")] + Platform.allCases.map { ($0.rawValue, $0.deviceType) }
        return dashboardPage(
            .passes,
            [
                "passes": list(page?.passes), "started": list(page?.started), "rules": list(administration.degradationRules()),
                "kinds": Self.options(kinds, form["kind"]), "platforms": Self.options(platforms, form["platform"]),
                "requestors": Self.options(world.requestors.map { ($0.id, $0.name) }, form["requestor"]),
                "mvpds": Self.options(world.providers.map { ($0.mvpd, $0.name) }, form["mvpd"]),
                "form": .object(
                    Dictionary(
                        uniqueKeysWithValues: ["resources", "expiresIn", "message"].map { ($0, .text(form[$0] ?? "")) })),
            ], for: call)
    }

    /// Returns a pass, a started pass or a rule: strings unchanged, times in readable form.
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
    func resetPasses(byForm call: APICall) async throws -> Response {
        let parameters = call.parameters.filled(["requestor", "mvpd", "device"])
        return try await submit(.passes, for: call) {
            try await administration.resetTemporaryPasses(parameters, requestID: call.requestID)
            let whose = parameters["device"].map { "the device \($0.prefix(64))" } ?? "all devices"
            return "The temporary pass was reset for \(whose): the next use starts a new one."
        }
    }

    /// `POST /dashboard/rules`
    func addRule(byForm call: APICall) async throws -> Response {
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
        return try await submit(.passes, for: call) {
            try await administration.addDegradationRules(.object(members), requestID: call.requestID)
            return "The degradation rule was added."
        }
    }

    /// `POST /dashboard/rules/{id}/remove`
    func removeRule(byForm call: APICall) async throws -> Response {
        try await submit(.passes, for: call) {
            try await administration.removeDegradationRule(call.part("id"), requestID: call.requestID)
            return "The degradation rule was removed."
        }
    }
}
