import Encodings
import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension PageTemplate {
    static let applications = PageTemplate(
        #"""
        {{<dashboard}}{{$content}}
        <div class="table" role="region" aria-label="Registered applications, scrolls sideways" tabindex="0">
        <table class="stack">
        <caption>Registered applications</caption>
        <thead><tr><th scope="col">Name</th><th scope="col">Requestor</th><th scope="col">Platforms</th><th scope="col">Schemes</th>
        <th scope="col">Issued</th><th scope="col">State</th><th scope="col">Actions</th></tr></thead>
        <tbody>
        {{#applications}}
        <tr><th scope="row" class="long" data-label="Name">{{name}} <span class="quiet id">{{id}}</span></th><td data-label="Requestor">{{requestor}}</td>
        <td data-label="Platforms">{{platforms}}</td><td class="long" data-label="Schemes">{{schemes}}</td><td class="moment" data-label="Issued">{{issued}}</td>
        <td data-label="State"><span class="tag {{tag}}">{{state}}</span></td>
        <td data-label="Actions" class="actions"><a class="button small secondary" href="{{path}}/statement"
          aria-label="Download the statement of {{name}}">Statement</a>
        {{#canRevoke}}<form method="post" action="{{path}}/revoke"><input type="hidden" name="form_token" value="{{form_token}}">
        <button class="small danger" aria-label="Revoke {{name}}">Revoke</button></form>{{/canRevoke}}</td></tr>
        {{/applications}}
        {{^applications}}<tr><td colspan="7">No application is registered yet.</td></tr>{{/applications}}
        </tbody></table></div>
        <section class="panel" aria-labelledby="new"><h2 id="new">Register an application</h2>
        <form method="post" action="/dashboard/applications" class="fields">
        <input type="hidden" name="form_token" value="{{form_token}}">
        <div><label for="name">Name</label>
        <input id="name" name="name" value="{{form.name}}" autocomplete="off"></div>
        <div><label for="version">Version <span class="quiet">may be empty</span></label>
        <input id="version" name="version" value="{{form.version}}" autocomplete="off"></div>
        <div><label for="requestor">Requestor</label>
        <select id="requestor" name="requestor">
        {{#requestors}}<option value="{{value}}"{{#isSelected}} selected{{/isSelected}}>{{label}}</option>{{/requestors}}
        </select></div>
        <fieldset><legend>Platforms</legend>
        {{#platforms}}<label class="check"><input type="checkbox" name="platforms.{{value}}" value="on"{{#isOn}} checked{{/isOn}}>
        {{label}}</label>{{/platforms}}</fieldset>
        <div><label for="domains">Domains <span class="quiet">separated by blanks; empty: the requestor's</span></label>
        <input id="domains" name="domains" value="{{form.domains}}" autocomplete="off" spellcheck="false"></div>
        <div><label for="schemes">URL schemes <span class="quiet">separated by blanks; empty: the requestor's</span></label>
        <input id="schemes" name="schemes" value="{{form.schemes}}" autocomplete="off" spellcheck="false"
          {{#problem}}aria-describedby="problem"{{/problem}}></div>
        <button class="small">Register</button>
        </form></section>
        <p><a href="/dashboard/requestors">Custom schemes, domains and certificates</a></p>
        {{/content}}{{/dashboard}}
        """#)
}

extension ServiceEnvironment {
    /// `GET /dashboard/applications`
    func applicationsPage(_ call: Call) -> Page { applicationsPage(call, refused: nil) }

    private func applicationsPage(_ call: Call, refused: FormProblem?) -> Page {
        let (statements, world) = engine.read {
            ($0.statements.values.sorted { ($1.issuedAt, $0.id) < ($0.issuedAt, $1.id) }, $0.world)
        }
        let form = refused == nil ? FormParameters() : call.parameters
        let choices = [("*", "every requestor")] + world.requestors.map { ($0.id, "\($0.name) (\($0.id))") }
        let content: [String: PageValue] = [
            "applications": .list(statements.map(Self.application)),
            "form": .object(
                Dictionary(
                    uniqueKeysWithValues: ["name", "version", "domains", "schemes"].map { ($0, .text(form[$0] ?? "")) })),
            "requestors": .list(
                choices.map { value, label in
                    ["value": .text(value), "label": .text(label), "isSelected": .flag(form["requestor"] == value)]
                }),
            "platforms": .list(
                Platform.allCases.map { platform in
                    [
                        "value": .text(platform.rawValue), "label": .text(platform.deviceType),
                        "isOn": .flag(refused == nil || form["platforms.\(platform.rawValue)"] != nil),
                    ]
                }),
        ]
        var page = dashboardPage(.applications, .applications, content, for: call)
        page.content["problem"] = .optional(refused?.message)
        if let refused { page.status = refused.status }
        return page
    }

    private static func application(_ statement: SoftwareStatement) -> PageValue {
        [
            "id": .text(statement.id), "name": .text(statement.name),
            "path": .text("/dashboard/applications/\(PercentEncoding.encode(statement.id))"),
            "requestor": .text(statement.requestors.isEmpty ? "every requestor" : statement.requestors.joined(separator: ", ")),
            "platforms": .text(statement.platforms.map(\.deviceType).joined(separator: ", ")),
            "schemes": .text(statement.schemes.map { $0 + "://" }.joined(separator: " ")),
            "issued": .text(ReadableTime.moment(statement.issuedAt * 1_000)),
            "state": .text(statement.isRevoked ? "revoked" : "in force"), "tag": .text(statement.isRevoked ? "bad" : "good"),
            "canRevoke": .flag(!statement.isRevoked),
        ]
    }

    /// `POST /dashboard/applications`
    func submitApplication(_ call: Call) async throws -> Response {
        let form = call.parameters
        var members: [JSON.Member] = [
            .init("requestors", .strings(form["requestor"] == "*" ? [] : [form["requestor"] ?? ""])),
            .init("name", .string(form["name"] ?? "")),
            .init("platforms", .strings(Platform.allCases.map(\.rawValue).filter { form["platforms.\($0)"] != nil })),
        ]
        if let version = form["version"], !version.isEmpty { members.append(.init("version", .string(version))) }
        for name in ["schemes", "domains"] {
            let texts = (form[name] ?? "").split { $0.isWhitespace || $0 == "," }.map(String.init)
            if !texts.isEmpty { members.append(.init(name, .strings(texts))) }
        }
        do {
            guard Platform.allCases.contains(where: { form["platforms.\($0.rawValue)"] != nil }) else {
                throw FormProblem(status: .badRequest, message: "platforms takes at least one of iOS and tvOS.")
            }
            let answer = try await administer(.post, ["applications"], .object(members), from: call)
            let name = answer["name"]?.text ?? "The application"
            return changed("\(name) is registered. Its statement can be downloaded now.", .applications)
        } catch let problem as FormProblem {
            return applicationsPage(call, refused: problem).response
        }
    }

    /// `POST /dashboard/applications/{id}/revoke`
    func submitRevocation(_ call: Call) async throws -> Response {
        let id = call.part("id")
        let name = engine.read { $0.statements[id]?.name } ?? id
        do {
            try await administer(.post, ["applications", id, "revoke"], from: call)
        } catch let problem as FormProblem {
            return applicationsPage(call, refused: problem).response
        }
        return changed("\(name) is revoked: its apps cannot register or get tokens any more.", .applications)
    }

    /// `GET /dashboard/applications/{id}/statement`
    func showStatement(_ call: Call) throws -> Response {
        let id = call.part("id")
        guard let statement = engine.read({ $0.statements[id] }) else {
            throw PageRefusal(
                .notFound, "No such application", "There is no registered application with this identifier.",
                "The page of applications lists them all.")
        }
        var response = Response.content(.ok, "text/plain; charset=utf-8", statement.token)
        response.headers[.contentDisposition] = "attachment; filename=\"statement-\(statement.id).jwt\""
        response.headers[.contentTypeOptions] = "nosniff"
        return response
    }
}
