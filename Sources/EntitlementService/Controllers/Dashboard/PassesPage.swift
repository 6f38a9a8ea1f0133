import Administration
import EntitlementCore
import TVWorld

extension DashboardController {
    /// - Parameter problem: Set if the passes cannot be listed as the call requests.
    func passesContent(_ call: APICall, problem: inout ServiceError?) async throws -> [String: PageValue] {
        var found = TemporaryPassPage(passes: [], trials: [], next: nil)
        do {
            found = try await administration.temporaryPasses(call.parameters.filled(["cursor"]))
        } catch {
            let failure = try ServiceError.administrative(error)
            problem = problem ?? failure
        }
        let (world, form) = (engine.read { $0.world }, call.form)
        let now = engine.clock.milliseconds()
        func list(_ resources: [any Administration.Resource]) -> PageValue {
            .list(resources.map { Self.row($0.json, now: now) })
        }
        let kinds = Degradation.allCases.filter { $0 != .none }.map { ($0.rawValue, $0.label) }
        let platforms = [("", "every platform")] + Platform.allCases.map { ($0.rawValue, $0.deviceType) }
        return [
            "passes": list(found.passes), "started": list(found.trials),
            "next": .optional(found.next.map { "\(DashboardSection.passes.path)?cursor=\($0)" }),
            "rules": list(administration.degradationRules()),
            "kinds": Self.options(kinds, form["kind"]), "platforms": Self.options(platforms, form["platform"]),
            "requestors": Self.options(world.requestors.map { ($0.id, $0.name) }, form["requestor"]),
            "mvpds": Self.options(world.providers.map { ($0.mvpd, $0.name) }, form["mvpd"]), "form": form.entered,
        ]
    }

    /// Returns a pass, a started pass or a rule: strings unchanged, times in readable form.
    private static func row(_ json: JSON, now: Int64) -> PageValue {
        var values: [String: PageValue] = [:]
        for name in ["id", "requestor", "mvpd", "device", "platform", "message"] { values[name] = .text(json[name]?.text ?? "") }
        let kind = json["kind"]?.text ?? ""
        values["kind"] = .text(Degradation(rawValue: kind)?.label ?? kind)
        values["lasts"] = .text(ReadableTime.duration(json["ttl"]?.integer ?? 0))
        values["begun"] = .text(ReadableTime.moment(json["startedAt"]?.integer ?? 0))
        values["left"] = .text(json["expiresAt"]?.integer.map { ReadableTime.left(until: $0, now: now) } ?? "until removed")
        let resources = json["resources"]?.texts.map { $0.isEmpty ? "all" : $0.joined(separator: " ") }
        values["resources"] = .text(resources ?? json["resources"]?.integer.map { "\($0) at most" } ?? "any number")
        return .object(values)
    }

    /// The forms for temporary passes and degradation rules.
    var passForms: [Route] {
        [
            form("/dashboard/passes/reset", .passes) { call in
                let parameters = call.parameters.filled(["requestor", "mvpd", "device"])
                try await administration.resetTemporaryPasses(parameters, requestID: call.requestID)
                let whose = parameters["device"].map { "the device \($0.prefix(64))" } ?? "all devices"
                return "The temporary pass was reset for \(whose): the next use starts a new one."
            },
            form("/dashboard/rules", .passes, notice: "The degradation rule was added.") { call in
                let form = call.parameters
                let body = JSON.filled([
                    "kind": form.text("kind"), "requestor": form.text("requestor"), "mvpd": form.text("mvpd"),
                    "platform": form.text("platform"), "message": form.text("message"), "resources": form.words("resources"),
                    "expiresIn": form.number("expiresIn"),
                ])
                try await administration.addDegradationRules(body, requestID: call.requestID)
            },
            form("/dashboard/rules/{id}/remove", .passes, notice: "The degradation rule was removed.") {
                try await engine.send(.removeDegradationRule(id: $0.part("id")), requestID: $0.requestID)
            },
        ]
    }
}
