import TVWorld

/// The providers as the device sees them: the developer's before the catalogue's.
extension DeviceState {
    /// The provider with a platform identifier. A developer provider wins over a catalogue provider.
    public func provider(id: String) -> Provider? {
        guard let own = developer.provider(id: id) else { return world.provider(id: id) }
        return own.provider(over: world.provider(id: id))
    }

    /// Whether a provider comes from the developer settings.
    public func isDeveloperProvider(_ id: String) -> Bool { developer.provider(id: id) != nil }

    /// The subscriber of a provider. A developer provider that the world knows no subscribers of has everybody: the first
    /// subscriber with that name of any provider.
    public func subscriber(provider id: String, username: String) -> Subscriber? {
        if let known = world.subscriber(provider: id, username: username) { return known }
        guard isDeveloperProvider(id), !world.subscribers.contains(where: { $0.provider == id }),
            var person = world.subscribers.first(where: { $0.username == username })
        else { return nil }
        person.provider = id
        return person
    }

    /// The account as it is read: at a developer provider long expired, when the developer settings say so.
    public var account: SystemAccount? {
        guard var account = accounts.current else { return nil }
        if developer.settings.simulatesExpiredToken, isDeveloperProvider(account.provider) {
            account.expiresAt = SystemAccount.distantPast
        }
        return account
    }

    /// An app's access as the app would be told. An app of the provider that somebody is signed in to holds a voucher, which
    /// grants what nobody has decided (row A10).
    public func accessStatus(of app: ApplicationID) -> AccessStatus {
        let decided = permissions[app]
        return decided == .notDetermined && holdsVoucher(app) ? .granted : decided
    }

    /// Whether an app holds a voucher: it is an app of the signed-in provider, which is none of the developer settings.
    public func holdsVoucher(_ app: ApplicationID) -> Bool {
        guard let account = accounts.current, !account.isRemembered, !isDeveloperProvider(account.provider) else { return false }
        return Self.owns(account.provider, app)
    }

    /// Whether an app is a provider's own. As bundle identifiers go, those of `alpha.example` are `example.alpha` and all that
    /// begin with `example.alpha.`.
    static func owns(_ provider: String, _ app: ApplicationID) -> Bool {
        let prefix = provider.split(separator: ".", omittingEmptySubsequences: false).reversed().joined(separator: ".")
        return !prefix.isEmpty && (app.text == prefix || app.text.hasPrefix(prefix + "."))
    }
}
