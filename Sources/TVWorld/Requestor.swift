/// The two platforms that the entitlement library is made for.
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
    /// Seconds that an authentication token lives on a platform, when other than everywhere else.
    public var platformAuthenticationLifetimes: [Platform: Int64] = [:]
    /// Seconds that an authorization token lives on a platform, when other than everywhere else.
    public var platformAuthorizationLifetimes: [Platform: Int64] = [:]
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
