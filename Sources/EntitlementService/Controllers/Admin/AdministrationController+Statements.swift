import Administration
import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension AdministrationController {
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

extension StatementResource {
    init(_ statement: SoftwareStatement) {
        self.init(
            id: statement.id, requestor: statement.requestors.isEmpty ? "*" : statement.requestors.joined(separator: ","),
            name: statement.name, platforms: statement.platforms.map(\.rawValue), schemes: statement.schemes,
            scopes: statement.scopes, statement: statement.token, issuedAt: statement.issuedAt, revoked: statement.isRevoked)
    }
}
