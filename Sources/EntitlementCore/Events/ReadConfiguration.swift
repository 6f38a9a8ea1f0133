import TVWorld

/// Returns the providers that an app is integrated with: REST v1 `GET /api/v1/config/{requestor}`.
public struct ReadConfiguration: EntitlementEvent {
    /// The configuration document.
    public struct Answer: Sendable, Equatable {
        /// The platform of the device, if it is known.
        public var platform: Platform?
        /// The service's time, in Unix milliseconds.
        public var time: Int64
        /// The requestor.
        public var requestor: Requestor
        /// Its enabled integrations, in the order of the world's providers.
        public var entries: [Entry]
    }

    /// One provider of the configuration.
    public struct Entry: Sendable, Equatable {
        /// The provider.
        public var provider: Provider
        /// Its integration with the requestor.
        public var integration: Integration
        /// Whether the platform's single sign-on is enabled (`enablePlatformServices`).
        public var isSingleSignOnEnabled: Bool
        /// The degradation that an app must know before it signs in, if any.
        public var degradation: Degradation?
        /// The kind of the temporary pass; nil for a provider.
        public var temporaryPass: TemporaryPass.Kind?
    }

    public var journalEvent: JournalEvent { .configurationRead }

    /// The call, with the requestor of the path; it needs no device.
    public var call: DeviceCall

    /// Creates the request of a client.
    public init(call: DeviceCall) {
        self.call = call
    }

    public var journalDetails: [String: String] {
        call.journalDetails.filter { $0.key != "deviceId" && $0.key != "genericData" }
    }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        let requestor = try state.admit(clientID: call.clientID, requestor: call.requestor)
        try state.check(call.device, of: requestor)
        try state.check(visitorID: call.visitorID, applicationProfile: call.applicationProfile, of: requestor)
        return Decision(Answer(of: requestor, on: call.platform, in: state, now: context.now))
    }
}

extension ReadConfiguration.Answer {
    /// Creates the document with a requestor's enabled integrations.
    init(of requestor: Requestor, on platform: Platform?, in state: EntitlementState, now: Int64) {
        let entries = state.world.providers.compactMap { provider -> ReadConfiguration.Entry? in
            guard let integration = state.world.integration(requestor: requestor.id, mvpd: provider.mvpd), integration.isEnabled
            else { return nil }
            // An unknown platform gets the strictest rule.
            let isOn =
                platform.map { integration.singleSignOn.contains($0) }
                ?? integration.singleSignOn.isSuperset(of: Platform.allCases)
            return ReadConfiguration.Entry(
                provider: provider, integration: integration, isSingleSignOnEnabled: isOn && provider.boarding != .none,
                degradation: state.degradation(
                    requestor: requestor.id, mvpd: provider.mvpd, platform: platform, now: now
                ).configured,
                temporaryPass: provider.isTemporaryPass
                    ? state.world.temporaryPass(requestor: requestor.id, mvpd: provider.mvpd)?.kind : nil)
        }
        self.init(platform: platform, time: now, requestor: requestor, entries: entries)
    }
}
