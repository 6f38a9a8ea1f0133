/// An authorization token: the provider's cached yes for one resource.
public struct AuthorizationRecord: Sendable, Codable, Equatable {
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
}
