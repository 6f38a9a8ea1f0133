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

    /// Returns whether a provider is in the device's line-up, in its region.
    public func isInLineUp(_ provider: Provider) -> Bool {
        provider.isInLineUp && !provider.isTemporaryPass
            && (provider.regions.isEmpty || provider.regions.contains(region.code))
    }

    /// Returns whether the picker lists a provider: none in a region without support for television providers.
    public func isShown(_ provider: Provider) -> Bool { isRegionSupported && isInLineUp(provider) }

    /// Returns whether an app has ever called, or has a decision.
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

/// The providers of the device: the developer's before the catalogue's.
extension DeviceState {
    /// Returns the provider with a platform identifier. A developer provider takes precedence over a catalogue provider.
    public func provider(id: String) -> Provider? {
        guard let own = developer.provider(id: id) else { return world.provider(id: id) }
        return own.provider(over: world.provider(id: id))
    }

    /// Returns whether a provider comes from the developer settings.
    public func isDeveloperProvider(_ id: String) -> Bool { developer.provider(id: id) != nil }

    /// Returns the subscriber of a provider. If the world has no subscribers for a developer provider, any subscriber can sign
    /// in: this returns the first one with that name of any provider.
    public func subscriber(provider id: String, username: String) -> Subscriber? {
        if let known = world.subscriber(provider: id, username: username) { return known }
        guard isDeveloperProvider(id), !world.subscribers.contains(where: { $0.provider == id }),
            var subscriber = world.subscribers.first(where: { $0.username == username })
        else { return nil }
        subscriber.provider = id
        return subscriber
    }

    /// The account as reported to apps: expired long ago if it belongs to a developer provider and the developer settings require
    /// it.
    public var account: SystemAccount? {
        guard var account = storedAccount else { return nil }
        if isDeveloperProvider(account.provider), developer.settings.isOn(.simulateExpiredToken) {
            account.expiresAt = SystemAccount.distantPast
        }
        return account
    }

    /// The account of the user who is signed in; nil if there is none, or only a remembered provider.
    var signedInAccount: SystemAccount? { storedAccount.flatMap { $0.isRemembered ? nil : $0 } }

    /// Returns an app's access as reported to the app. An app of the signed-in provider holds a voucher, which grants access if
    /// the user has not decided (row A10).
    public func accessStatus(of app: ApplicationID) -> AccessStatus {
        let decided = permissions[app]
        return decided == .notDetermined && holdsVoucher(app) ? .granted : decided
    }

    /// Returns whether an app holds a voucher: it is an app of the signed-in provider, which is not a developer provider.
    public func holdsVoucher(_ app: ApplicationID) -> Bool { Self.owns(voucherProvider, app) }

    /// The provider whose apps hold vouchers.
    private var voucherProvider: String? {
        guard let account = signedInAccount, !isDeveloperProvider(account.provider) else { return nil }
        return account.provider
    }

    /// Returns the announcements for apps that have gained or lost access since an earlier state because a voucher did. They
    /// depend on the account and on the developer's providers, so no single event can announce them.
    public func announcementsOfVouchers(since old: DeviceState) -> [Announcement] {
        let (before, now) = (old.voucherProvider, voucherProvider)
        guard before != now else { return [] }
        func isAffected(_ app: ApplicationID) -> Bool {
            old.permissions[app] == .notDetermined && permissions[app] == .notDetermined
                && Self.owns(before, app) != Self.owns(now, app)
        }
        let apps = Set(old.applications.filter(isAffected)).union(applications.filter(isAffected))
        return apps.sorted().map { .accessStatusChanged($0) }
    }

    /// Returns whether an app belongs to a provider. In the style of bundle identifiers, the apps of `alpha.example` are
    /// `example.alpha` and those that begin with `example.alpha.`.
    static func owns(_ provider: String?, _ app: ApplicationID) -> Bool {
        guard let provider else { return false }
        let prefix = provider.split(separator: ".", omittingEmptySubsequences: false).reversed().joined(separator: ".")
        return !prefix.isEmpty && (app.text == prefix || app.text.hasPrefix(prefix + "."))
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
