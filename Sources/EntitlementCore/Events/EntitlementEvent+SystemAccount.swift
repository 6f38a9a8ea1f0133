import TVWorld

/// The answer to a device that asks for a profile request.
public enum ProfileRequest: Sendable, Equatable {
    /// The request to sign, and its provider.
    case request(PendingRequest, Provider)
    /// An AuthNAll rule is active: the provider need not be contacted.
    case degraded
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
    /// The documentation lists no device identifier for this call. If there is one, only that device can send the response.
    ///
    /// - Parameters:
    ///   - mvpd: The provider.
    ///   - deviceType: `iOS` or `tvOS`.
    public static func createProfileRequest(call: DeviceCall, mvpd: String, deviceType: String?) -> Self
    where Answer == ProfileRequest {
        Self(.profileRequested, call.journalDetails.merging(["mvpd": mvpd]) { $1 }) { (state, context) throws(Refusal) in
            let device = try DeviceContext(call, state, context, needsDeviceID: false)
            let target = try PlatformTarget(device, mvpd: mvpd, deviceType: deviceType)
            if target.device.authenticationRule(mvpd) != nil { return Decision(.degraded) }
            try target.requireSingleSignOn()
            let request = context.request(of: target.device.key, to: mvpd, on: target.platform, sentBy: .platform)
            return Decision(.request(request, target.provider), changes: [.save(request)])
        } reason: { answer in
            answer == .degraded ? "degraded" : nil
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
    ) -> Self where Answer == TokenExchange {
        var details = call.journalDetails.merging(["mvpd": mvpd ?? ""]) { $1 }
        details["reason"] = evidence.reason
        return Self(.tokenExchanged, details, isExpectedToWrite: evidence.isVerified) { (state, context) throws(Refusal) in
            let target = try PlatformTarget(DeviceContext(call, state, context), mvpd: mvpd, deviceType: deviceType)
            let (device, provider) = (target.device, target.provider)
            if let rule = device.authenticationRule(provider.mvpd) { return target.degraded(call, by: rule) }
            try target.requireSingleSignOn()
            func refused(_ message: String) -> Refusal { device.requestor.refusal(400, .invalidSAMLResponse, message) }
            guard state.providerMetadata[provider.id] != nil else {
                throw refused("No SAML metadata of provider \(provider.id) is known to the service.")
            }
            switch evidence {
            case .absent:
                throw refused("Parameter SAMLResponse is required: MVPD \(quoted(provider.mvpd)) is not degraded.")
            case .unverified: return Decision(.needsVerification(provider))
            case .refused(let reason): throw refused(reason)
            case .verified(let assertion):
                let (request, problems) = target.problems(of: assertion, origin: .platform)
                guard let request, problems.isEmpty else { throw refused((problems.first ?? .unknownRequest).rawValue) }
                let record = target.signIn(assertion, call.device, visitorID: call.visitorID)
                return Decision(.created(record), changes: [.save(request.used(at: context.now))] + Change.signIn(record))
            }
        } outcome: { answer in
            if case .needsVerification = answer { nil } else { "ok" }
        } reason: { answer in
            // This is also the reason if the rule kept an earlier sign-in.
            if case .created = answer, !evidence.isVerified { "degraded" } else { nil }
        }
    }
}

/// The reason why a provider's verified response does not sign a device in: the message of the refusal.
enum ResponseProblem: String {
    case unknownRequest = "The response answers a request that the service did not make."
    case usedRequest = "The response answers a request that was answered before."
    case otherRequestor = "The response answers a request of another requestor."
    case otherDevice = "The response answers a request of another device."
    case otherProvider = "The response answers a request to another MVPD."
    case otherPlatform = "The response answers a request of another platform."
    case expiredRequest = "The request that the response answers has expired."
    case missingSubject = "The response names no subject."
}

/// The device and integration of a call about the system account.
struct PlatformTarget {
    /// The device, on the platform.
    let device: DeviceContext
    let platform: Platform
    let integration: Integration
    let provider: Provider

    /// Returns the request that a response answers, and the problems of the response, the most important first.
    func problems(
        of assertion: VerifiedAssertion, origin: PendingRequest.Origin
    ) -> (request: PendingRequest?, problems: [ResponseProblem]) {
        guard let request = device.state.pendingRequests[assertion.inResponseTo], request.sentBy == origin else {
            return (nil, [.unknownRequest])
        }
        let problems: [(ResponseProblem, Bool)] = [
            (.usedRequest, request.usedAt != nil), (.otherRequestor, request.key.requestor != device.key.requestor),
            (.otherDevice, !request.key.deviceID.isEmpty && request.key != device.key),
            (.otherProvider, request.mvpd != provider.mvpd), (.otherPlatform, request.platform != platform),
            (.expiredRequest, device.now >= request.expiresAt), (.missingSubject, assertion.subject.isEmpty),
        ]
        return (request, problems.compactMap { $0.1 ? $0.0 : nil })
    }

    /// Returns the sign-in of the device by its system account.
    func signIn(_ assertion: VerifiedAssertion, _ information: DeviceInformation, visitorID: String?) -> AuthenticationRecord {
        var record = device.signIn(assertion.subject, at: integration, by: .apple, attributes: assertion.attributes)
        record.applyHome(of: device, integration, provider)
        record.platform = platform
        record.device = information.stored
        record.visitorID = visitorID
        return record
    }
}

extension PlatformTarget {
    /// Checks the parameters that are common to both calls of REST v1.
    fileprivate init(_ device: DeviceContext, mvpd: String?, deviceType: String?) throws(Refusal) {
        guard let mvpd, !mvpd.isEmpty else {
            throw device.requestor.refusal(400, .badRequest, "Parameter mvpd is required.")
        }
        guard let deviceType, let platform = Platform.allCases.first(where: { $0.deviceType == deviceType }) else {
            throw device.requestor.refusal(
                400, .badRequest, "Parameter deviceType is required: iOS or tvOS, not \(quoted(deviceType ?? "")).")
        }
        let (integration, provider) = try device.state.enabledIntegration(requestor: device.requestor, mvpd: mvpd)
        var device = device
        device.platform = platform
        self.init(device: device, platform: platform, integration: integration, provider: provider)
    }

    /// Throws an error if the platform's single sign-on is disabled for the integration, or the provider is not onboarded.
    fileprivate func requireSingleSignOn() throws(Refusal) {
        guard provider.boarding == .supported else {
            throw device.requestor.refusal(
                400, .badRequest, "MVPD \(quoted(provider.mvpd)) is not onboarded for platform single sign-on.")
        }
        guard provider.hasSingleSignOn(on: platform, integration) else {
            throw device.requestor.refusal(
                400, .badRequest,
                "Platform single sign-on is off for MVPD \(quoted(provider.mvpd)), requestor \(quoted(device.requestor.id)) on "
                    + "\(platform.deviceType).")
        }
    }

    /// Returns the token of an AuthNAll rule, which expires with it. A valid real token of the same provider is kept.
    fileprivate func degraded(_ call: DeviceCall, by rule: DegradationStatus.Rule) -> Decision<TokenExchange> {
        if case .valid(let session) = device.session(), session.record.mvpd == integration.mvpd {
            return Decision(.created(session.record))
        }
        var record = device.signIn(at: integration, by: rule)
        record.adoptDevice(of: call)
        record.platform = platform
        return Decision(.created(record), changes: Change.signIn(record))
    }
}

extension Provider {
    /// Returns whether the system account may sign users in on a platform.
    func hasSingleSignOn(on platform: Platform, _ integration: Integration) -> Bool {
        boarding == .supported && integration.singleSignOn.contains(platform)
    }
}
