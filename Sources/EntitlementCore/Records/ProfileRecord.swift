import TVWorld

/// A profile of REST v2: the record that a user of an app's installation signed in with a provider.
///
/// It belongs to a service provider, a device, a client and a provider; several providers may have one at once. The sign-in is
/// that of REST v1, so that both follow the same rules; the application of its ``AuthenticationRecord/deviceKey`` is the client.
public struct ProfileRecord: StoredRecord {
    public static let table = "profile"
    public static let listColumns = ["user", "session"]
    /// A week, during which decisions distinguish an ended profile from a missing one.
    public static let retention = AuthenticationRecord.retention

    /// The sign-in.
    public var authentication: AuthenticationRecord
    /// The identities that came with the login, which share it.
    public var identities: [SharedIdentity] = []
    /// Whether the administration or the provider ended it.
    public var isInvalidated = false

    public var recordKey: ProfileKey { ProfileKey(owner: authentication.deviceKey, mvpd: authentication.mvpd) }
    public var endsAt: Int64? { authentication.expiresAt }
    public var listValues: [String?] { [authentication.userID, authentication.sessionID] }
}

/// The key of a profile.
public struct ProfileKey: RecordKey, Codable {
    public static let columns = DeviceKey.columns + ["mvpd"]

    /// The service provider, the device, and, as its application, the client.
    public var owner: DeviceKey
    /// The provider.
    public var mvpd: String

    public var values: [String] { owner.values + [mvpd] }
}

/// A provider's cached authorization of a profile for one resource.
public struct ProfileAuthorization: StoredRecord {
    public static let table = "profile_authorization"

    /// The profile.
    public var profile: ProfileKey
    /// The sign-in. Another one that an identity shares for the same profile has its own authorizations.
    public var sessionID: String
    /// The resource, exactly as sent by the app.
    public var resource: String
    /// The creation date, in Unix milliseconds.
    public var createdAt: Int64
    /// The expiration date, in Unix milliseconds; never later than that of the profile.
    public var expiresAt: Int64

    public var recordKey: AuthorizationKey<ProfileKey> { AuthorizationKey(owner: profile, resource: resource) }
    public var endsAt: Int64? { expiresAt }
}
