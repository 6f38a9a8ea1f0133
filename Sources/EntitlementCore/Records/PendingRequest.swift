import TVWorld

/// A SAML request that was sent and waits for its response.
public struct PendingRequest: StoredRecord, Identifiable {
    public static let table = "request"

    /// The way in which the request was sent, and the purpose of its response.
    public enum Origin: Sendable, Codable, Equatable {
        /// An AuthnRequest passed by the device: the platform's single sign-on.
        case platform
        /// The same for a partner profile of REST v2.
        case partner
        /// An AuthnRequest in a browser, for the device of a registration code; the browser ends at the URL.
        case web(code: String, redirectURL: String)
        /// A LogoutRequest in a browser, which ends at the URL, or, without one, at a page of the service.
        case logout(redirectURL: String?)
    }

    /// The request's `ID`, which the response must name as `InResponseTo`.
    public var id: String
    /// The owner of the request.
    public var key: DeviceKey
    /// The provider to which it was sent.
    public var mvpd: String
    /// The platform for which it was created; nil if it is unknown.
    public var platform: Platform?
    /// The creation date, in Unix milliseconds.
    public var createdAt: Int64
    /// The date until which a response is accepted, in Unix milliseconds.
    public var expiresAt: Int64
    /// The date of the response, in Unix milliseconds; a second one is a replay.
    public var usedAt: Int64?
    /// The way in which it was sent.
    public internal(set) var sentBy: Origin = .platform

    /// The time limit of a response, in milliseconds: the five minutes of an assertion's lifetime and a minute of clock skew.
    public static let lifetime: Int64 = 360_000

    /// The time limit of a response for which a user enters a password, in milliseconds: half an hour.
    public static let webLifetime: Int64 = 1_800_000

    /// The time for which an expired request is kept, in milliseconds, so that a late response gets the right error.
    public static let retention: Int64 = 3_600_000

    public var endsAt: Int64? { expiresAt }
}
