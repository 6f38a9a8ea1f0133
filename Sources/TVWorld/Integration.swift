/// Requestor × provider: whether and how they work together.
public struct Integration: Sendable, Equatable {
    /// The requestor's identifier.
    public var requestor: String
    /// The provider's MVPD identifier.
    public var mvpd: String
    /// Whether the provider is in the requestor's configuration at all.
    public var isEnabled: Bool
    /// The platforms on which the platform's single sign-on is on.
    public var singleSignOn: Set<Platform>
    /// The degradation that is switched on until it is switched off; rules with an end of their own are the service's.
    public var degradation: Degradation
    /// Seconds that an authentication token lives, when other than the requestor's.
    public var authenticationLifetime: Int64?
    /// Seconds that an authorization token lives, when other than the requestor's.
    public var authorizationLifetime: Int64?
    /// Seconds that an authentication token lives on a platform, when other than everywhere else.
    public var platformAuthenticationLifetimes: [Platform: Int64] = [:]
    /// Seconds that an authorization token lives on a platform, when other than everywhere else.
    public var platformAuthorizationLifetimes: [Platform: Int64] = [:]
    /// What is done with keys of the user metadata; one that is not named is told, and encrypted if it is sensitive.
    public var metadata: [String: MetadataRule]?
    /// Seconds that a home-based authentication lives at most (HBA AuthN TTL).
    public var homeBasedLifetime: Int64
    /// How many resources one preauthorization may name, when other than the provider's (Preflight Max Resources).
    public var preauthorizeLimit: Int?
    /// Whether devices count as away from home, whatever address they call from.
    public var isAwayFromHome: Bool
    /// What the provider answers for some resources, whoever asks; the key `*` stands for all that are not named.
    public var resources: [String: ResourceOverride]

    /// The key of ``resources`` that stands for every resource.
    public static let everyResource = "*"
    /// Seconds that a home-based authentication lives at most where nobody says anything else: a day.
    public static let defaultHomeBasedLifetime: Int64 = 86_400

    /// An integration; single sign-on is on for both platforms unless said otherwise. Home-based authentications last a day.
    public init(
        requestor: String, mvpd: String, isEnabled: Bool = true, singleSignOn: Set<Platform> = [.ios, .tvos],
        degradation: Degradation = .none, authenticationLifetime: Int64? = nil, authorizationLifetime: Int64? = nil,
        homeBasedLifetime: Int64 = Integration.defaultHomeBasedLifetime, preauthorizeLimit: Int? = nil,
        isAwayFromHome: Bool = false,
        resources: [String: ResourceOverride] = [:]
    ) {
        self.requestor = requestor
        self.mvpd = mvpd
        self.isEnabled = isEnabled
        self.singleSignOn = singleSignOn
        self.degradation = degradation
        self.authenticationLifetime = authenticationLifetime
        self.authorizationLifetime = authorizationLifetime
        self.homeBasedLifetime = homeBasedLifetime
        self.preauthorizeLimit = preauthorizeLimit
        self.isAwayFromHome = isAwayFromHome
        self.resources = resources
    }
}

extension Integration {
    /// Seconds that an authentication token lives: what the integration says for the platform, else for all, else what the
    /// requestor says for the platform, else for all.
    public func authenticationLifetime(on platform: Platform?, of requestor: Requestor) -> Int64 {
        platform.flatMap { platformAuthenticationLifetimes[$0] } ?? authenticationLifetime
            ?? platform.flatMap { requestor.platformAuthenticationLifetimes[$0] } ?? requestor.authenticationLifetime
    }

    /// Seconds that an authorization token lives: what the integration says for the platform, else for all, else what the requestor
    /// says for the platform, else for all.
    public func authorizationLifetime(on platform: Platform?, of requestor: Requestor) -> Int64 {
        platform.flatMap { platformAuthorizationLifetimes[$0] } ?? authorizationLifetime
            ?? platform.flatMap { requestor.platformAuthorizationLifetimes[$0] } ?? requestor.authorizationLifetime
    }
}

extension Integration: Codable {
    private enum CodingKeys: String, CodingKey {
        case requestor, mvpd, isEnabled, singleSignOn, degradation, authenticationLifetime, authorizationLifetime
        case platformAuthenticationLifetimes, platformAuthorizationLifetimes, metadata, homeBasedLifetime, preauthorizeLimit
        case isAwayFromHome, resources
    }

    /// Reads a stored integration; what earlier versions did not write has its default.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            requestor: try container.decode(String.self, forKey: .requestor),
            mvpd: try container.decode(String.self, forKey: .mvpd))
        isEnabled = try container.decode(Bool.self, forKey: .isEnabled)
        singleSignOn = try container.decode(Set<Platform>.self, forKey: .singleSignOn)
        degradation = try container.decode(Degradation.self, forKey: .degradation)
        authenticationLifetime = try container.decodeIfPresent(Int64.self, forKey: .authenticationLifetime)
        authorizationLifetime = try container.decodeIfPresent(Int64.self, forKey: .authorizationLifetime)
        platformAuthenticationLifetimes =
            try container.decodeIfPresent([Platform: Int64].self, forKey: .platformAuthenticationLifetimes) ?? [:]
        platformAuthorizationLifetimes =
            try container.decodeIfPresent([Platform: Int64].self, forKey: .platformAuthorizationLifetimes) ?? [:]
        metadata = try container.decodeIfPresent([String: MetadataRule].self, forKey: .metadata)
        homeBasedLifetime = try container.decodeIfPresent(Int64.self, forKey: .homeBasedLifetime) ?? homeBasedLifetime
        preauthorizeLimit = try container.decodeIfPresent(Int.self, forKey: .preauthorizeLimit)
        isAwayFromHome = try container.decodeIfPresent(Bool.self, forKey: .isAwayFromHome) ?? false
        resources = try container.decodeIfPresent([String: ResourceOverride].self, forKey: .resources) ?? [:]
    }

    /// Writes the integration, equal ones as equal texts: a set's own order is another one every time.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(requestor, forKey: .requestor)
        try container.encode(mvpd, forKey: .mvpd)
        try container.encode(isEnabled, forKey: .isEnabled)
        try container.encode(Platform.allCases.filter(singleSignOn.contains), forKey: .singleSignOn)
        try container.encode(degradation, forKey: .degradation)
        try container.encodeIfPresent(authenticationLifetime, forKey: .authenticationLifetime)
        try container.encodeIfPresent(authorizationLifetime, forKey: .authorizationLifetime)
        try container.encode(platformAuthenticationLifetimes, forKey: .platformAuthenticationLifetimes)
        try container.encode(platformAuthorizationLifetimes, forKey: .platformAuthorizationLifetimes)
        try container.encodeIfPresent(metadata, forKey: .metadata)
        try container.encode(homeBasedLifetime, forKey: .homeBasedLifetime)
        try container.encodeIfPresent(preauthorizeLimit, forKey: .preauthorizeLimit)
        try container.encode(isAwayFromHome, forKey: .isAwayFromHome)
        try container.encode(resources, forKey: .resources)
    }
}
