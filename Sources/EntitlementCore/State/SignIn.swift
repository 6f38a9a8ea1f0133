import TVWorld

/// A sign-in that is in force, with the integration and the provider that it is of.
struct SignIn: Equatable {
    /// The token.
    var record: AuthenticationRecord
    /// The requestor's integration with the provider.
    var integration: Integration
    /// The provider.
    var provider: Provider

    /// The refusal of a device that a provider signed in because it was at home, and which has left it since.
    func homeRefusal(_ call: DeviceCall) -> Refusal? {
        guard provider.isHomeBased, record.isHomeBased, !integration.isAtHome(call.address) else { return nil }
        let text = "\(provider.name) signed this device in at home, and it has left the home network. Sign in again."
        return Refusal(403, .homePolicy, text, details: text)
    }

    /// Throws ``homeRefusal(_:)``.
    func requireHome(_ call: DeviceCall, _ requestor: Requestor) throws(Refusal) {
        if let refusal = homeRefusal(call) { throw refusal.enhanced(requestor.hasEnhancedErrors) }
    }
}

extension Integration {
    /// Whether a device calls from its subscriber's home: by its address, unless the integration says that nobody is at home.
    func isAtHome(_ address: String?) -> Bool { !isAwayFromHome && HomeNetwork.contains(address) }
}

extension AuthenticationRecord {
    /// What a provider with home-based authentication makes of a sign-in: `hba_status`, as the provider told it or else by where the
    /// device calls from, and a life of its own for those at home.
    func homeBased(by provider: Provider, _ integration: Integration, _ address: String?, end: (Int64) -> Int64) -> Self {
        guard provider.isHomeBased else { return self }
        var record = self
        if case .flag? = attributes["hba_status"] {
        } else {
            record.attributes["hba_status"] = .flag(integration.isAtHome(address))
        }
        if record.isHomeBased { record.expiresAt = min(expiresAt, end(integration.homeBasedLifetime)) }
        return record
    }
}
