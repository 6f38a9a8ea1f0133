import TVWorld

/// The answer to a device that asks for a profile request.
public enum ProfileRequest: Sendable, Equatable {
    /// The request to sign, and its provider.
    case request(PendingRequest, Provider)
    /// An AuthNAll rule is active: the provider need not be asked.
    case degraded
}

extension EntitlementEvent where Self == PlainEvent<ProfileRequest> {
    /// Creates the SAML AuthnRequest that the device passes to the provider: REST v1
    /// `GET /api/v1/{requestor}/profile-requests/{mvpd}`.
    ///
    /// - Parameters:
    ///   - mvpd: The provider.
    ///   - deviceType: `iOS` or `tvOS`.
    public static func createProfileRequest(call: DeviceCall, mvpd: String, deviceType: String?) -> Self {
        Self(.profileRequested, call.journalDetails.merging(["mvpd": mvpd]) { $1 }) { (state, context) throws(Refusal) in
            let (requestor, key) = try state.admit(call)
            let target = try state.platformTarget(requestor, mvpd: mvpd, deviceType: deviceType)
            let rule = state.authenticationRule(requestor.id, mvpd, on: target.platform, now: context.now)
            if rule != nil { return Decision(.degraded) }
            try target.requireSingleSignOn(requestor)
            let request = PendingRequest(
                id: "_" + context.random.uuid(), key: key, mvpd: mvpd, platform: target.platform, createdAt: context.now,
                expiresAt: context.now + PendingRequest.lifetime)
            return Decision(.request(request, target.provider), changes: [.save(request)])
        }
    }
}

/// The integration for one of the two platform calls.
struct PlatformTarget {
    var platform: Platform
    var integration: Integration
    var provider: Provider

    /// Whether the system account may sign users in on this platform.
    var hasSingleSignOn: Bool { provider.boarding == .supported && integration.singleSignOn.contains(platform) }

    /// Throws an error if the platform's single sign-on is disabled for the integration, or the provider is not onboarded.
    func requireSingleSignOn(_ requestor: Requestor) throws(Refusal) {
        guard provider.boarding == .supported else {
            throw requestor.refusal(
                400, .badRequest, "MVPD \(quoted(provider.mvpd)) is not onboarded for platform single sign-on.")
        }
        guard integration.singleSignOn.contains(platform) else {
            throw requestor.refusal(
                400, .badRequest,
                "Platform single sign-on is off for MVPD \(quoted(provider.mvpd)), requestor \(quoted(requestor.id)) on "
                    + "\(platform.deviceType).")
        }
    }
}

extension EntitlementState {
    /// Checks the parameters that are common to both platform calls.
    func platformTarget(_ requestor: Requestor, mvpd: String?, deviceType: String?) throws(Refusal) -> PlatformTarget {
        guard let mvpd, !mvpd.isEmpty else {
            throw requestor.refusal(400, .badRequest, "Parameter mvpd is required.")
        }
        guard let deviceType, let platform = Platform.allCases.first(where: { $0.deviceType == deviceType }) else {
            throw requestor.refusal(
                400, .badRequest, "Parameter deviceType is required: iOS or tvOS, not \(quoted(deviceType ?? "")).")
        }
        let (integration, provider) = try enabledIntegration(requestor: requestor, mvpd: mvpd)
        return PlatformTarget(platform: platform, integration: integration, provider: provider)
    }
}
