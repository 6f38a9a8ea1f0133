import Administration
import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension AdministrationController {
    /// The routes for registered applications: software statements with a programmer's data about an application.
    var applicationAdministration: [Route] {
        [
            listing("applications", query: ["requestor"]) { try applications($0) },
            creating("applications") { try await registerApplication($0, requestID: $1).json },
            reading("applications/{id}") { ApplicationResource(try statement($0.part("id"))).json },
            administration(.get, "applications/{id}/statement") { .statement(try statement($0.part("id"))) },
            administration(.post, "applications/{id}/revoke") {
                .json(.ok, try await revokeApplication($0.part("id"), requestID: $0.requestID).json)
            },
        ]
    }

    private func statement(_ id: String) throws -> SoftwareStatement {
        guard let statement = engine.read({ $0.statements[id] }) else { throw ServiceError.unknown("Application", id) }
        return statement
    }

    private func applications(_ call: APICall) throws -> [ApplicationResource] {
        let requestor = try filter(call.parameters)
        return allStatements.filter { statement in requestor.map { statement.covers(requestor: $0) } ?? true }
            .map { ApplicationResource($0) }
    }

    /// Registers an application.
    func registerApplication(_ body: JSON, requestID: String) async throws -> ApplicationResource {
        let fields = try AdministrationFields(
            body, known: ["name", "version", "requestors", "platforms", "schemes", "domains", "scopes"])
        let requestors = try fields.texts("requestors", 0...64, "requestors' identifiers; empty for all") { !$0.isEmpty } ?? []
        var statement = try statement(
            fields, name: try fields.required("name", 1...256), requestors: requestors, schemes: try fields.schemes("schemes"))
        statement.version = try fields.text("version", 1...64)
        statement.domains = try fields.domains()
        return ApplicationResource(try await issue(statement, requestID: requestID))
    }

    /// Revokes an application.
    func revokeApplication(_ id: String, requestID: String) async throws -> ApplicationResource {
        let known = try statement(id)
        try await engine.send(.revokeStatement(id: known.id), requestID: requestID)
        return ApplicationResource(try statement(id))
    }
}

extension Response {
    /// Returns a software statement as a file.
    static func statement(_ statement: SoftwareStatement) -> Response {
        var response = Response.content(.ok, "text/plain; charset=utf-8", statement.token)
        response.headers[.contentDisposition] = "attachment; filename=\"statement-\(statement.id).jwt\""
        response.headers[.contentTypeOptions] = "nosniff"
        return response
    }
}

extension ApplicationResource {
    init(_ statement: SoftwareStatement) {
        self.init(
            id: statement.id, name: statement.name, requestors: statement.requestors,
            platforms: statement.platforms.map(\.rawValue), schemes: statement.schemes, version: statement.version,
            domains: statement.domains, scopes: statement.scopes, issuedAt: statement.issuedAt, revoked: statement.isRevoked)
    }
}
