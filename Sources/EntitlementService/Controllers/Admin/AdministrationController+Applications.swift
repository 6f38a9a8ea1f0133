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

    /// All statements, oldest first.
    var allStatements: [SoftwareStatement] {
        engine.read { $0.statements.values.sorted { ($0.issuedAt, $0.id) < ($1.issuedAt, $1.id) } }
    }

    /// Issues a statement.
    func issueStatement(_ body: JSON, requestID: String) async throws -> StatementResource {
        let fields = try AdministrationFields(
            body, known: ["requestor", "name", "platforms", "scheme", "scopes"], lists: ["platforms", "scheme", "scopes"])
        guard let requestor = fields["requestor"]?.text, !requestor.isEmpty else {
            throw ServiceError.invalid("requestor", "is required: a requestor's identifier, or *")
        }
        let name = try fields.text("name", 0...256) ?? ""
        let statement = try statement(
            fields, name: name.isEmpty ? "Application of \(requestor)" : name, requestors: requestor == "*" ? [] : [requestor],
            schemes: try fields.schemes("scheme"))
        return StatementResource(try await issue(statement, requestID: requestID))
    }

    /// Returns a statement with the platforms and scopes of a body; it has no identifier yet.
    ///
    /// - Parameters:
    ///   - requestors: The requestors that it is for; empty for all.
    ///   - schemes: The URL schemes; nil for those of the requestors.
    func statement(
        _ fields: AdministrationFields, name: String, requestors: [String], schemes: [String]?
    ) throws -> SoftwareStatement {
        let platforms = try fields.texts("platforms", 1...2, "ios and tvos") { Platform(rawValue: $0) != nil }
        let scopes = ClientScope.allCases.map(\.rawValue)
        let known = engine.read { $0.world.requestors }.filter { requestors.isEmpty || requestors.contains($0.id) }
        var statement = SoftwareStatement(
            id: "", requestors: requestors, name: name,
            platforms: platforms?.compactMap { Platform(rawValue: $0) } ?? Platform.allCases,
            schemes: schemes ?? known.flatMap(\.customSchemes), issuedAt: engine.clock.seconds())
        statement.scopes = try fields.texts(
            "scopes", 1...scopes.count, scopes.joined(separator: " and "), scopes.contains)
        return statement
    }

    /// Gives a statement an identifier, signs and stores it.
    func issue(_ statement: SoftwareStatement, requestID: String) async throws -> SoftwareStatement {
        var statement = statement
        statement.id = try await engine.newIdentifier { $1.statements[$0] != nil }
        statement.token = try await signer.sign(statement)
        return try await engine.send(.issueStatement(statement), requestID: requestID)
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

extension StatementResource {
    init(_ statement: SoftwareStatement) {
        self.init(
            id: statement.id, requestor: statement.requestors.isEmpty ? "*" : statement.requestors.joined(separator: ","),
            name: statement.name, platforms: statement.platforms.map(\.rawValue), schemes: statement.schemes,
            scopes: statement.scopes, statement: statement.token, issuedAt: statement.issuedAt, revoked: statement.isRevoked)
    }
}
