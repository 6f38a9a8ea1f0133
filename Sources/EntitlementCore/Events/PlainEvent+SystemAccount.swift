import TVWorld

/// The answer to a device that asks for a profile request.
public enum ProfileRequest: Sendable, Equatable {
    /// The request to sign, and its provider.
    case request(PendingRequest, Provider)
    /// An AuthNAll rule is active: the provider need not be asked.
    case degraded
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

/// The caller's next step in an exchange.
public enum TokenExchange: Sendable, Equatable {
    /// The token exists.
    case created(AuthenticationRecord)
    /// Verify the response for this provider, then send the event again.
    case needsVerification(Provider)
}

extension EntitlementEvent {
    /// Creates the SAML AuthnRequest that the device passes to the provider: REST v1
    /// `GET /api/v1/{requestor}/profile-requests/{mvpd}`.
    ///
    /// - Parameters:
    ///   - mvpd: The provider.
    ///   - deviceType: `iOS` or `tvOS`.
    public static func createProfileRequest(call: DeviceCall, mvpd: String, deviceType: String?) -> Self
    where Self == PlainEvent<ProfileRequest> {
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

    /// Exchanges a verified SAML response for an authentication token: REST v1 `POST /api/v1/tokens/authn`.
    ///
    /// - Parameters:
    ///   - mvpd: The provider.
    ///   - deviceType: `iOS` or `tvOS`.
    ///   - evidence: The state of the response.
    public static func exchangeToken(
        call: DeviceCall, mvpd: String?, deviceType: String?, evidence: Evidence<VerifiedAssertion>
    ) -> Self where Self == PlainEvent<TokenExchange> {
        var details = call.journalDetails.merging(["mvpd": mvpd ?? ""]) { $1 }
        details["reason"] = evidence.reason
        return Self(.tokenExchanged, details, isExpectedToWrite: evidence.isVerified) { (state, context) throws(Refusal) in
            let (requestor, key) = try state.admit(call)
            let target = try state.platformTarget(requestor, mvpd: mvpd, deviceType: deviceType)
            if let rule = state.authenticationRule(requestor.id, target.provider.mvpd, on: target.platform, now: context.now) {
                return target.degraded(call, requestor, key, rule, state, context)
            }
            try target.requireSingleSignOn(requestor)
            func refused(_ message: String) -> Refusal { requestor.refusal(400, .invalidSAMLResponse, message) }
            guard state.providerMetadata[target.provider.id] != nil else {
                throw refused("No SAML metadata of provider \(target.provider.id) is known to the service.")
            }
            switch evidence {
            case .absent:
                throw refused("Parameter SAMLResponse is required: MVPD \(quoted(target.provider.mvpd)) is not degraded.")
            case .unverified: return Decision(.needsVerification(target.provider))
            case .refused(let reason): throw refused(reason)
            case .verified(let assertion):
                let request = state.pendingRequests[assertion.inResponseTo]
                let problem = ResponseProblem.all(
                    of: request, origin: .platform, key: key, mvpd: target.provider.mvpd, platform: target.platform,
                    subject: assertion.subject, now: context.now
                ).first
                guard let request, problem == nil else { throw refused((problem ?? .unknownRequest).rawValue) }
                var record = target.signIn(assertion, of: key, requestor, at: call.address, state, context)
                record.device = call.device.stored
                record.visitorID = call.visitorID
                return Decision(
                    .created(record), changes: [.save(request.used(at: context.now))] + Change.signIn(record))
            }
        } outcome: { answer in
            if case .needsVerification = answer { nil } else { "ok" }
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

extension PlatformTarget {
    /// Returns the token of an AuthNAll rule, which expires with it. A valid real token of the same provider is kept.
    fileprivate func degraded(
        _ call: DeviceCall, _ requestor: Requestor, _ key: DeviceKey, _ rule: DegradationStatus.Rule,
        _ state: EntitlementState, _ context: DecisionContext
    ) -> Decision<TokenExchange> {
        if case .valid(let session) = state.session(key, on: platform, now: context.now),
            session.record.mvpd == integration.mvpd
        {
            return Decision(.created(session.record))
        }
        let end = state.authenticationEnd(requestor, integration, on: platform, now: context.now)
        var record = AuthenticationRecord.degraded(key, integration, until: min(end, rule.expiresAt), context)
        record.adoptDevice(of: call)
        record.platform = platform
        return Decision(.created(record), changes: Change.signIn(record))
    }

    /// Returns the sign-in of a device by its system account.
    func signIn(
        _ assertion: VerifiedAssertion, of key: DeviceKey, _ requestor: Requestor, at address: String?,
        _ state: EntitlementState, _ context: DecisionContext
    ) -> AuthenticationRecord {
        var record = AuthenticationRecord(
            deviceKey: key, mvpd: provider.mvpd, userID: assertion.subject, tokenSource: .apple,
            sessionID: context.random.uuid(), attributes: assertion.attributes, createdAt: context.now,
            expiresAt: state.authenticationEnd(requestor, integration, on: platform, now: context.now)
        ).homeBased(by: provider, integration, address) { state.end(after: $0, from: context.now) }
        record.platform = platform
        return record
    }
}
