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
        // One more value is given, because without it this initializer would call itself.
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

/// The rule of an integration for one key of the user metadata.
public struct MetadataRule: Sendable, Codable, Equatable {
    /// Whether the requestor receives it.
    public var isEnabled = true
    /// Whether it is encrypted; nil: if the table of keys marks it as sensitive and the requestor has a certificate.
    public var isEncrypted: Bool?
}

/// Platforms that are written in the order of the declaration: equal sets produce equal text, although the order of a set is random.
@propertyWrapper
public struct OrderedPlatforms: Sendable, Codable, Equatable {
    public var wrappedValue: Set<Platform>

    public init(wrappedValue: Set<Platform>) { self.wrappedValue = wrappedValue }

    public init(from decoder: any Decoder) throws { wrappedValue = try Set(from: decoder) }

    public func encode(to encoder: any Encoder) throws {
        try Platform.allCases.filter(wrappedValue.contains).encode(to: encoder)
    }
}

/// A provider's answer for one resource, the same for all users.
public struct ResourceOverride: Sendable, Codable, Equatable {
    /// The reason for the denial. The reason may be that the provider is unreachable.
    public var denial: ResourceDenial
    /// The provider's message; nil for the service's default.
    public var message: String?

    /// Creates a denial.
    public init(denial: ResourceDenial, message: String? = nil) {
        self.denial = denial
        self.message = message
    }
}

/// The reasons why a provider does not authorize a resource: the service's enhanced error codes that a request to a provider can
/// produce.
public enum ResourceDenial: String, Sendable, Codable, CaseIterable {
    /// The provider denies it.
    case byProvider = "authorization_denied_by_mvpd"
    /// The resource's rating exceeds the user's limit.
    case byParentalControls = "authorization_denied_by_parental_controls"
    /// The session was started in the home network, and the device has left it.
    case byHomePolicy = "authorization_denied_by_hba_policies"
    /// The provider ended the session.
    case bySessionEnd = "authorization_denied_by_session_invalidated"
    /// The provider does not know the user.
    case unknownIdentity = "identity_not_recognized_by_mvpd"
    /// The provider's response was interrupted.
    case receiveError = "network_received_error"
    /// Connecting to the provider failed.
    case connectionTimeout = "network_connection_timeout"
    /// The provider takes too long.
    case executionTime = "maximum_execution_time_exceeded"
}
