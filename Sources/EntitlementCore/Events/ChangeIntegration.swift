import TVWorld

/// A setting that can be inherited from the requestor, the provider or the service.
public enum Inheritable<Value: Sendable & Equatable>: Sendable, Equatable {
    /// The inherited value.
    case inherited
    /// An own value.
    case own(Value)

    /// The own value, if there is one.
    public var own: Value? { if case .own(let value) = self { value } else { nil } }
}

/// Changes an integration: `PUT /admin/v1/integrations/{requestor}/{mvpd}`.
public struct ChangeIntegration: EntitlementEvent {
    /// The changed integration, and its provider.
    public struct Answer: Sendable, Equatable {
        /// The integration.
        public var integration: Integration
        /// The provider.
        public var provider: Provider
    }

    public var journalEvent: JournalEvent { .integrationChanged }

    /// The requestor.
    public var requestor: String
    /// The provider, by its MVPD identifier or its platform identifier.
    public var mvpd: String
    /// Whether the integration is enabled; nil leaves it unchanged.
    public var isEnabled: Bool?
    /// Single sign-on by platform; other platforms are unchanged.
    public var singleSignOn: [Platform: Bool] = [:]
    /// The degradation rule; nil leaves it unchanged.
    public var degradation: Degradation?
    /// The lifetime of an authentication in seconds, or the requestor's; nil leaves it unchanged.
    public var authenticationLifetime: Inheritable<Int64>?
    /// The lifetime of an authorization in seconds, or the requestor's; nil leaves it unchanged.
    public var authorizationLifetime: Inheritable<Int64>?
    /// The lifetime of an authentication in seconds, by platform; other platforms are unchanged.
    public var platformAuthenticationLifetimes: [Platform: Inheritable<Int64>] = [:]
    /// The lifetime of an authorization in seconds, by platform; other platforms are unchanged.
    public var platformAuthorizationLifetimes: [Platform: Inheritable<Int64>] = [:]
    /// The maximum lifetime of a home-based authentication in seconds, or the default; nil leaves it unchanged.
    public var homeBasedLifetime: Inheritable<Int64>?
    /// The maximum number of resources in a preauthorization, or the provider's; nil leaves it unchanged.
    public var preauthorizeLimit: Inheritable<Int>?
    /// Whether devices count as away from home; nil leaves it unchanged.
    public var isAwayFromHome: Bool?
    /// The provider's responses for some resources; nil leaves them unchanged.
    public var resources: [String: ResourceOverride]?

    /// Creates a change without any values.
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
        _ = try state.knownRequestor(requestor)
        let provider = try state.knownProvider(mvpd)
        let before = state.world.integration(requestor: requestor, mvpd: provider.mvpd)
        let integration = applied(to: before ?? Integration(requestor: requestor, mvpd: provider.mvpd))
        return Decision(
            Answer(integration: integration, provider: provider),
            changes: before == integration ? [] : [.save(integration)])
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
