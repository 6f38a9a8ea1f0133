/// A public key that verifies the tokens of shared identities: a platform's, or that of a programmer's identity service.
public struct IdentityKey: StoredRecord, Identifiable {
    public static let table = "identity_key"
    public static let isConfiguration = true

    /// The signature algorithms.
    public enum Algorithm: String, Sendable, Codable {
        /// RSASSA-PKCS1-v1_5 with SHA-256.
        case rs256 = "RS256"
        /// ECDSA on P-256 with SHA-256.
        case es256 = "ES256"
    }

    /// A random identifier of the record.
    public var id: String
    /// The tokens that it verifies.
    public var kind: SharedIdentity.Kind
    /// The requestor whose tokens it verifies; nil for a platform's key, which all share.
    public var requestor: String?
    /// The `kid` of the tokens.
    public var keyID: String
    /// The `iss` of the tokens.
    public var issuer: String
    /// The algorithm of the tokens.
    public var algorithm: Algorithm
    /// The public key in PEM.
    public var pem: String
    /// The date of the registration, in Unix milliseconds.
    public var createdAt: Int64

    /// The maximum number of keys of a requestor, and of platforms.
    public static let limit = 16
}
