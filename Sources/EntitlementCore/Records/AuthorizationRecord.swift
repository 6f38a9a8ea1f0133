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

    public var recordKey: AuthorizationKey { AuthorizationKey(device: key, resource: resource) }
    public var endsAt: Int64? { expiresAt }
}

/// The key of an authorization.
public struct AuthorizationKey: RecordKey {
    public static let columns = DeviceKey.columns + ["resource"]

    /// The owner of the token.
    public var device: DeviceKey
    /// The resource, exactly as sent by the app.
    public var resource: String

    public var values: [String] { device.values + [resource] }
}
