import TVWorld

/// The providers of the device: the developer's before the catalogue's.
extension DeviceState {
    /// Returns the provider with a platform identifier. A developer provider takes precedence over a catalogue provider.
    public func provider(id: String) -> Provider? {
        guard let own = developer.provider(id: id) else { return world.provider(id: id) }
        return own.provider(over: world.provider(id: id))
    }

    /// Whether a provider comes from the developer settings.
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

    /// Whether an app holds a voucher: it is an app of the signed-in provider, which is not a developer provider.
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

    /// Whether an app belongs to a provider. In the style of bundle identifiers, the apps of `alpha.example` are `example.alpha`
    /// and those that begin with `example.alpha.`.
    static func owns(_ provider: String?, _ app: ApplicationID) -> Bool {
        guard let provider else { return false }
        let prefix = provider.split(separator: ".", omittingEmptySubsequences: false).reversed().joined(separator: ".")
        return !prefix.isEmpty && (app.text == prefix || app.text.hasPrefix(prefix + "."))
    }
}
