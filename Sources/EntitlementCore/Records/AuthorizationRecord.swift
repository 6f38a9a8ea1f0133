/// An authorization token: the provider's cached yes for one resource.
public struct AuthorizationRecord: StoredRecord {
    public static let table = "authorization"
    public static let retention = AuthenticationRecord.retention

    /// Whose token it is.
    public var key: DeviceKey
    /// The provider that said yes.
    public var mvpd: String
    /// The resource, exactly as the app named it.
    public var resource: String
    /// Whether a degradation rule said yes in the provider's place; it ends with the rule.
    public var isDegraded: Bool
    /// When it ends, in Unix milliseconds; never after the authentication.
    public var expiresAt: Int64

    /// A record that was just made.
    public init(key: DeviceKey, mvpd: String, resource: String, isDegraded: Bool, expiresAt: Int64) {
        self.key = key
        self.mvpd = mvpd
        self.resource = resource
        self.isDegraded = isDegraded
        self.expiresAt = expiresAt
    }

    public var recordKey: AuthorizationKey { AuthorizationKey(device: key, resource: resource) }
    public var endsAt: Int64? { expiresAt }
}

/// The key of an authorization.
public struct AuthorizationKey: RecordKey {
    public static let columns = DeviceKey.columns + ["resource"]

    /// Whose token it is.
    public var device: DeviceKey
    /// The resource, exactly as the app named it.
    public var resource: String

    /// The key of the authorization of a device for a resource.
    public init(device: DeviceKey, resource: String) {
        self.device = device
        self.resource = resource
    }

    public var values: [String] { device.values + [resource] }
}
