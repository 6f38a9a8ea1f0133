import TVWorld

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
    /// Seconds that an authentication lives; nil leaves it.
    public var authenticationLifetime: Int64?
    /// Seconds that an authorization lives; nil leaves it.
    public var authorizationLifetime: Int64?

    /// Seconds that a home-based authentication lives at most; nil leaves it.
    public var homeBasedLifetime: Int64?
    /// How many resources one preauthorization may name; nil leaves it.
    public var preauthorizeLimit: Int?
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
        var integration =
            state.world.integration(requestor: requestor, mvpd: provider.mvpd)
            ?? Integration(requestor: requestor, mvpd: provider.mvpd)
        let before = state.world.integration(requestor: requestor, mvpd: provider.mvpd)
        if let isEnabled { integration.isEnabled = isEnabled }
        for (platform, isOn) in singleSignOn {
            if isOn { integration.singleSignOn.insert(platform) } else { integration.singleSignOn.remove(platform) }
        }
        if let degradation { integration.degradation = degradation }
        if let authenticationLifetime { integration.authenticationLifetime = authenticationLifetime }
        if let homeBasedLifetime { integration.homeBasedLifetime = homeBasedLifetime }
        if let preauthorizeLimit { integration.preauthorizeLimit = preauthorizeLimit }
        if let isAwayFromHome { integration.isAwayFromHome = isAwayFromHome }
        if let resources { integration.resources = resources }
        if let authorizationLifetime { integration.authorizationLifetime = authorizationLifetime }
        return Decision(
            Answer(integration: integration, provider: provider),
            changes: before == integration ? [] : [.saveIntegration(integration)])
    }
}
