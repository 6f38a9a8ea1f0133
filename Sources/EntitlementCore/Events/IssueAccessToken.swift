import TVWorld

/// Issues an access token for a registered client: REST `POST /o/client/token`.
public struct IssueAccessToken: EntitlementEvent {
    /// The claims of the new token.
    public struct Answer: Sendable, Equatable {
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

    public var journalEvent: JournalEvent { .accessTokenIssued }

    /// The `client_id`.
    public var clientID: String
    /// The SHA-256 of the `client_secret`.
    public var secretDigest: [UInt8]

    /// The lifetime of an access token in seconds: the documentation's sample value.
    public static let lifetime: Int64 = 21_600

    /// Creates the request for a token.
    public init(clientID: String, secretDigest: [UInt8]) {
        self.clientID = clientID
        self.secretDigest = secretDigest
    }

    public var journalDetails: [String: String] { ["client": clientID] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        // For an unknown client, a secret is also compared, so that the time does not reveal which identifiers exist.
        let known = state.clients[clientID]
        let isRight = isEqualInConstantTime(known?.secretDigest ?? [UInt8](repeating: 0, count: secretDigest.count), secretDigest)
        guard let client = known, isRight else {
            throw Refusal(registration: .invalidClient, "client_id is unknown or client_secret is wrong.")
        }
        guard let statement = state.statements[client.statement], !statement.isRevoked else {
            throw Refusal(registration: .unauthorizedClient, "The software statement of this client was revoked.")
        }
        return Decision(
            Answer(
                id: context.random.uuid(), clientID: client.id, createdAt: context.seconds, lifetime: Self.lifetime,
                scopes: statement.grantedScopes))
    }
}
