import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension PageTemplate {
    static let passes = PageTemplate(
        #"""
        {{<dashboard}}{{$content}}
        <div class="table" role="region" aria-label="Temporary passes, scrolls sideways" tabindex="0">
        <table class="stack"><caption>Temporary passes</caption>
        <thead><tr><th scope="col">Requestor</th><th scope="col">MVPD</th><th scope="col">Kind</th><th scope="col">Lasts</th>
        <th scope="col">Resources</th><th scope="col">Actions</th></tr></thead><tbody>
        {{#passes}}<tr><th scope="row" data-label="Requestor">{{requestor}}</th><td data-label="MVPD">{{mvpd}}</td>
        <td data-label="Kind">{{kind}}</td><td data-label="Lasts">{{lasts}}</td><td data-label="Resources">{{resources}}</td>
        <td data-label="Actions" class="actions"><form method="post" action="/dashboard/passes/reset">
        <input type="hidden" name="form_token" value="{{form_token}}"><input type="hidden" name="requestor" value="{{requestor}}">
        <input type="hidden" name="mvpd" value="{{mvpd}}">
        <button class="small danger" aria-label="Reset {{mvpd}} of {{requestor}} for all">Reset for all</button></form></td></tr>{{/passes}}
        {{^passes}}<tr><td colspan="6">No requestor gives one.</td></tr>{{/passes}}
        </tbody></table></div>
        <div class="table" role="region" aria-label="Trials, scrolls sideways" tabindex="0">
        <table class="stack"><caption>Trials, the newest first</caption>
        <thead><tr><th scope="col">Device</th><th scope="col">Requestor</th><th scope="col">MVPD</th><th scope="col">Begun</th>
        <th scope="col">Time left</th><th scope="col">Resources</th><th scope="col">Actions</th></tr></thead><tbody>
        {{#trials}}<tr><th scope="row" class="long" data-label="Device">{{device}}</th><td data-label="Requestor">{{requestor}}</td>
        <td data-label="MVPD">{{mvpd}}</td><td class="moment" data-label="Begun">{{begun}}</td><td data-label="Time left">{{left}}</td>
        <td data-label="Resources">{{resources}}</td>
        <td data-label="Actions" class="actions"><form method="post" action="/dashboard/passes/reset">
        <input type="hidden" name="form_token" value="{{form_token}}"><input type="hidden" name="requestor" value="{{requestor}}">
        <input type="hidden" name="mvpd" value="{{mvpd}}"><input type="hidden" name="device" value="{{device}}">
        <button class="small danger" aria-label="Reset the trial of {{device}}">Reset</button></form></td></tr>{{/trials}}
        {{^trials}}<tr><td colspan="7">Nobody has used one.</td></tr>{{/trials}}
        </tbody></table></div>
        <div class="table" role="region" aria-label="Degradation rules, scrolls sideways" tabindex="0">
        <table class="stack"><caption>Degradation rules</caption>
        <thead><tr><th scope="col">Rule</th><th scope="col">Requestor</th><th scope="col">MVPD</th><th scope="col">Resources</th>
        <th scope="col">Platform</th><th scope="col">Message</th><th scope="col">Time left</th><th scope="col">Actions</th></tr></thead><tbody>
        {{#rules}}<tr><th scope="row" data-label="Rule">{{kind}}</th><td data-label="Requestor">{{requestor}}</td>
        <td data-label="MVPD">{{mvpd}}</td><td data-label="Resources">{{resources}}</td><td data-label="Platform">{{platform}}</td>
        <td class="long" data-label="Message">{{message}}</td><td data-label="Time left">{{left}}</td>
        <td data-label="Actions" class="actions"><form method="post" action="/dashboard/rules/{{id}}/remove">
        <input type="hidden" name="form_token" value="{{form_token}}">
        <button class="small danger" aria-label="Remove {{kind}} of {{mvpd}} with {{requestor}}">Remove</button></form></td></tr>{{/rules}}
        {{^rules}}<tr><td colspan="8">There is none. Degradation that is switched on stands on the page of integrations.</td></tr>{{/rules}}
        </tbody></table></div>
        <section class="panel" aria-labelledby="new"><h2 id="new">Add a degradation rule</h2>
        <form method="post" action="/dashboard/rules" class="fields">
        <input type="hidden" name="form_token" value="{{form_token}}">
        <div><label for="kind">Rule</label><select id="kind" name="kind">
        {{#kinds}}<option value="{{value}}"{{#isSelected}} selected{{/isSelected}}>{{label}}</option>{{/kinds}}</select></div>
        <div><label for="requestor">Requestor</label><select id="requestor" name="requestor">
        {{#requestors}}<option value="{{value}}"{{#isSelected}} selected{{/isSelected}}>{{label}}</option>{{/requestors}}</select></div>
        <div><label for="mvpd">Provider</label><select id="mvpd" name="mvpd">
        {{#mvpds}}<option value="{{value}}"{{#isSelected}} selected{{/isSelected}}>{{label}}</option>{{/mvpds}}</select></div>
        <div><label for="platform">Platform</label><select id="platform" name="platform">
        {{#platforms}}<option value="{{value}}"{{#isSelected}} selected{{/isSelected}}>{{label}}</option>{{/platforms}}</select></div>
        <div><label for="resources">Resources <span class="quiet">separated by blanks; empty: all</span></label>
        <input id="resources" name="resources" value="{{form.resources}}" autocomplete="off"></div>
        <div><label for="expiresIn">Lasts <span class="quiet">seconds; empty: until removed</span></label>
        <input id="expiresIn" name="expiresIn" inputmode="numeric" value="{{form.expiresIn}}" autocomplete="off"></div>
        <div><label for="message">Message to viewers</label>
        <input id="message" name="message" value="{{form.message}}" autocomplete="off"></div>
        <button class="small">Add the rule</button>
        </form></section>
        {{/content}}{{/dashboard}}
        """#)
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

    /// A pass, a trial or a rule: texts as they are, times as people read them.
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
        return changed("The trials \(whose) are reset: the next use begins a new one.", .passes)
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
        return changed("The degradation rule is in force now.", .passes)
    }

    /// `POST /dashboard/rules/{id}/remove`
    func removeRule(byForm call: Call) async throws -> Response {
        do {
            try await administer(.delete, ["degradation-rules", call.part("id")], from: call)
        } catch let problem as FormProblem {
            return try await passesPage(call, refused: problem).response
        }
        return changed("The degradation rule is removed.", .passes)
    }
}
