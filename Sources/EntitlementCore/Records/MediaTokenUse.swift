/// A media token that a backend showed to the service: tokens are for one use.
public struct MediaTokenUse: StoredRecord, Identifiable {
    public static let table = "media_token_use"

    /// The SHA-256 of the signed element, in hexadecimal digits.
    public var id: String
    /// For whom the token was made.
    public var requestor: String
    /// When it was shown first, in Unix milliseconds.
    public var usedAt: Int64
    /// When the token ends, in Unix milliseconds: from then on nobody asks any more.
    public var expiresAt: Int64

    /// A first use.
    public init(id: String, requestor: String, usedAt: Int64, expiresAt: Int64) {
        self.id = id
        self.requestor = requestor
        self.usedAt = usedAt
        self.expiresAt = expiresAt
    }

    public var recordKey: String { id }
    public var endsAt: Int64? { expiresAt }
}
