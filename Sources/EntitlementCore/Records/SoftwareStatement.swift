import TVWorld

/// A software statement that the service issued for a registered application.
///
/// Mirrors the statement of Dynamic Client Registration, a signed JWT that the app contains.
public struct SoftwareStatement: StoredRecord, Identifiable {
    public static let table = "statement"
    public static let isConfiguration = true
    public static let survivesReset = true

    /// The `software_id` claim.
    public var id: String
    /// The requestors whose applications may use it; if empty, all.
    public var requestors: [String]
    /// The `client_name` claim.
    public var name: String
    /// The platforms of the registered application; informative.
    public var platforms: [Platform]
    /// The URL schemes of the application's redirect URLs, without `://`.
    public var schemes: [String]
    /// The date of issue, in Unix seconds.
    public var issuedAt: Int64
    /// Whether it was revoked.
    public var isRevoked: Bool
    /// The signed JWT itself.
    public var token: String

    /// The application's version, if it is known.
    public var version: String?
    /// The web domains of the application's redirect URLs; nil: those of its requestors.
    public var domains: [String]?

    /// The scopes that it grants, by ``ClientScope``; nil: all.
    public var scopes: [String]?

    /// Creates a statement.
    public init(
        id: String, requestors: [String], name: String, platforms: [Platform], schemes: [String], issuedAt: Int64,
        isRevoked: Bool = false, token: String = ""
    ) {
        self.id = id
        self.requestors = requestors
        self.name = name
        self.platforms = platforms
        self.schemes = schemes
        self.issuedAt = issuedAt
        self.isRevoked = isRevoked
        self.token = token
    }

    /// The scopes of its clients.
    public var grantedScopes: [String] { scopes ?? ClientScope.allCases.map(\.rawValue) }

    /// Returns whether clients registered with it may act for a requestor.
    public func covers(requestor: String) -> Bool { requestors.isEmpty || requestors.contains(requestor) }
}

/// An interface that a registered application may use: one of the scopes of its access tokens.
public enum ClientScope: String, Sendable, CaseIterable {
    /// REST v1.
    case version1 = "api:client:v1"
    /// REST v2.
    case version2 = "api:client:v2"
}

/// An installation of an app that registered itself: REST `POST /o/client/register`.
public struct ClientRegistration: StoredRecord, Identifiable {
    public static let table = "client"
    public static let survivesReset = true

    /// The `client_id`.
    public var id: String
    /// The SHA-256 of the `client_secret`; the secret itself is not stored.
    public var secretDigest: [UInt8]
    /// The software statement with which it registered.
    public var statement: String
    /// The redirect URLs that were accepted.
    public var redirectURIs: [String]
    /// The date of the registration, in Unix seconds.
    public var issuedAt: Int64
}
