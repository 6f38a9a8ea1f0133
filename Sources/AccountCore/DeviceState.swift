import TVWorld

/// Everything that the device knows at one moment: an immutable snapshot that any number of readers share.
public struct DeviceState: Sendable, Equatable {
    /// The providers and subscribers that exist.
    public var world: World
    /// Whether `world` is the empty one instead of the baseline.
    public var isWorldEmpty = false
    /// The scenario that a reset returns to; nil: the world that the daemon was started with.
    public var scenario: Scenario?
    /// Who is signed in.
    public var accounts = Accounts()
    /// Which app may know.
    public var permissions = Permissions()
    /// Which apps there are.
    public var applications = Applications()
    /// Where the device is.
    public var region: Region
    /// Which service's tokens are accepted; nil until somebody has said so.
    public var trust: ServiceTrust?

    /// What a developer has set up.
    public var developer = DeveloperOptions()
    /// What apps told about their own accounts.
    public var userAccounts = UserAccounts()

    /// A fresh device: nothing granted, nobody signed in.
    public init(world: World) {
        self.world = world
        self.region = Self.region(of: world)
    }

    /// The world that replaces the baseline when the device is emptied: nobody and nothing but the regions.
    static func emptyWorld(from world: World) -> World {
        World(region: world.region, supportedRegions: world.supportedRegions)
    }

    /// Replaces the world by the empty one. For the store, when it loads an emptied device.
    public mutating func emptyWorld() {
        world = Self.emptyWorld(from: world)
        isWorldEmpty = true
    }

    /// Whether the platform has television providers where the device is. Any developer provider makes it so.
    public var isRegionSupported: Bool {
        world.supportedRegions.contains(region.code) || !developer.providers.isEmpty
    }

    /// The providers that the device offers in its region: the developer's, then the catalogue's in the world's order.
    public var lineUp: [Provider] {
        let catalogue = world.providers.filter(isInLineUp)
        guard !developer.providers.isEmpty else { return catalogue }
        let own = developer.providers.map { $0.provider(over: world.provider(id: $0.id)) }
        let taken = Set(own.map(\.id))
        return own + catalogue.filter { !taken.contains($0.id) }
    }

    /// How long a provider may take to answer, in seconds; nil: as long as it likes (row P10).
    public var providerTimeLimit: Int64? { developer.settings.areRequestTimeoutsDisabled ? nil : 60 }

    /// Whether a provider is in the device's line-up, in its region.
    public func isInLineUp(_ provider: Provider) -> Bool {
        provider.isInLineUp && !provider.isTemporaryPass && isOffered(provider)
    }

    /// Whether the picker shows a provider here: none where the platform has no television providers.
    public func isShown(_ provider: Provider) -> Bool { isRegionSupported && isInLineUp(provider) }

    /// Whether an app has ever been seen or decided on.
    public func isKnown(_ id: ApplicationID) -> Bool {
        applications[id] != nil || permissions[id] != .notDetermined
    }

    private func isOffered(_ provider: Provider) -> Bool {
        provider.regions.isEmpty || provider.regions.contains(region.code)
    }

    /// A world's region; `US` when the world names none that is one.
    private static func region(of world: World) -> Region {
        if let region = try? Region(world.region) { return region }
        guard let fallback = try? Region("US") else { preconditionFailure("US is a region code") }
        return fallback
    }
}
