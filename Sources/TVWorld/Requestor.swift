/// The two platforms that the entitlement library is made for.
public enum Platform: String, Sendable, Codable, CaseIterable {
    /// iPhone and iPad.
    case ios
    /// Apple TV.
    case tvos

    /// The `deviceType` of the platform calls of REST v1: `iOS` or `tvOS`.
    public var deviceType: String {
        switch self {
        case .ios: "iOS"
        case .tvos: "tvOS"
        }
    }

    /// The platform of a `deviceType`, whatever its case; nil for any other text.
    public init?(deviceType: String) {
        self.init(rawValue: deviceType.lowercased())
    }
}

/// A channel that asks for entitlements (service provider, requestor).
public struct Requestor: Sendable, Equatable, Identifiable {
    /// The requestor's identifier: `REF30`.
    public var id: String
    /// The name that people read.
    public var name: String
    /// The web domains of its applications.
    public var domains: [String]
    /// The URL schemes of its applications, without `://`.
    public var customSchemes: [String]
    /// How long an authentication token lives, in seconds, where the integration says nothing else.
    public var authenticationLifetime: Int64
    /// How long an authorization token lives, in seconds.
    public var authorizationLifetime: Int64
    /// How long a media token lives, in seconds.
    public var mediaTokenLifetime: Int64
    /// Whether answers carry the enhanced error codes.
    public var hasEnhancedErrors: Bool
    /// How often one resource may be denied to one device …
    public var denialLimit: Int
    /// … within this many seconds, before the service answers without asking the provider.
    public var denialPeriod: Int64
    /// Whether the library may tell the device's identifier (`METADATA_DEVICE_ID`).
    public var tellsDeviceID: Bool
    /// With what sensitive user metadata is encrypted; nil leaves it plain.
    public var metadataEncryption: MetadataEncryption?
    /// Where a browser goes after a login or logout that names no address.
    public var defaultRedirectURL: String?

    /// A requestor with the service's documented lifetimes: 30 days, 24 hours, 7 minutes.
    public init(
        id: String, name: String, domains: [String], customSchemes: [String] = [],
        authenticationLifetime: Int64 = 30 * 86_400, authorizationLifetime: Int64 = 86_400,
        mediaTokenLifetime: Int64 = 420, hasEnhancedErrors: Bool = true, denialLimit: Int = 3,
        denialPeriod: Int64 = 60, tellsDeviceID: Bool = false, defaultRedirectURL: String? = nil
    ) {
        self.id = id
        self.name = name
        self.domains = domains
        self.customSchemes = customSchemes
        self.authenticationLifetime = authenticationLifetime
        self.authorizationLifetime = authorizationLifetime
        self.mediaTokenLifetime = mediaTokenLifetime
        self.hasEnhancedErrors = hasEnhancedErrors
        self.denialLimit = denialLimit
        self.denialPeriod = denialPeriod
        self.tellsDeviceID = tellsDeviceID
        self.defaultRedirectURL = defaultRedirectURL
    }
}

/// The rules with which a programmer keeps viewers watching while a provider is down (Degradation).
public enum Degradation: String, Sendable, Codable, CaseIterable {
    /// No rule.
    case none
    /// Everybody is authenticated and authorized without asking the provider.
    case authenticateAll = "authn-all"
    /// Everybody who is authenticated is authorized.
    case authorizeAll = "authz-all"
    /// Nobody is authorized.
    case authorizeNone = "authz-none"
}

/// Requestor × provider: whether and how they work together.
public struct Integration: Sendable, Codable, Equatable {
    /// The requestor's identifier.
    public var requestor: String
    /// The provider's MVPD identifier.
    public var mvpd: String
    /// Whether the provider is in the requestor's configuration at all.
    public var isEnabled: Bool
    /// The platforms on which the platform's single sign-on is on.
    public var singleSignOn: Set<Platform>
    /// The degradation rule in force.
    public var degradation: Degradation
    /// Seconds that an authentication token lives, when other than the requestor's.
    public var authenticationLifetime: Int64?
    /// Seconds that an authorization token lives, when other than the requestor's.
    public var authorizationLifetime: Int64?
    /// What is done with keys of the user metadata; one that is not named is told, and encrypted if it is sensitive.
    public var metadata: [String: MetadataRule]?

    /// An integration; single sign-on is on for both platforms unless said otherwise.
    public init(
        requestor: String, mvpd: String, isEnabled: Bool = true, singleSignOn: Set<Platform> = [.ios, .tvos],
        degradation: Degradation = .none, authenticationLifetime: Int64? = nil, authorizationLifetime: Int64? = nil
    ) {
        self.requestor = requestor
        self.mvpd = mvpd
        self.isEnabled = isEnabled
        self.singleSignOn = singleSignOn
        self.degradation = degradation
        self.authenticationLifetime = authenticationLifetime
        self.authorizationLifetime = authorizationLifetime
    }
}
