/// The identity of a device or user that another party vouches for, so that several apps share a sign-in.
///
/// Mirrors the platform identity (`Adobe-Subject-Token`) and the service token (`AD-Service-Token`) of REST v2, whose signatures
/// were verified.
public struct SharedIdentity: Sendable, Codable, Hashable {
    /// The issuer of the token.
    public enum Kind: String, Sendable, Codable {
        /// The device's platform: its apps share sign-ins.
        case platform
        /// A programmer's own identity service: the user's devices share sign-ins.
        case service
    }

    /// The issuer of the token.
    public var kind: Kind
    /// The `iss` claim.
    public var issuer: String
    /// The `sub` claim.
    public var subject: String

    /// Creates the identity of a verified token.
    public init(kind: Kind, issuer: String, subject: String) {
        self.kind = kind
        self.issuer = issuer
        self.subject = subject
    }

    /// The identity in one string; different identities have different strings.
    var key: String { "\(kind.rawValue) \(issuer.utf8.count) \(issuer) \(subject)" }
}

/// The profile that an identity shares for a provider.
public struct SharedSignIn: StoredRecord {
    public static let table = "shared_sign_in"

    /// The identity and provider.
    public var recordKey: Key
    /// The profile of the login.
    public var profile: ProfileKey
    /// The expiration date of the profile, in Unix milliseconds.
    public var expiresAt: Int64

    /// The key: an identity and a provider.
    public struct Key: RecordKey, Codable {
        public static let columns = ["identity", "mvpd"]

        /// ``SharedIdentity/key``
        public var identity: String
        /// The provider.
        public var mvpd: String

        public var values: [String] { [identity, mvpd] }
    }

    public var endsAt: Int64? { expiresAt }
}

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
