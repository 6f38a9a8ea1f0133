import TVWorld

/// The claims of a new access token.
public struct AccessTokenClaims: Sendable, Equatable {
    /// `id`: a UUID with which to track the token.
    public var id: String
    /// `sub`: the client.
    public var clientID: String
    /// `iat` and `nbf`, in Unix seconds; `created_at` in milliseconds.
    public var createdAt: Int64
    /// `expires_in`, in seconds.
    public var lifetime: Int64
    /// `scopes`
    public var scopes: [String]
}

extension EntitlementEvent {
    /// Issues a software statement, which is already signed: `POST /admin/v1/statements`.
    public static func issueStatement(_ statement: SoftwareStatement) -> Self where Answer == SoftwareStatement {
        let details = ["statement": statement.id, "requestor": statement.requestors.joined(separator: ",")]
        return Self(.statementIssued, details) { (state, _) throws(Refusal) in
            for requestor in statement.requestors { _ = try state.knownRequestor(requestor) }
            return Decision(statement, changes: [.save(statement)])
        }
    }

    /// Revokes a software statement, unless it already is: `DELETE /admin/v1/statements/{id}`.
    public static func revokeStatement(id: String) -> Self where Answer == Void {
        Self(.statementRevoked, ["statement": id]) { (state, _) throws(Refusal) in
            guard var statement = state.statements[id] else {
                throw Refusal.notFound("Statement \(quoted(id)) is unknown.")
            }
            guard !statement.isRevoked else { return Decision(()) }
            statement.isRevoked = true
            return Decision((), changes: [.save(statement)])
        }
    }

    /// Registers an app: REST `POST /o/client/register`.
    ///
    /// - Parameters:
    ///   - statement: The `software_id` of the statement, whose signature was verified.
    ///   - redirectURI: The app's redirect URL, if it sent one.
    ///   - clientID: The new client's identifier.
    ///   - secretDigest: The SHA-256 of the new client's secret.
    public static func registerClient(
        statement: String, redirectURI: String?, clientID: String, secretDigest: [UInt8]
    ) -> Self where Answer == ClientRegistration {
        Self(.clientRegistered, ["statement": statement]) { (state, context) throws(Refusal) in
            guard let statement = state.statements[statement] else {
                throw Refusal(registration: .invalidSoftwareStatement, "The software statement was not issued by this service.")
            }
            guard !statement.isRevoked else {
                throw Refusal(registration: .unapprovedSoftwareStatement, "The software statement was revoked.")
            }
            if let redirectURI, !state.accepts(redirectURI, statement) {
                throw Refusal(
                    registration: .invalidRedirectURI,
                    "redirect_uri takes URLs of the schemes \(statement.schemes.joined(separator: ", ")) and https URLs of the "
                        + "requestor's domains, up to \(ReturnAddresses.limit) bytes.")
            }
            let client = ClientRegistration(
                id: clientID, secretDigest: secretDigest, statement: statement.id,
                redirectURIs: redirectURI.map { [$0] } ?? [], issuedAt: context.seconds)
            return Decision(client, changes: [.save(client)])
        }
    }

    /// Issues an access token for a registered client: REST `POST /o/client/token`.
    ///
    /// - Parameters:
    ///   - clientID: The `client_id`.
    ///   - secretDigest: The SHA-256 of the `client_secret`.
    public static func issueAccessToken(clientID: String, secretDigest: [UInt8]) -> Self where Answer == AccessTokenClaims {
        Self(.accessTokenIssued, ["client": clientID]) { (state, context) throws(Refusal) in
            // For an unknown client, a secret is also compared, so that the time does not reveal which identifiers exist.
            let known = state.clients[clientID]
            let isRight = isEqualInConstantTime(
                known?.secretDigest ?? [UInt8](repeating: 0, count: secretDigest.count), secretDigest)
            guard let client = known, isRight else {
                throw Refusal(registration: .invalidClient, "client_id is unknown or client_secret is wrong.")
            }
            guard let statement = state.statements[client.statement], !statement.isRevoked else {
                throw Refusal(registration: .unauthorizedClient, "The software statement of this client was revoked.")
            }
            // The lifetime is the documentation's sample value.
            return Decision(
                AccessTokenClaims(
                    id: context.random.uuid(), clientID: client.id, createdAt: context.seconds, lifetime: 21_600,
                    scopes: statement.grantedScopes))
        }
    }
}

extension EntitlementState {
    fileprivate func accepts(_ redirectURI: String, _ statement: SoftwareStatement) -> Bool {
        let requestors = world.requestors.filter { statement.covers(requestor: $0.id) }
        let domains = statement.domains ?? requestors.flatMap(\.domains)
        return ReturnAddresses(schemes: statement.schemes, domains: domains, takesPlainHTTP: false).accept(redirectURI)
    }
}
