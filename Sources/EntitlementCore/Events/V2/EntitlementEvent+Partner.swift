import TVWorld

/// The caller's next step in the exchange of a response of the system account.
public enum PartnerProfileExchange: Sendable, Equatable {
    /// The profile was created.
    case created(ProfileAnswer)
    /// No profile was created: return these, at most one.
    case existing([ProfileAnswer])
    /// Verify the response for this provider, then send the event again.
    case needsVerification(Provider)
}

extension EntitlementEvent {
    /// Creates the request that the system account answers, or else an authentication session: REST v2
    /// `POST /api/v2/{serviceProvider}/sessions/sso/{partner}`.
    ///
    /// - Parameters:
    ///   - call: The call, with the status of the system account.
    ///   - partner: The partner of the path.
    ///   - fields: The parameters of a session; the provider is the system account's.
    public static func createPartnerSession(call: ClientCall, partner: String, fields: SessionFields) -> Self
    where Answer == SessionAnswer {
        var details = call.journalDetails.merging(["partner": partner]) { $1 }
        details["provider"] = call.partnerStatus?.provider
        return Self(.partnerSessionCreated, details) { (state, context) throws(Refusal) in
            let device = try DeviceContext(call, state, context, partner: partner)
            let named = state.world.provider(namedBy: call.partnerStatus)
            let target = try named.map { provider throws(Refusal) in
                try state.activeIntegration(device.requestor, mvpd: provider.mvpd)
            }
            let verdict = PartnerVerdict(call.partnerStatus, in: state.world, now: context.now)
            if let named, let reason = device.reasonWithoutLogin(at: named.mvpd, admitsPartner: verdict == .accepted) {
                return Decision(device.answer(.authorize, reason, at: named.mvpd))
            }
            /// Creates a session for a login in a browser. A missing provider can be selected there.
            func fallBack(_ reason: SessionAnswer.Reason) throws(Refusal) -> Decision<SessionAnswer> {
                let known = SessionFields(mvpd: named?.mvpd, domainName: fields.domainName, redirectURL: fields.redirectURL)
                let accepted = known.accepted(by: try device.loginAddresses())
                let isComplete = accepted.domainName != nil && accepted.redirectURL != nil
                return try device.newSession(
                    of: call, accepted, identities: [], isComplete: isComplete,
                    reason: isComplete ? reason : .missingParametersFallback)
            }
            guard verdict == .accepted, let (integration, provider) = target else { return try fallBack(.partnerFallback) }
            guard let platform = device.platform, provider.hasSingleSignOn(on: platform, integration) else {
                return try fallBack(.configurationFallback)
            }
            let request = context.request(of: device.key, to: provider.mvpd, on: platform, sentBy: .partner)
            return Decision(
                device.answer(.partnerProfile(request, provider), .none, at: provider.mvpd), changes: [.save(request)])
        } reason: { answer in
            answer.reason == .none ? nil : answer.reason.rawValue
        }
    }

    /// Exchanges a verified SAML response of the system account for a profile: REST v2
    /// `POST /api/v2/{serviceProvider}/profiles/sso/{partner}`.
    ///
    /// - Parameters:
    ///   - call: The call, with the status of the system account.
    ///   - partner: The partner of the path.
    ///   - evidence: The state of the response.
    ///   - claimedRequest: The request that an unverified response claims to answer; its provider's keys verify the response.
    public static func createPartnerProfile(
        call: ClientCall, partner: String, evidence: Evidence<VerifiedAssertion>, claimedRequest: String? = nil
    ) -> Self where Answer == PartnerProfileExchange {
        var details = call.journalDetails.merging(["partner": partner]) { $1 }
        details["provider"] = call.partnerStatus?.provider
        details["reason"] = evidence.reason
        return Self(.partnerProfileCreated, details, isExpectedToWrite: evidence.isVerified) { (state, context) throws(Refusal) in
            let device = try DeviceContext(call, state, context, partner: partner)
            let verdict = PartnerVerdict(call.partnerStatus, in: state.world, now: context.now)
            if let refusal = verdict.refusal, !verdict.admitsProfile { throw refusal }
            let named = state.world.provider(namedBy: call.partnerStatus)
            let (integration, provider) = try state.activeIntegration(device.requestor, mvpd: named?.mvpd ?? "")
            let found = device.profile(provider.mvpd).profile
            if found == nil, let rule = device.authenticationRule(provider.mvpd) {
                return Decision(.existing([device.degradedProfile(at: integration, by: rule)]))
            }
            if let refusal = verdict.refusal { throw refusal }
            guard let platform = device.platform, provider.hasSingleSignOn(on: platform, integration) else {
                // Without single sign-on, only the profile of a login in a browser counts.
                let own = found.flatMap { $0.type == .regular ? state.answer(of: $0) : nil }
                return Decision(.existing(own.map { [$0] } ?? []))
            }
            guard state.providerMetadata[provider.id] != nil else {
                throw Refusal(
                    500, .platformExchangeConfiguration, "No SAML metadata of provider \(provider.id) is known to the service.")
            }
            switch evidence {
            case .absent: throw Refusal(rejectedResponse: "Parameter SAMLResponse is required.")
            case .unverified:
                let asked = claimedRequest.flatMap { state.pendingRequests[$0] }
                return Decision(.needsVerification(asked.flatMap { state.world.provider(mvpd: $0.mvpd) } ?? provider))
            case .refused(let reason): throw Refusal(rejectedResponse: reason)
            case .verified(let assertion):
                let target = PlatformTarget(device: device, platform: platform, integration: integration, provider: provider)
                return try target.exchange(assertion, call)
            }
        } outcome: { answer in
            if case .needsVerification = answer { nil } else { "ok" }
        } reason: { answer in
            if case .existing = answer { "no new profile" } else { nil }
        }
    }
}

extension PlatformTarget {
    fileprivate func exchange(
        _ assertion: VerifiedAssertion, _ call: ClientCall
    ) throws(Refusal) -> Decision<PartnerProfileExchange> {
        let (request, problems) = problems(of: assertion, origin: .partner)
        // The system account's provider may have changed; this is reported only if the response itself has no other problem.
        if let problem = problems.first(where: { $0 != .otherProvider }) { throw Refusal(rejectedResponse: problem.rawValue) }
        guard let request, problems.isEmpty else {
            throw PartnerVerdict.otherProvider.refusal ?? Refusal(rejectedResponse: ResponseProblem.otherProvider.rawValue)
        }
        let record = signIn(assertion, call.device, visitorID: call.visitorID)
        let key = ProfileKey(owner: device.key, mvpd: provider.mvpd)
        let session = AuthenticatedSession(record: record, integration: integration, provider: provider)
        return Decision(
            .created(device.state.answer(of: FoundProfile(session: session, type: .appleSSO, source: key))),
            changes: [
                .save(request.used(at: device.now)), .remove(ProfileAuthorization.self, key),
                .save(ProfileRecord(authentication: record)),
            ])
    }
}

extension Refusal {
    fileprivate init(rejectedResponse reason: String) {
        self.init(400, .invalidSAMLResponse, "The SAML response was rejected.", details: reason)
    }
}
