import TVWorld

/// The providers that an app is integrated with.
public struct AppConfiguration: Sendable, Equatable {
    /// The platform of the device, if it is known.
    public var platform: Platform?
    /// The service's time, in Unix milliseconds.
    public var time: Int64
    /// The requestor.
    public var requestor: Requestor
    /// Its enabled integrations, in the order of the world's providers.
    public var entries: [Entry]

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
}

extension EntitlementEvent {
    /// Returns the providers that an app is integrated with: REST v1 `GET /api/v1/config/{requestor}`.
    ///
    /// - Parameter call: The call, with the requestor of the path; it needs no device.
    public static func readConfiguration(call: DeviceCall) -> Self where Answer == AppConfiguration {
        let details = call.journalDetails.filter { $0.key != "deviceId" && $0.key != "genericData" }
        return Self(.configurationRead, details) { (state, context) throws(Refusal) in
            let requestor = try state.admit(clientID: call.clientID, requestor: call.requestor)
            try requestor.checkDescription(in: call)
            return Decision(AppConfiguration(of: requestor, on: call.platform, in: state, now: context.now))
        }
    }

    /// Returns the providers that an app is integrated with: REST v2 `GET /api/v2/{serviceProvider}/configuration`.
    ///
    /// - Parameter call: The call; it needs no device.
    public static func readConfiguration(call: ClientCall) -> Self where Answer == AppConfiguration {
        Self(.configurationRead, call.journalDetails) { (state, context) throws(Refusal) in
            let requestor = try state.admit(call.access, serviceProvider: call.serviceProvider)
            try state.check(optional: call.deviceIdentifier)
            try state.check(call.device)
            return Decision(AppConfiguration(of: requestor, on: call.platform, in: state, now: context.now))
        }
    }
}

extension AppConfiguration {
    /// Creates the configuration with a requestor's enabled integrations.
    init(of requestor: Requestor, on platform: Platform?, in state: EntitlementState, now: Int64) {
        let entries = state.world.providers.compactMap { provider -> Entry? in
            guard let integration = state.world.integration(requestor: requestor.id, mvpd: provider.mvpd), integration.isEnabled
            else { return nil }
            // An unknown platform gets the strictest rule.
            let isOn =
                platform.map { integration.singleSignOn.contains($0) }
                ?? integration.singleSignOn.isSuperset(of: Platform.allCases)
            return Entry(
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
