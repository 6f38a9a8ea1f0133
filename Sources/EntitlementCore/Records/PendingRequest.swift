import TVWorld

/// A SAML request that went out and waits for its one response.
public struct PendingRequest: StoredRecord, Identifiable {
    public static let table = "request"

    /// How the request went out, and what its response is for.
    public enum Origin: Sendable, Codable, Equatable {
        /// An AuthnRequest by way of the device: the platform's single sign-on.
        case platform
        /// An AuthnRequest in a browser, for the device of a registration code; the browser ends at the URL.
        case web(code: String, redirectURL: String)
        /// A LogoutRequest in a browser; the browser ends at the URL, or without one at a page of the service.
        case logout(redirectURL: String?)
    }

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
    /// How it went out; files of earlier versions have only those of the platform.
    public var origin: Origin { sentBy ?? .platform }
    private var sentBy: Origin?

    /// A request that was just made.
    public init(
        id: String, key: DeviceKey, mvpd: String, platform: Platform, createdAt: Int64, expiresAt: Int64,
        usedAt: Int64? = nil, origin: Origin = .platform
    ) {
        self.id = id
        self.key = key
        self.mvpd = mvpd
        self.platform = platform
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.usedAt = usedAt
        sentBy = origin
    }

    /// How long a response may take, in milliseconds: the five minutes that an assertion lives and a minute of clock skew.
    public static let lifetime: Int64 = 360_000

    /// How long a response may take when a user types a password in between, in milliseconds: half an hour.
    public static let webLifetime: Int64 = 1_800_000

    /// How long an ended request is remembered, in milliseconds, so that a late response gets the right refusal.
    public static let retention: Int64 = 3_600_000

    public var recordKey: String { id }
    public var endsAt: Int64? { expiresAt }
}
