import TVWorld

/// A SAML AuthnRequest that went out and waits for its one response.
public struct PendingRequest: StoredRecord, Identifiable {
    public static let table = "request"

    /// The request's `ID`, which the response must name as `InResponseTo`.
    public var id: String
    /// Whose request it is.
    public var key: DeviceKey
    /// The provider it went to.
    public var mvpd: String
    /// The platform it was made for.
    public var platform: Platform
    /// When it was made, in Unix milliseconds.
    public var createdAt: Int64
    /// Until when a response is taken, in Unix milliseconds.
    public var expiresAt: Int64
    /// When the response came, in Unix milliseconds; a second one is a replay.
    public var usedAt: Int64?

    /// A request that was just made.
    public init(
        id: String, key: DeviceKey, mvpd: String, platform: Platform, createdAt: Int64, expiresAt: Int64,
        usedAt: Int64? = nil
    ) {
        self.id = id
        self.key = key
        self.mvpd = mvpd
        self.platform = platform
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.usedAt = usedAt
    }

    /// How long a response may take, in milliseconds: the five minutes that an assertion lives and a minute of clock skew.
    public static let lifetime: Int64 = 360_000

    /// How long an ended request is remembered, in milliseconds, so that a late response gets the right refusal.
    public static let retention: Int64 = 3_600_000

    public var recordKey: String { id }
    public var endsAt: Int64? { expiresAt }
}
