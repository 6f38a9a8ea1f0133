import TVWorld

/// A step from one state to the next, as written by a decision. ``operations`` are its effects on records.
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
    /// Removes all authorizations of a device, and the record of its denials.
    case removeAuthorizations(DeviceKey)
    /// Adds or replaces a registration code.
    case saveRegistrationCode(RegistrationCode)
    /// Removes a registration code, which may then be issued again.
    case removeRegistrationCode(String)
    /// Adds or replaces a browser's session at a provider.
    case saveLoginSession(LoginSession)
    /// Removes a browser's session at a provider.
    case removeLoginSession(String)
    /// Adds or replaces an integration.
    case saveIntegration(Integration)
    /// Records the use of a media token.
    case saveMediaTokenUse(MediaTokenUse)
    /// Adds or replaces the administration's changes to a requestor.
    case saveRequestorSettings(RequestorSettings)
    /// Adds or replaces a certificate of a requestor.
    case saveCertificate(RequestorCertificate)
    /// Removes a certificate of a requestor, by the record's key.
    case removeCertificate(String)
    /// Adds a key for the tokens of shared identities.
    case saveIdentityKey(IdentityKey)
    /// Removes a key for the tokens of shared identities.
    case removeIdentityKey(String)
    /// Adds or replaces a degradation rule.
    case saveDegradationRule(DegradationRule)
    /// Removes a degradation rule.
    case removeDegradationRule(id: String)
    /// Adds or replaces a started temporary pass.
    case saveStartedTemporaryPass(StartedTemporaryPass)
    /// Adds or replaces the assignment of a temporary pass to a device or user.
    case saveTemporaryPassAssignment(TemporaryPassAssignment)
    /// Removes a started temporary pass; its holders get a new one.
    case removeStartedTemporaryPass(StartedTemporaryPass.Key)
    /// Removes a temporary pass of all holders.
    case removeStartedTemporaryPasses(requestor: String, mvpd: String)
    /// Adds or replaces a profile, which then shares the sign-ins of its identities.
    case saveProfile(ProfileRecord)
    /// Removes a profile.
    case removeProfile(ProfileKey)
    /// Adds or replaces an authorization of a profile.
    case saveProfileAuthorization(ProfileAuthorization)
    /// Removes all authorizations of a profile.
    case removeProfileAuthorizations(ProfileKey)
    /// Makes a session the open one of its client and device.
    case saveOpenSession(OpenSession)
    /// Adds a logout that a browser will perform.
    case savePendingLogout(PendingLogout)
    /// Removes a logout, by its identifier.
    case removePendingLogout(String)
    /// Sets the metadata of a trusted provider.
    case saveProviderMetadata(provider: String, xml: String)
    /// Stores the setting of the clock.
    case saveClock(ClockRecord)
    /// Makes a scenario the baseline, and resets to it.
    case loadScenario(LoadedScenario)
    /// Resets to the baseline's integrations and removes all sessions, degradation rules and started temporary passes;
    /// statements, clients and trust are kept.
    case returnToBaseline
    /// Records the denial of a resource; kept only in memory, because it is relevant for a minute.
    case noteDenial(DeviceKey, DeniedResource, at: Int64, period: Int64)

    /// Whether the change must be on disk before the response is sent.
    public var isDurable: Bool {
        if case .noteDenial = self { false } else { true }
    }
}

/// A resource that a provider has denied to a device.
public struct DeniedResource: Sendable, Hashable, Codable {
    /// The provider; a device of REST v2 may be signed in with several.
    public var mvpd: String
    /// The resource, exactly as sent by the app.
    public var resource: String
}
