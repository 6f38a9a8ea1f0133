/// The two platforms of the entitlement library.
public enum Platform: String, Sendable, Codable, CodingKeyRepresentable, CaseIterable {
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

    /// Creates the platform of a `deviceType`, regardless of case; nil for any other string.
    public init?(deviceType: String) {
        self.init(rawValue: deviceType.lowercased())
    }
}

/// A channel that requests entitlements (service provider, requestor).
public struct Requestor: Sendable, Equatable, Identifiable {
    /// The requestor's identifier: `REF30`.
    public var id: String
    /// The display name.
    public var name: String
    /// The web domains of its applications.
    public var domains: [String]
    /// The URL schemes of its applications, without `://`.
    public var customSchemes: [String]
    /// The lifetime of an authentication token in seconds, unless the integration has its own.
    public var authenticationLifetime: Int64
    /// The lifetime of an authorization token in seconds, unless the integration has its own.
    public var authorizationLifetime: Int64
    /// The lifetimes of authentication tokens in seconds on platforms that differ from the others.
    public var platformAuthenticationLifetimes: [Platform: Int64] = [:]
    /// The lifetimes of authorization tokens in seconds on platforms that differ from the others.
    public var platformAuthorizationLifetimes: [Platform: Int64] = [:]
    /// The lifetime of a media token in seconds.
    public var mediaTokenLifetime: Int64
    /// Whether responses contain the enhanced error codes.
    public var hasEnhancedErrors: Bool
    /// The number of denials of one resource for one device …
    public var denialLimit: Int
    /// … within this many seconds, after which the service denies it without contacting the provider.
    public var denialPeriod: Int64
    /// Whether the library may return the device's identifier (`METADATA_DEVICE_ID`).
    public var tellsDeviceID: Bool
    /// The encryption of sensitive user metadata; nil leaves it unencrypted.
    public var metadataEncryption: MetadataEncryption?
    /// The destination of a browser after a login or logout without a redirect address.
    public var defaultRedirectURL: String?

    /// Creates a requestor with the service's documented lifetimes: 30 days, 24 hours, 7 minutes.
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
