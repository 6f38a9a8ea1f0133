import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension DashboardController {
    /// `GET /dashboard/requestors`
    func requestorsPage(_ call: APICall, form: FormParameters) -> Page {
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
        return dashboardPage(
            .requestors,
            [
                "requestors": .list(requestors), "own": .list(certificates), "certificates": .list(dashboardCertificates),
                "choices": Self.options(world.requestors.map { ($0.id, $0.name) }, form["requestor"]),
                "pem": .text(form["certificate"] ?? ""),
            ], for: call)
    }

    /// `POST /dashboard/requestors/schemes`
    func generateScheme(byForm call: APICall) async throws -> Response {
        let body = JSON.object([.init("requestor", .string(call.parameters["requestor"] ?? ""))])
        return try await submit(.requestors, for: call, telling: "A custom scheme was generated.") {
            try await administration.generateCustomScheme(body, requestID: call.requestID)
        }
    }

    /// `POST /dashboard/requestors/schemes/remove`
    func removeScheme(byForm call: APICall) async throws -> Response {
        let (requestor, scheme) = (call.parameters["requestor"] ?? "", call.parameters["scheme"] ?? "")
        return try await submit(.requestors, for: call, telling: "The custom scheme was removed.") {
            try await administration.removeCustomScheme(scheme, of: requestor, requestID: call.requestID)
        }
    }

    /// `POST /dashboard/requestors/certificates`
    func addCertificate(byForm call: APICall) async throws -> Response {
        let form = call.parameters
        let body = JSON.object([
            .init("requestor", .string(form["requestor"] ?? "")), .init("certificate", .string(form["certificate"] ?? "")),
            .init("encryptsMetadata", .bool(form["encryptsMetadata"] != nil)),
        ])
        return try await submit(.requestors, for: call, telling: "The certificate was added.") {
            try await administration.addCertificate(body, requestID: call.requestID)
        }
    }

    /// `POST /dashboard/requestors/certificates/remove`
    func removeCertificate(byForm call: APICall) async throws -> Response {
        let (requestor, id) = (call.parameters["requestor"] ?? "", call.parameters["id"] ?? "")
        return try await submit(.requestors, for: call, telling: "The certificate was removed.") {
            try await administration.removeCertificate(id, of: requestor, requestID: call.requestID)
        }
    }
}
