import TVWorld

/// Creates the request that the system account answers, or else an authentication session: REST v2
/// `POST /api/v2/{serviceProvider}/sessions/sso/{partner}`.
public struct CreatePartnerSession: EntitlementEvent {
    public var journalEvent: JournalEvent { .partnerSessionCreated }

    /// The call, with the status of the system account.
    public var call: ClientCall
    /// The partner of the path.
    public var partner: String
    /// The parameters of a session; the provider is the system account's.
    public var fields: SessionFields

    /// Creates the request of a device.
    public init(call: ClientCall, partner: String, fields: SessionFields) {
        self.call = call
        self.partner = partner
        self.fields = fields
    }

    public var journalDetails: [String: String] {
        var details = call.journalDetails.merging(["partner": partner]) { $1 }
        details["provider"] = call.partnerStatus?.provider
        return details
    }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<SessionAnswer> {
        let requestor = try state.admit(call.access, serviceProvider: call.serviceProvider)
        try state.check(partner: partner)
        let owner = try state.owner(of: call, requestor)
        let named = state.world.provider(namedBy: call.partnerStatus)
        let target = try named.map { provider throws(Refusal) in try state.activeIntegration(requestor, mvpd: provider.mvpd) }
        let verdict = PartnerVerdict(call.partnerStatus, in: state.world, now: context.now)
        func answer(_ step: SessionAnswer.Step, _ reason: SessionAnswer.Reason) -> SessionAnswer {
            SessionAnswer(
                step: step, reason: reason, sessionID: context.random.uuid(), mvpd: named?.mvpd, serviceProvider: requestor.id)
        }
        if let named {
            let reason = state.reasonWithoutLogin(
                ProfileKey(owner: owner, mvpd: named.mvpd), admitsPartner: verdict == .accepted, on: call.platform,
                now: context.now)
            if let reason { return Decision(answer(.authorize, reason)) }
        }
        guard verdict == .accepted, let (integration, provider) = target else {
            return try fallBack(.partnerFallback, to: named, state, context, requestor, owner)
        }
        guard let platform = call.platform, provider.boarding == .supported, integration.singleSignOn.contains(platform) else {
            return try fallBack(.configurationFallback, to: named, state, context, requestor, owner)
        }
        let request = PendingRequest(
            id: "_" + context.random.uuid(), key: owner, mvpd: provider.mvpd, platform: platform, createdAt: context.now,
            expiresAt: context.now + PendingRequest.lifetime, sentBy: .partner)
        return Decision(answer(.partnerProfile(request, provider), .none), changes: [.save(request)])
    }

    /// Creates a session for a login in a browser. A missing provider can be selected there.
    private func fallBack(
        _ reason: SessionAnswer.Reason, to provider: Provider?, _ state: EntitlementState, _ context: DecisionContext,
        _ requestor: Requestor, _ owner: DeviceKey
    ) throws(Refusal) -> Decision<SessionAnswer> {
        let fields = SessionFields(mvpd: provider?.mvpd, domainName: fields.domainName, redirectURL: fields.redirectURL)
            .accepted(by: try state.loginAddresses(admitted: owner, requestor))
        let session = try state.newSession(call, owner, fields, identities: [], context)
        let isComplete = fields.domainName != nil && fields.redirectURL != nil
        return Decision(
            SessionAnswer(
                step: isComplete ? .authenticate(session.code) : .resume(session.code),
                reason: isComplete ? reason : .missingParametersFallback, missing: fields.missing, sessionID: session.id,
                mvpd: fields.mvpd, serviceProvider: requestor.id),
            changes: session.changes)
    }
}

extension EntitlementState {
    /// Checks the partner of a path.
    func check(partner: String) throws(Refusal) {
        guard partner.lowercased() == "apple" else {
            throw Refusal(400, .invalidPartner, "\(quoted(partner)) is not a partner; accepted: Apple.")
        }
    }
}
