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
