import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension PageTemplate {
    static let requestors = PageTemplate(
        #"""
        {{<dashboard}}{{$content}}
        <div class="table" role="region" aria-label="Custom schemes, scrolls sideways" tabindex="0">
        <table class="stack"><caption>Requestors and their custom schemes</caption>
        <thead><tr><th scope="col">Requestor</th><th scope="col">Domains</th><th scope="col">Custom schemes</th></tr></thead><tbody>
        {{#requestors}}<tr><th scope="row" data-label="Requestor">{{name}} <span class="quiet">{{id}}</span></th>
        <td data-label="Domains">{{domains}}</td><td data-label="Custom schemes" class="actions">
        {{#schemes}}<form method="post" action="/dashboard/requestors/schemes/remove">
        <input type="hidden" name="form_token" value="{{form_token}}"><input type="hidden" name="requestor" value="{{id}}">
        <input type="hidden" name="scheme" value="{{scheme}}"><code>{{scheme}}://</code>
        <button class="small danger" aria-label="Remove {{scheme}}">Remove</button></form>{{/schemes}}
        <form method="post" action="/dashboard/requestors/schemes"><input type="hidden" name="form_token" value="{{form_token}}">
        <input type="hidden" name="requestor" value="{{id}}">
        <button class="small secondary" aria-label="Generate a scheme for {{name}}">Generate a scheme</button></form></td></tr>{{/requestors}}
        </tbody></table></div>
        <div class="table" role="region" aria-label="Certificates of requestors, scrolls sideways" tabindex="0">
        <table class="stack"><caption>Certificates of requestors</caption>
        <thead><tr><th scope="col">Requestor</th><th scope="col">Subject</th><th scope="col">Serial number</th>
        <th scope="col">Valid</th><th scope="col">Use</th><th scope="col">Actions</th></tr></thead><tbody>
        {{#own}}<tr><th scope="row" data-label="Requestor">{{requestor}}</th><td data-label="Subject">{{subject}}</td>
        <td class="long" data-label="Serial number"><code>{{serial}}</code></td><td class="period" data-label="Valid">{{validity}}</td><td data-label="Use">{{use}}</td>
        <td data-label="Actions" class="actions"><form method="post" action="/dashboard/requestors/certificates/remove">
        <input type="hidden" name="form_token" value="{{form_token}}"><input type="hidden" name="requestor" value="{{requestor}}">
        <input type="hidden" name="id" value="{{id}}">
        <button class="small danger" aria-label="Remove the certificate {{serial}}">Remove</button></form></td></tr>{{/own}}
        {{^own}}<tr><td colspan="6">No requestor has one.</td></tr>{{/own}}
        </tbody></table></div>
        <section class="panel" aria-labelledby="new"><h2 id="new">Add a certificate</h2>
        <form method="post" action="/dashboard/requestors/certificates" class="fields">
        <input type="hidden" name="form_token" value="{{form_token}}">
        <div><label for="requestor">Requestor</label><select id="requestor" name="requestor">
        {{#choices}}<option value="{{value}}"{{#isSelected}} selected{{/isSelected}}>{{label}}</option>{{/choices}}</select></div>
        <div><label for="certificate">Certificate <span class="quiet">in PEM, with an RSA key</span></label>
        <textarea id="certificate" name="certificate" rows="4" spellcheck="false">{{pem}}</textarea></div>
        <label class="check"><input type="checkbox" name="encryptsMetadata" value="on"> Encrypt user metadata with it</label>
        <button class="small">Add</button>
        </form></section>
        <div class="table" role="region" aria-label="Certificates of the service, scrolls sideways" tabindex="0">
        <table class="stack"><caption>Certificates of the service and of providers</caption>
        <thead><tr><th scope="col">Whose</th><th scope="col">Subject</th><th scope="col">Serial number</th><th scope="col">Valid</th></tr></thead>
        <tbody>
        {{#certificates}}<tr><th scope="row" data-label="Whose">{{purpose}}</th><td data-label="Subject">{{subject}}</td>
        <td class="long" data-label="Serial number"><code>{{serial}}</code></td><td class="period" data-label="Valid">{{validity}}</td></tr>{{/certificates}}
        </tbody></table></div>
        {{/content}}{{/dashboard}}
        """#)
}

extension ServiceEnvironment {
    /// `GET /dashboard/requestors`
    func requestorsPage(_ call: Call) -> Page { requestorsPage(call, refused: nil) }

    private func requestorsPage(_ call: Call, refused: FormProblem?) -> Page {
        let (world, own) = engine.read { state in
            (state.world, state.certificates.values.sorted { ($0.requestor, $0.id) < ($1.requestor, $1.id) })
        }
        let requestors = world.requestors.map { requestor -> PageValue in
            [
                "id": .text(requestor.id), "name": .text(requestor.name),
                "domains": .text(requestor.domains.joined(separator: " ")),
                "schemes": .list(requestor.customSchemes.map { ["scheme": .text($0)] }),
            ]
        }
        let certificates = own.map { certificate -> PageValue in
            [
                "id": .text(certificate.id), "requestor": .text(certificate.requestor), "subject": .text(certificate.subject),
                "serial": .text(certificate.serial),
                "validity": .text(
                    ReadableTime.moment(certificate.notBefore * 1_000) + " to "
                        + ReadableTime.moment(certificate.notAfter * 1_000)),
                "use": .text(certificate.encryptsMetadata ? "encrypts user metadata" : "none"),
            ]
        }
        let form = refused == nil ? FormParameters() : call.parameters
        var page = dashboardPage(
            .requestors, .requestors,
            [
                "requestors": .list(requestors), "own": .list(certificates), "certificates": .list(dashboardCertificates),
                "choices": Self.options(world.requestors.map { ($0.id, $0.name) }, form["requestor"]),
                "pem": .text(form["certificate"] ?? ""),
            ], for: call)
        page.content["problem"] = .optional(refused?.message)
        if let refused { page.status = refused.status }
        return page
    }

    /// Makes a call of the administration, and tells on the page what came of it.
    private func change(
        _ call: Call, _ told: String, _ work: () async throws -> Void
    ) async throws -> Response {
        do {
            try await work()
            return changed(told, .requestors)
        } catch let problem as FormProblem {
            return requestorsPage(call, refused: problem).response
        }
    }

    /// `POST /dashboard/requestors/schemes`
    func generateScheme(byForm call: Call) async throws -> Response {
        let body = JSON.object([.init("requestor", .string(call.parameters["requestor"] ?? ""))])
        return try await change(call, "A custom scheme is generated.") {
            try await administer(.post, ["custom-schemes"], body, from: call)
        }
    }

    /// `POST /dashboard/requestors/schemes/remove`
    func removeScheme(byForm call: Call) async throws -> Response {
        let path = ["custom-schemes", call.parameters["requestor"] ?? "", call.parameters["scheme"] ?? ""]
        return try await change(call, "The custom scheme is removed.") { try await administer(.delete, path, from: call) }
    }

    /// `POST /dashboard/requestors/certificates`
    func addCertificate(byForm call: Call) async throws -> Response {
        let form = call.parameters
        let body = JSON.object([
            .init("requestor", .string(form["requestor"] ?? "")), .init("certificate", .string(form["certificate"] ?? "")),
            .init("encryptsMetadata", .bool(form["encryptsMetadata"] != nil)),
        ])
        return try await change(call, "The certificate is added.") {
            try await administer(.post, ["certificates"], body, from: call)
        }
    }

    /// `POST /dashboard/requestors/certificates/remove`
    func removeCertificate(byForm call: Call) async throws -> Response {
        let path = ["certificates", call.parameters["requestor"] ?? "", call.parameters["id"] ?? ""]
        return try await change(call, "The certificate is removed.") { try await administer(.delete, path, from: call) }
    }
}
