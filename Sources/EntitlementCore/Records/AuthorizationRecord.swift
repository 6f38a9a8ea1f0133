/// An authorization token: the provider's cached authorization for one resource.
public struct AuthorizationRecord: StoredRecord {
    public static let table = "authorization"
    public static let retention = AuthenticationRecord.retention

    /// The owner of the token.
    public var key: DeviceKey
    /// The provider that authorized it.
    public var mvpd: String
    /// The resource, exactly as sent by the app.
    public var resource: String
    /// Whether a degradation rule authorized it in place of the provider; it expires with the rule.
    public var isDegraded: Bool
    /// The expiration date, in Unix milliseconds; never later than that of the authentication.
    public var expiresAt: Int64

    public var recordKey: AuthorizationKey<DeviceKey> { AuthorizationKey(owner: key, resource: resource) }
    public var endsAt: Int64? { expiresAt }
}

/// The key of an authorization: its owner, which is a device or a profile, and a resource.
public struct AuthorizationKey<Owner: RecordKey>: RecordKey {
    public static var columns: [String] { Owner.columns + ["resource"] }

    /// The device or profile.
    public var owner: Owner
    /// The resource, exactly as sent by the app.
    public var resource: String

    public var values: [String] { owner.values + [resource] }
}
