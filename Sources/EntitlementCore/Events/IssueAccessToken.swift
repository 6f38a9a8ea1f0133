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

extension EntitlementEvent where Self == PlainEvent<AccessTokenClaims> {
    /// Issues an access token for a registered client: REST `POST /o/client/token`.
    ///
    /// - Parameters:
    ///   - clientID: The `client_id`.
    ///   - secretDigest: The SHA-256 of the `client_secret`.
    public static func issueAccessToken(clientID: String, secretDigest: [UInt8]) -> Self {
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
