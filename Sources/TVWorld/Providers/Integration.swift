/// The integration of a requestor and a provider.
public struct Integration: Sendable, Codable, Equatable {
    /// The requestor's identifier.
    public var requestor: String
    /// The provider's MVPD identifier.
    public var mvpd: String
    /// Whether the provider is in the requestor's configuration at all.
    public var isEnabled = true
    /// The platforms with single sign-on.
    @OrderedPlatforms public var singleSignOn: Set<Platform> = [.ios, .tvos]
    /// The degradation that applies until it is switched off; the service has further rules, which expire.
    public var degradation = Degradation.none
    /// The lifetime of an authentication token in seconds, if it differs from the requestor's.
    public var authenticationLifetime: Int64?
    /// The lifetime of an authorization token in seconds, if it differs from the requestor's.
    public var authorizationLifetime: Int64?
    /// The lifetimes of authentication tokens in seconds on platforms that differ from the others.
    public var platformAuthenticationLifetimes: [Platform: Int64] = [:]
    /// The lifetimes of authorization tokens in seconds on platforms that differ from the others.
    public var platformAuthorizationLifetimes: [Platform: Int64] = [:]
    /// The rules for keys of the user metadata; a key without one is returned, and encrypted if it is sensitive.
    public var metadata: [String: MetadataRule]?
    /// The maximum lifetime of a home-based authentication in seconds (HBA AuthN TTL).
    public var homeBasedLifetime = Integration.defaultHomeBasedLifetime
    /// The maximum number of resources of a preauthorization, if it differs from the provider's (Preflight Max Resources).
    public var preauthorizeLimit: Int?
    /// Whether devices count as away from home, regardless of their address.
    public var isAwayFromHome = false
    /// The provider's answers for some resources, the same for all users; the key `*` means all other resources.
    public var resources: [String: ResourceOverride] = [:]

    /// The key of ``resources`` for all other resources.
    public static let everyResource = "*"
    /// The default of the maximum lifetime of a home-based authentication in seconds: a day.
    public static let defaultHomeBasedLifetime: Int64 = 86_400
}

extension Integration {
    /// Creates an integration with the defaults.
    public init(requestor: String, mvpd: String) {
        // With one more value, because without it this initializer would call itself.
        self.init(requestor: requestor, mvpd: mvpd, isEnabled: true)
    }

    /// Returns the lifetime of an authentication token in seconds: the integration's for the platform, else its general one, else
    /// the requestor's for the platform, else its general one.
    public func authenticationLifetime(on platform: Platform?, of requestor: Requestor) -> Int64 {
        platform.flatMap { platformAuthenticationLifetimes[$0] } ?? authenticationLifetime
            ?? platform.flatMap { requestor.platformAuthenticationLifetimes[$0] } ?? requestor.authenticationLifetime
    }

    /// Returns the lifetime of an authorization token in seconds: the integration's for the platform, else its general one, else
    /// the requestor's for the platform, else its general one.
    public func authorizationLifetime(on platform: Platform?, of requestor: Requestor) -> Int64 {
        platform.flatMap { platformAuthorizationLifetimes[$0] } ?? authorizationLifetime
            ?? platform.flatMap { requestor.platformAuthorizationLifetimes[$0] } ?? requestor.authorizationLifetime
    }
}

/// The rules that a programmer applies during a provider's outage, so that viewers can continue to watch (Degradation).
public enum Degradation: String, Sendable, Codable, CaseIterable {
    /// No rule.
    case none
    /// Every user is authenticated and authorized; the provider is not contacted.
    case authenticateAll = "authn-all"
    /// Every authenticated user is authorized.
    case authorizeAll = "authz-all"
    /// No user is authorized.
    case authorizeNone = "authz-none"
}
