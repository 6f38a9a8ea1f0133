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
