import TVWorld

/// A valid sign-in, with its integration and provider.
struct AuthenticatedSession: Equatable {
    var record: AuthenticationRecord
    var integration: Integration
    var provider: Provider

    /// Throws the refusal of a device that a provider signed in because it was at home, and that has since left.
    func requireHome(_ address: String?) throws(Refusal) {
        guard provider.isHomeBased, record.isHomeBased, !integration.isAtHome(address) else { return }
        let text = "\(provider.name) signed this device in at home, and it has left the home network. Sign in again."
        throw Refusal(403, .homePolicy, text, details: text)
    }
}

extension EntitlementState {
    /// Returns the degradation rule that decides about a resource; nil: the provider decides.
    ///
    /// - Parameters:
    ///   - platform: The device's platform, if it is known; otherwise that of the sign-in is used.
    ///   - resource: The resource; nil if it is malformed.
    func degradation(
        of session: AuthenticatedSession, on platform: Platform?, _ resource: Resource?, now: Int64
    ) -> DegradationStatus.Rule? {
        let record = session.record
        return degradation(
            requestor: record.deviceKey.requestor, mvpd: record.mvpd, platform: platform ?? record.platform,
            resource: resource, now: now
        ).authorization
    }
}

extension Integration {
    /// Returns whether a device is in its subscriber's home: by its address, unless the integration is set to away from home.
    func isAtHome(_ address: String?) -> Bool { !isAwayFromHome && HomeNetwork.contains(address) }
}

extension AuthenticationRecord {
    /// Returns the token of an AuthNAll rule, which expires with it.
    static func degraded(_ key: DeviceKey, _ integration: Integration, until end: Int64, _ context: DecisionContext) -> Self {
        let session = context.random.uuid()
        return AuthenticationRecord(
            deviceKey: key, mvpd: integration.mvpd, userID: "degraded-\(session)", tokenSource: .degradation, sessionID: session,
            attributes: [:], createdAt: context.now, expiresAt: end)
    }

    /// Adopts a code's information about the device.
    mutating func adoptDevice(of code: RegistrationCode) {
        registrationCode = code.code
        platform = code.platform
        device = code.device.isEmpty ? nil : code.device
    }

    /// Applies home-based authentication to a sign-in: `hba_status`, as set by the provider or else by the device's address, and
    /// a separate lifetime for devices at home.
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
