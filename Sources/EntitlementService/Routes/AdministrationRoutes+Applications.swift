import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension ServiceEnvironment {
    /// The routes for registered applications: software statements with a programmer's data of an application.
    var applicationAdministration: [Route] {
        [
            administration(.get, "applications", query: ["requestor"]) { try listApplications($0) },
            administration(.post, "applications") { try await registerApplication($0) }.taking(.json),
            administration(.get, "applications/{id}") { .json(.ok, Self.application(try statement($0))) },
            administration(.get, "applications/{id}/statement") { try sendStatement($0) },
            administration(.post, "applications/{id}/revoke") { try await withdrawApplication($0) },
        ]
    }

    private func statement(_ call: Call) throws -> SoftwareStatement {
        let id = call.part("id")
        guard let statement = engine.read({ $0.statements[id] }) else {
            throw AdministrationError(.notFound, "not_found", "Application \"\(id.prefix(64))\" is unknown.")
        }
        return statement
    }

    private func listApplications(_ call: Call) throws -> Response {
        let requestor = try filter(call)
        let statements = engine.read { $0.statements.values }
            .filter { statement in requestor.map { statement.covers(requestor: $0) } ?? true }
            .sorted { ($0.issuedAt, $0.id) < ($1.issuedAt, $1.id) }
        return .json(.ok, .object([.init("applications", .array(statements.map(Self.application)))]))
    }

    private func registerApplication(_ call: Call) async throws -> Response {
        let fields = try AdministrationFields(
            try call.json(), known: ["name", "version", "requestors", "platforms", "schemes", "domains"])
        let requestors = try fields.texts("requestors", limit: 64, "requestors' identifiers; empty for all") { !$0.isEmpty } ?? []
        let platforms = try fields.texts("platforms", limit: 2, "ios and tvos") { Platform(rawValue: $0) != nil }
        let known = engine.read { $0.world.requestors }.filter { requestors.isEmpty || requestors.contains($0.id) }
        var statement = SoftwareStatement(
            id: try await engine.newIdentifier { $1.statements[$0] != nil }, requestors: requestors,
            name: try fields.required("name", 1...256),
            platforms: platforms?.compactMap { Platform(rawValue: $0) } ?? Platform.allCases,
            schemes: try fields.texts(
                "schemes", limit: 64, "URL schemes without ://, as adbe.example", AdministrationRule.isScheme)
                ?? known.flatMap(\.customSchemes),
            issuedAt: engine.clock.seconds())
        statement.version = try fields.text("version", 1...64)
        statement.domains = try fields.texts("domains", limit: 64, "domain names, as example.com", AdministrationRule.isDomain)
        statement.token = try await signer.sign(statement)
        let issued = try await engine.send(IssueStatement(statement), requestID: call.requestID)
        return .json(.created, Self.application(issued))
    }

    private func sendStatement(_ call: Call) throws -> Response {
        let statement = try statement(call)
        var response = Response.content(.ok, "text/plain; charset=utf-8", statement.token)
        response.headers[.contentDisposition] = "attachment; filename=\"\(statement.id).jwt\""
        return response
    }

    private func withdrawApplication(_ call: Call) async throws -> Response {
        let id = try statement(call).id
        try await engine.send(RevokeStatement(id: id), requestID: call.requestID)
        return .json(.ok, Self.application(try statement(call)))
    }

    private static func application(_ statement: SoftwareStatement) -> JSON {
        var members: [JSON.Member] = [
            .init("id", .string(statement.id)), .init("name", .string(statement.name)),
            .init("requestors", .strings(statement.requestors)),
            .init("platforms", .strings(statement.platforms.map(\.rawValue))), .init("schemes", .strings(statement.schemes)),
        ]
        if let version = statement.version { members.append(.init("version", .string(version))) }
        if let domains = statement.domains { members.append(.init("domains", .strings(domains))) }
        members += [.init("issuedAt", .integer(statement.issuedAt)), .init("revoked", .bool(statement.isRevoked))]
        return .object(members)
    }
}
