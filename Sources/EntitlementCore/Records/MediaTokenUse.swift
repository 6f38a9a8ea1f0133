/// A media token that a backend presented to the service: tokens may be used once.
public struct MediaTokenUse: StoredRecord, Identifiable {
    public static let table = "media_token_use"

    /// The SHA-256 of the signed element, in hexadecimal digits.
    public var id: String
    /// The requestor for which the token was issued.
    public var requestor: String
    /// The date of the first use, in Unix milliseconds.
    public var usedAt: Int64
    /// The expiration date of the token, in Unix milliseconds, after which uses are not looked up.
    public var expiresAt: Int64

    /// Creates a first use.
    public init(id: String, requestor: String, usedAt: Int64, expiresAt: Int64) {
        self.id = id
        self.requestor = requestor
        self.usedAt = usedAt
        self.expiresAt = expiresAt
    }

    public var recordKey: String { id }
    public var endsAt: Int64? { expiresAt }
}
