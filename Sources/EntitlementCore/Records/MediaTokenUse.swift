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

    public var endsAt: Int64? { expiresAt }
}
