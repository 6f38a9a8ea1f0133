import TVWorld

/// One step from a state to the next: what a decision writes. What it does to records, ``operations`` tells.
public enum Change: Sendable, Equatable {
    /// Adds or replaces a statement.
    case saveStatement(SoftwareStatement)
    /// Adds a client.
    case saveClient(ClientRegistration)
    /// Adds or replaces an AuthnRequest.
    case savePendingRequest(PendingRequest)
    /// Adds or replaces the authentication of a device.
    case saveAuthentication(AuthenticationRecord)
    /// Removes a device's authentication.
    case removeAuthentication(DeviceKey)
    /// Adds or replaces the authorization of a device for a resource.
    case saveAuthorization(AuthorizationRecord)
    /// Removes all authorizations of a device, and what is remembered of its denials.
    case removeAuthorizations(DeviceKey)
    /// Adds or replaces a registration code.
    case saveRegistrationCode(RegistrationCode)
    /// Removes a registration code; it may be given out again.
    case removeRegistrationCode(String)
    /// Adds or replaces a browser's session at a provider.
    case saveLoginSession(LoginSession)
    /// Removes a browser's session at a provider.
    case removeLoginSession(String)
    /// Adds or replaces an integration.
    case saveIntegration(Integration)
    /// Remembers a media token that was used.
    case saveMediaTokenUse(MediaTokenUse)
    /// Adds or replaces what the administration changed of a requestor.
    case saveRequestorSettings(RequestorSettings)
    /// Adds or replaces a certificate of a requestor.
    case saveCertificate(RequestorCertificate)
    /// Removes a certificate of a requestor, by the record's key.
    case removeCertificate(String)
    /// Adds or replaces a degradation rule.
    case saveDegradationRule(DegradationRule)
    /// Removes a degradation rule.
    case removeDegradationRule(id: String)
    /// Adds or replaces a trial of a temporary pass.
    case saveTemporaryPassUse(TemporaryPassUse)
    /// Adds or replaces what trial a device or user has.
    case saveTemporaryPassClaim(TemporaryPassClaim)
    /// Forgets a trial of a temporary pass; whoever had it gets a new one.
    case removeTemporaryPassUse(TemporaryPassUse.Key)
    /// Forgets all trials of a temporary pass.
    case removeTemporaryPassUses(requestor: String, mvpd: String)
    /// Sets the metadata that a provider is trusted by.
    case saveProviderMetadata(provider: String, xml: String)
    /// Remembers what is done to the clock.
    case saveClock(ClockRecord)
    /// Makes a scenario the baseline, and returns to it.
    case loadScenario(LoadedScenario)
    /// Returns to the baseline's integrations and forgets all sessions, degradation rules and trials; statements, clients and trust
    /// stay.
    case returnToBaseline
    /// Remembers that a device was denied a resource; kept in memory only, it matters for a minute.
    case noteDenial(DeviceKey, resource: String, at: Int64, period: Int64)

    /// Whether the change must be on disk before the answer is given.
    public var isDurable: Bool {
        if case .noteDenial = self { false } else { true }
    }
}
