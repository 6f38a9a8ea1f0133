/// An installation of an app that registered itself: REST `POST /o/client/register`.
public struct ClientRegistration: StoredRecord, Identifiable {
    public static let table = "client"
    public static let survivesReset = true

    /// The `client_id`.
    public var id: String
    /// The SHA-256 of the `client_secret`; the secret itself is not kept.
    public var secretDigest: [UInt8]
    /// The software statement it registered with.
    public var statement: String
    /// The redirect URLs that were accepted.
    public var redirectURIs: [String]
    /// When it registered, in Unix seconds.
    public var issuedAt: Int64

    /// A registration.
    public init(id: String, secretDigest: [UInt8], statement: String, redirectURIs: [String], issuedAt: Int64) {
        self.id = id
        self.secretDigest = secretDigest
        self.statement = statement
        self.redirectURIs = redirectURIs
        self.issuedAt = issuedAt
    }

    public var recordKey: String { id }
}
