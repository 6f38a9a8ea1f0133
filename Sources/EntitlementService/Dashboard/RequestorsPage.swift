import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension PageTemplate {
    static let requestors = PageTemplate(PageFiles.requestorsMustache)
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

    /// Makes an administrative call, and shows its result on the page.
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
        return try await change(call, "A custom scheme was generated.") {
            try await administer(.post, ["custom-schemes"], body, from: call)
        }
    }

    /// `POST /dashboard/requestors/schemes/remove`
    func removeScheme(byForm call: Call) async throws -> Response {
        let path = ["custom-schemes", call.parameters["requestor"] ?? "", call.parameters["scheme"] ?? ""]
        return try await change(call, "The custom scheme was removed.") { try await administer(.delete, path, from: call) }
    }

    /// `POST /dashboard/requestors/certificates`
    func addCertificate(byForm call: Call) async throws -> Response {
        let form = call.parameters
        let body = JSON.object([
            .init("requestor", .string(form["requestor"] ?? "")), .init("certificate", .string(form["certificate"] ?? "")),
            .init("encryptsMetadata", .bool(form["encryptsMetadata"] != nil)),
        ])
        return try await change(call, "The certificate was added.") {
            try await administer(.post, ["certificates"], body, from: call)
        }
    }

    /// `POST /dashboard/requestors/certificates/remove`
    func removeCertificate(byForm call: Call) async throws -> Response {
        let path = ["certificates", call.parameters["requestor"] ?? "", call.parameters["id"] ?? ""]
        return try await change(call, "The certificate was removed.") { try await administer(.delete, path, from: call) }
    }
}
