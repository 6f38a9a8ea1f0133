import Administration
import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension AdministrationController {
    /// `GET /admin/v1/statements`
    var issuedStatements: [StatementResource] {
        let statements = engine.read { $0.statements.values.sorted { ($0.issuedAt, $0.id) < ($1.issuedAt, $1.id) } }
        return statements.map(StatementResource.init)
    }

    /// Issues a statement.
    func issueStatement(_ body: JSON, requestID: String) async throws -> StatementResource {
        var statement = try await statement(from: body)
        statement.token = try await signer.sign(statement)
        return StatementResource(try await engine.send(.issueStatement(statement), requestID: requestID))
    }

    private func statement(from body: JSON) async throws -> SoftwareStatement {
        let fields = try AdministrationFields(body, known: ["requestor", "name", "platforms", "scheme", "scopes"])
        guard let requestor = fields["requestor"]?.text, !requestor.isEmpty else {
            throw ServiceError.invalid("requestor", "is required: a requestor's identifier, or *")
        }
        let platforms = try (texts(fields, "platforms") ?? Platform.allCases.map(\.rawValue)).map { text in
            guard let platform = Platform(rawValue: text) else {
                throw AdministrationFields.wrong("platforms", "a list of ios and tvos")
            }
            return platform
        }
        let schemes =
            try texts(fields, "scheme")
            ?? engine.read { state in
                state.world.requestors.filter { requestor == "*" || $0.id == requestor }.flatMap(\.customSchemes)
            }
        guard schemes.allSatisfy(TextRule.scheme.accepts) else {
            throw AdministrationFields.wrong("scheme", "URL schemes without ://, such as adbe.example")
        }
        guard let name = (fields["name"] ?? "").text, name.unicodeScalars.count <= 256 else {
            throw AdministrationFields.wrong("name", "a string of at most 256 characters")
        }
        let scopes = try texts(fields, "scopes")
        let known = ClientScope.allCases.map(\.rawValue)
        guard scopes?.allSatisfy(known.contains) ?? true else {
            throw AdministrationFields.wrong("scopes", "a list of \(known.joined(separator: " and "))")
        }
        var statement = SoftwareStatement(
            id: try await engine.newIdentifier { $1.statements[$0] != nil }, requestors: requestor == "*" ? [] : [requestor],
            name: name.isEmpty ? "Application of \(requestor)" : name, platforms: platforms, schemes: schemes,
            issuedAt: engine.clock.seconds())
        statement.scopes = scopes
        return statement
    }

    /// Returns a string or an array of strings.
    private func texts(_ fields: AdministrationFields, _ name: String) throws -> [String]? {
        try fields.value(name, "a string, or a list of at most 16 strings") { value in
            (value.text.map { [$0] } ?? value.texts).flatMap { $0.count <= 16 ? $0 : nil }
        }
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
