/// The properties that an authentication session of REST v2 has in addition to its ``RegistrationCode``.
public struct AuthenticationSession: Sendable, Codable, Equatable {
    /// The `sessionId`, for tracking.
    public var id: String
    /// `domainName`, as it was sent last, if it was accepted.
    public var domainName: String?
    /// `redirectUrl`, as it was sent last, if it was accepted.
    public var redirectURL: String?
    /// The identities that came with the session; its profile shares them.
    public var identities: [SharedIdentity] = []
    /// The session of the sign-in that completed this one; nil until then. Its code never returns another login's profile.
    public var profileSessionID: String?
    /// The expiration date of the profile that completed the session, in Unix milliseconds: until then its code returns the
    /// profile.
    public var profileExpiresAt: Int64?
}

/// The open session of a client on a device. A new code ends the previous one.
public struct OpenSession: StoredRecord {
    public static let table = "open_session"

    /// The service provider, the device, and, as its application, the client.
    public var owner: DeviceKey
    /// The code of the session.
    public var code: String
    /// The expiration date of the code, in Unix milliseconds.
    public var expiresAt: Int64

    public var recordKey: DeviceKey { owner }
    public var endsAt: Int64? { expiresAt }
}

/// A logout that a browser performs after the profile was removed: the URL of REST v2's logout answer, which can be used once.
public struct PendingLogout: StoredRecord, Identifiable {
    public static let table = "pending_logout"

    /// The opaque identifier in the URL.
    public var id: String
    /// The removed sign-in.
    public var authentication: AuthenticationRecord
    /// The browser's destination; nil: a page of the service.
    public var redirectURL: String?
    /// The date until which the URL may be opened, in Unix milliseconds.
    public var expiresAt: Int64

    /// The time for which the URL may be opened, in milliseconds: half an hour.
    static let lifetime: Int64 = 1_800_000

    public var endsAt: Int64? { expiresAt }
}
