import TVWorld

/// Exchanges a verified SAML response of the system account for a profile: REST v2
/// `POST /api/v2/{serviceProvider}/profiles/sso/{partner}`.
public struct CreatePartnerProfile: EntitlementEvent {
    /// The caller's next step.
    public enum Answer: Sendable, Equatable {
        /// The profile was created.
        case created(ProfileAnswer)
        /// No profile was created: return these, at most one.
        case existing([ProfileAnswer])
        /// Verify the response for this provider, then send the event again.
        case needsVerification(Provider)
    }

    public var journalEvent: JournalEvent { .partnerProfileCreated }

    /// The call, with the status of the system account.
    public var call: ClientCall
    /// The partner of the path.
    public var partner: String
    /// The state of the response.
    public var evidence: Evidence<ExchangeToken.VerifiedAssertion>
    /// The request that an unverified response claims to answer; its provider's keys verify the response.
    public var claimedRequest: String?

    /// Creates an exchange.
    public init(call: ClientCall, partner: String, evidence: Evidence<ExchangeToken.VerifiedAssertion>) {
        self.call = call
        self.partner = partner
        self.evidence = evidence
    }

    public var journalDetails: [String: String] {
        var details = call.journalDetails.merging(["partner": partner]) { $1 }
        details["provider"] = call.partnerStatus?.provider
        if case .refused(let reason) = evidence { details["reason"] = reason }
        return details
    }

    public func outcome(of answer: Answer) -> String? {
        if case .needsVerification = answer { nil } else { "ok" }
    }

    public var isExpectedToWrite: Bool { evidence.isVerified }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
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
        guard let platform = call.platform else { return existing(found, state) }
        let target = PlatformTarget(platform: platform, integration: integration, provider: provider)
        guard target.hasSingleSignOn else { return existing(found, state) }
        guard state.providerMetadata[provider.id] != nil else {
            throw Refusal(
                500, .platformExchangeConfiguration, "No SAML metadata of provider \(provider.id) is known to the service.")
        }
        switch evidence {
        case .absent: throw Self.refused("Parameter SAMLResponse is required.")
        case .unverified:
            let asked = claimedRequest.flatMap { state.pendingRequests[$0] }
            return Decision(.needsVerification(asked.flatMap { state.world.provider(mvpd: $0.mvpd) } ?? provider))
        case .refused(let reason): throw Self.refused(reason)
        case .verified(let assertion): return try exchange(assertion, state, context, requestor, key, target)
        }
    }

    /// Returns the answer without single sign-on: the profile of a login in a browser.
    private func existing(_ found: FoundProfile?, _ state: EntitlementState) -> Decision<Answer> {
        guard let found, found.type == .regular else { return Decision(.existing([])) }
        return Decision(.existing([state.answer(of: found)]))
    }

    private func exchange(
        _ assertion: ExchangeToken.VerifiedAssertion, _ state: EntitlementState, _ context: DecisionContext,
        _ requestor: Requestor, _ key: ProfileKey, _ target: PlatformTarget
    ) throws(Refusal) -> Decision<Answer> {
        let request = state.pendingRequests[assertion.inResponseTo]
        let problems = ResponseProblem.all(
            of: request, origin: .partner, key: key.owner, mvpd: key.mvpd, platform: target.platform,
            subject: assertion.subject, now: context.now)
        // The system account's provider may have changed; this is reported only if the response itself has no other problem.
        if let problem = problems.first(where: { $0 != .otherProvider }) { throw Self.refused(problem.rawValue) }
        guard let request, problems.isEmpty else {
            throw PartnerVerdict.otherProvider.refusal ?? Self.refused(ResponseProblem.otherProvider.rawValue)
        }
        var record = target.signIn(assertion, of: key.owner, requestor, at: call.connection.address, state, context)
        record.device = call.device.stored
        record.visitorID = call.visitorID
        let session = AuthenticatedSession(record: record, integration: target.integration, provider: target.provider)
        return Decision(
            .created(state.answer(of: FoundProfile(session: session, type: .appleSSO, source: key))),
            changes: [
                .save(request.used(at: context.now)), .remove(ProfileAuthorization.self, key),
                .save(ProfileRecord(authentication: record)),
            ])
    }

    private static func refused(_ reason: String) -> Refusal {
        Refusal(400, .invalidSAMLResponse, "The SAML response was rejected.", details: reason)
    }
}
