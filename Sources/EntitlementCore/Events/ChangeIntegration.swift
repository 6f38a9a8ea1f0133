import TVWorld

/// A setting that somebody above has too: the requestor, the provider, the service.
public enum Inheritable<Value: Sendable & Equatable>: Sendable, Equatable {
    /// As it is above.
    case inherited
    /// A value of its own.
    case own(Value)

    /// The value of its own, if there is one.
    public var own: Value? { if case .own(let value) = self { value } else { nil } }
}

/// Changes how a requestor works with a provider: `PUT /admin/v1/integrations/{requestor}/{mvpd}`.
public struct ChangeIntegration: EntitlementEvent {
    /// The integration as it is now, and its provider.
    public struct Answer: Sendable, Equatable {
        /// The integration.
        public var integration: Integration
        /// The provider.
        public var provider: Provider
    }

    public static let journalEvent = JournalEvent.integrationChanged

    /// The requestor.
    public var requestor: String
    /// The provider, by its MVPD identifier or its platform identifier.
    public var mvpd: String
    /// Whether the integration is on; nil leaves it.
    public var isEnabled: Bool?
    /// Single sign-on by platform; platforms that are not named stay.
    public var singleSignOn: [Platform: Bool] = [:]
    /// The degradation rule; nil leaves it.
    public var degradation: Degradation?
    /// Seconds that an authentication lives, or the requestor's; nil leaves it.
    public var authenticationLifetime: Inheritable<Int64>?
    /// Seconds that an authorization lives, or the requestor's; nil leaves it.
    public var authorizationLifetime: Inheritable<Int64>?
    /// Seconds that an authentication lives on a platform; platforms that are not named stay.
    public var platformAuthenticationLifetimes: [Platform: Inheritable<Int64>] = [:]
    /// Seconds that an authorization lives on a platform; platforms that are not named stay.
    public var platformAuthorizationLifetimes: [Platform: Inheritable<Int64>] = [:]
    /// Seconds that a home-based authentication lives at most, or the usual; nil leaves it.
    public var homeBasedLifetime: Inheritable<Int64>?
    /// How many resources one preauthorization may name, or as many as the provider takes; nil leaves it.
    public var preauthorizeLimit: Inheritable<Int>?
    /// Whether devices count as away from home; nil leaves it.
    public var isAwayFromHome: Bool?
    /// What the provider answers for some resources; nil leaves it.
    public var resources: [String: ResourceOverride]?

    /// A change of nothing.
    public init(requestor: String, mvpd: String) {
        self.requestor = requestor
        self.mvpd = mvpd
    }

    public var journalDetails: [String: String] {
        var details = ["requestor": requestor, "mvpd": mvpd]
        details["enabled"] = isEnabled.map { String($0) }
        details["degraded"] = degradation?.rawValue
        return details
    }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        guard state.world.requestor(id: requestor) != nil else { throw .notFound("Requestor \(quoted(requestor)) is unknown.") }
        guard let provider = state.world.provider(mvpd: mvpd) ?? state.world.provider(id: mvpd) else {
            throw .notFound("MVPD \(quoted(mvpd)) is unknown.")
        }
        let before = state.world.integration(requestor: requestor, mvpd: provider.mvpd)
        let integration = applied(to: before ?? Integration(requestor: requestor, mvpd: provider.mvpd))
        return Decision(
            Answer(integration: integration, provider: provider),
            changes: before == integration ? [] : [.saveIntegration(integration)])
    }

    private func applied(to integration: Integration) -> Integration {
        var integration = integration
        if let isEnabled { integration.isEnabled = isEnabled }
        for (platform, isOn) in singleSignOn {
            if isOn { integration.singleSignOn.insert(platform) } else { integration.singleSignOn.remove(platform) }
        }
        if let degradation { integration.degradation = degradation }
        if let authenticationLifetime { integration.authenticationLifetime = authenticationLifetime.own }
        if let authorizationLifetime { integration.authorizationLifetime = authorizationLifetime.own }
        for (platform, lifetime) in platformAuthenticationLifetimes {
            integration.platformAuthenticationLifetimes[platform] = lifetime.own
        }
        for (platform, lifetime) in platformAuthorizationLifetimes {
            integration.platformAuthorizationLifetimes[platform] = lifetime.own
        }
        if let homeBasedLifetime {
            integration.homeBasedLifetime = homeBasedLifetime.own ?? Integration.defaultHomeBasedLifetime
        }
        if let preauthorizeLimit { integration.preauthorizeLimit = preauthorizeLimit.own }
        if let isAwayFromHome { integration.isAwayFromHome = isAwayFromHome }
        if let resources { integration.resources = resources }
        return integration
    }
}
