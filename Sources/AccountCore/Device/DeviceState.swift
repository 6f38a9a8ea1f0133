import TVWorld

/// The complete state of the device at one moment: an immutable snapshot that any number of readers share.
public struct DeviceState: Sendable, Equatable {
    /// The world with its providers and subscribers.
    public var world: World
    /// Whether `world` is the empty world instead of the baseline.
    public var isWorldEmpty = false
    /// The scenario that a reset restores; nil: the world with which the daemon was started.
    public var scenario: Scenario?
    /// The account as it is stored: apps see `account`. There is at most one, as on Apple's devices.
    public var storedAccount: SystemAccount?
    /// The permissions of apps.
    public var permissions = Permissions()
    /// The known apps.
    public var applications = Applications()
    /// The region of the device.
    public var region: Region
    /// The trusted service; nil until one is set.
    public var trust: ServiceTrust?

    /// The developer's configuration.
    public var developer = DeveloperOptions()
    /// The apps' own accounts.
    public var userAccounts = UserAccounts()

    /// Creates a new device: no access is granted, no user is signed in.
    public init(world: World) {
        self.world = world
        self.region = Self.region(of: world)
    }

    /// Replaces the world with the empty one, which has only the regions. Also for the store, when it loads such a device.
    public mutating func emptyWorld() {
        world = world.emptied
        isWorldEmpty = true
    }

    /// Whether the platform supports television providers in the device's region. Any developer provider makes it supported.
    public var isRegionSupported: Bool {
        world.supportedRegions.contains(region.code) || !developer.providers.isEmpty
    }

    /// The providers that the device offers in its region: the developer's, then the catalogue's in the world's order.
    public var lineUp: [Provider] { providers(where: isInLineUp) }

    /// Returns the developer's providers, then those of the catalogue for which a condition holds.
    public func providers(where isIncluded: (Provider) -> Bool) -> [Provider] {
        let catalogue = world.providers.filter(isIncluded)
        guard !developer.providers.isEmpty else { return catalogue }
        let own = developer.providers.map { $0.provider(over: world.provider(id: $0.id)) }
        let taken = Set(own.map(\.id))
        return own + catalogue.filter { !taken.contains($0.id) }
    }

    /// The time limit for a provider's response, in seconds; nil: none (row P10).
    public var providerTimeLimit: Int64? { developer.settings.isOn(.requestTimeoutsDisabled) ? nil : 60 }

    /// Whether a provider is in the device's line-up, in its region.
    public func isInLineUp(_ provider: Provider) -> Bool {
        provider.isInLineUp && !provider.isTemporaryPass
            && (provider.regions.isEmpty || provider.regions.contains(region.code))
    }

    /// Whether the picker lists a provider: none in a region without support for television providers.
    public func isShown(_ provider: Provider) -> Bool { isRegionSupported && isInLineUp(provider) }

    /// Whether an app has ever called, or has a decision.
    public func isKnown(_ id: ApplicationID) -> Bool {
        applications[id] != nil || permissions[id] != .notDetermined
    }

    /// Returns a world's region; `US` if the world has no valid one.
    private static func region(of world: World) -> Region {
        if let region = try? Region(world.region) { return region }
        guard let fallback = try? Region("US") else { preconditionFailure("US is a region code") }
        return fallback
    }
}

/// The service provider whose verification tokens the device's providers accept. It consists of public data: its SAML metadata.
public struct ServiceTrust: Sendable, Equatable {
    /// The service's entity identifier: the issuer of its tokens and the audience of responses.
    public var entityID: String
    /// The address at which the service accepts SAML responses.
    public var assertionConsumerServiceURL: String
    /// The `EntityDescriptor` as received.
    public var metadata: String

    /// Creates a trusted service.
    public init(entityID: String, assertionConsumerServiceURL: String, metadata: String) {
        self.entityID = entityID
        self.assertionConsumerServiceURL = assertionConsumerServiceURL
        self.metadata = metadata
    }
}
