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
    where Self == PlainEvent<SessionAnswer> {
        var details = call.journalDetails.merging(["partner": partner]) { $1 }
        details["provider"] = call.partnerStatus?.provider
        return Self(.partnerSessionCreated, details) { (state, context) throws(Refusal) in
            let requestor = try state.admit(call.access, serviceProvider: call.serviceProvider)
            try state.check(partner: partner)
            let owner = try state.owner(of: call, requestor)
            let named = state.world.provider(namedBy: call.partnerStatus)
            let target = try named.map { provider throws(Refusal) in
                try state.activeIntegration(requestor, mvpd: provider.mvpd)
            }
            let verdict = PartnerVerdict(call.partnerStatus, in: state.world, now: context.now)
            func answer(_ step: SessionAnswer.Step, _ reason: SessionAnswer.Reason) -> SessionAnswer {
                SessionAnswer(
                    step: step, reason: reason, sessionID: context.random.uuid(), mvpd: named?.mvpd,
                    serviceProvider: requestor.id)
            }
            if let named {
                let reason = state.reasonWithoutLogin(
                    ProfileKey(owner: owner, mvpd: named.mvpd), admitsPartner: verdict == .accepted, on: call.platform,
                    now: context.now)
                if let reason { return Decision(answer(.authorize, reason)) }
            }
            let known = SessionFields(mvpd: named?.mvpd, domainName: fields.domainName, redirectURL: fields.redirectURL)
            guard verdict == .accepted, let (integration, provider) = target else {
                return try state.fallBack(.partnerFallback, call, known, requestor, owner, context)
            }
            guard let platform = call.platform, provider.boarding == .supported, integration.singleSignOn.contains(platform)
            else { return try state.fallBack(.configurationFallback, call, known, requestor, owner, context) }
            let request = PendingRequest(
                id: "_" + context.random.uuid(), key: owner, mvpd: provider.mvpd, platform: platform, createdAt: context.now,
                expiresAt: context.now + PendingRequest.lifetime, sentBy: .partner)
            return Decision(answer(.partnerProfile(request, provider), .none), changes: [.save(request)])
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
    ) -> Self where Self == PlainEvent<PartnerProfileExchange> {
        var details = call.journalDetails.merging(["partner": partner]) { $1 }
        details["provider"] = call.partnerStatus?.provider
        details["reason"] = evidence.reason
        return Self(.partnerProfileCreated, details, isExpectedToWrite: evidence.isVerified) { (state, context) throws(Refusal) in
            let requestor = try state.admit(call.access, serviceProvider: call.serviceProvider)
            try state.check(partner: partner)
            let owner = try state.owner(of: call, requestor)
            let verdict = PartnerVerdict(call.partnerStatus, in: state.world, now: context.now)
            if let refusal = verdict.refusal, !verdict.admitsProfile { throw refusal }
            let named = state.world.provider(namedBy: call.partnerStatus)
            let (integration, provider) = try state.activeIntegration(requestor, mvpd: named?.mvpd ?? "")
            let key = ProfileKey(owner: owner, mvpd: provider.mvpd)
            let found = state.profile(key, now: context.now).profile
            let rule = state.authenticationRule(requestor.id, provider.mvpd, on: call.platform, now: context.now)
            if let rule, found == nil {
                let profile = state.degradedProfile(
                    requestor, integration, deviceID: owner.deviceID, rule: rule, on: call.platform, now: context.now)
                return Decision(.existing([profile]))
            }
            if let refusal = verdict.refusal { throw refusal }
            let target = call.platform.map { PlatformTarget(platform: $0, integration: integration, provider: provider) }
            guard let target, target.hasSingleSignOn else {
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
            case .verified(let assertion): return try target.exchange(assertion, call, requestor, key, state, context)
            }
        } outcome: { answer in
            if case .needsVerification = answer { nil } else { "ok" }
        }
    }
}

extension EntitlementState {
    /// Creates a session for a login in a browser. A missing provider can be selected there.
    fileprivate func fallBack(
        _ reason: SessionAnswer.Reason, _ call: ClientCall, _ fields: SessionFields, _ requestor: Requestor,
        _ owner: DeviceKey, _ context: DecisionContext
    ) throws(Refusal) -> Decision<SessionAnswer> {
        let fields = fields.accepted(by: try loginAddresses(admitted: owner, requestor))
        let session = try newSession(call, owner, fields, identities: [], context)
        let isComplete = fields.domainName != nil && fields.redirectURL != nil
        return Decision(
            SessionAnswer(
                step: isComplete ? .authenticate(session.code) : .resume(session.code),
                reason: isComplete ? reason : .missingParametersFallback, missing: fields.missing, sessionID: session.code.id,
                mvpd: fields.mvpd, serviceProvider: requestor.id),
            changes: session.changes)
    }

    /// Checks the partner of a path.
    func check(partner: String) throws(Refusal) {
        guard partner.lowercased() == "apple" else {
            throw Refusal(400, .invalidPartner, "\(quoted(partner)) is not a partner; accepted: Apple.")
        }
    }
}

extension PlatformTarget {
    fileprivate func exchange(
        _ assertion: VerifiedAssertion, _ call: ClientCall, _ requestor: Requestor, _ key: ProfileKey,
        _ state: EntitlementState, _ context: DecisionContext
    ) throws(Refusal) -> Decision<PartnerProfileExchange> {
        let request = state.pendingRequests[assertion.inResponseTo]
        let problems = ResponseProblem.all(
            of: request, origin: .partner, key: key.owner, mvpd: key.mvpd, platform: platform, subject: assertion.subject,
            now: context.now)
        // The system account's provider may have changed; this is reported only if the response itself has no other problem.
        if let problem = problems.first(where: { $0 != .otherProvider }) { throw Refusal(rejectedResponse: problem.rawValue) }
        guard let request, problems.isEmpty else {
            throw PartnerVerdict.otherProvider.refusal ?? Refusal(rejectedResponse: ResponseProblem.otherProvider.rawValue)
        }
        var record = signIn(assertion, of: key.owner, requestor, at: call.connection.address, state, context)
        record.device = call.device.stored
        record.visitorID = call.visitorID
        let session = AuthenticatedSession(record: record, integration: integration, provider: provider)
        return Decision(
            .created(state.answer(of: FoundProfile(session: session, type: .appleSSO, source: key))),
            changes: [
                .save(request.used(at: context.now)), .remove(ProfileAuthorization.self, key),
                .save(ProfileRecord(authentication: record)),
            ])
    }
}

extension Refusal {
    fileprivate init(rejectedResponse reason: String) {
        self.init(400, .invalidSAMLResponse, "The SAML response was rejected.", details: reason)
    }
}
