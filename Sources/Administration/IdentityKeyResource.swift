/// A key for the tokens of shared identities.
package struct IdentityKeyResource: ListedResource {
    package static let path = "identity-keys"
    package static let member = "identityKeys"
    package static let moments = ["createdAt": MomentUnit.milliseconds]

    package var id: String
    /// `platform` or `service`.
    package var kind: String
    /// The requestor of a service's key; nil for a platform's.
    package var requestor: String?
    package var kid: String
    package var issuer: String
    package var algorithm: String
    /// The public key in PEM.
    package var publicKey: String
    /// The private key in PEM; only in the answer that generated it, because the service does not keep it.
    package var privateKey: String?
    package var createdAt: Int64

    package init(
        id: String, kind: String, requestor: String?, kid: String, issuer: String, algorithm: String, publicKey: String,
        createdAt: Int64
    ) {
        self.id = id
        self.kind = kind
        self.requestor = requestor
        self.kid = kid
        self.issuer = issuer
        self.algorithm = algorithm
        self.publicKey = publicKey
        self.createdAt = createdAt
    }
}

/// A token of a shared identity, which the service issued for tests.
package struct IdentityTokenResource: AddressedResource {
    package static let path = "identity-tokens"
    package static let moments = ["issuedAt": MomentUnit.seconds, "expiresAt": .seconds]

    /// `platform` or `service`.
    package var kind: String
    package var issuer: String
    package var subject: String
    /// The header in which apps send it.
    package var header: String
    /// The signed token.
    package var token: String
    package var issuedAt: Int64
    package var expiresAt: Int64

    package init(
        kind: String, issuer: String, subject: String, header: String, token: String, issuedAt: Int64, expiresAt: Int64
    ) {
        self.kind = kind
        self.issuer = issuer
        self.subject = subject
        self.header = header
        self.token = token
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
    }
}
