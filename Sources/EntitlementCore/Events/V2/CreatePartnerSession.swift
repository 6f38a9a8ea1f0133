import TVWorld

extension EntitlementEvent where Self == PlainEvent<SessionAnswer> {
    /// Creates the request that the system account answers, or else an authentication session: REST v2
    /// `POST /api/v2/{serviceProvider}/sessions/sso/{partner}`.
    ///
    /// - Parameters:
    ///   - call: The call, with the status of the system account.
    ///   - partner: The partner of the path.
    ///   - fields: The parameters of a session; the provider is the system account's.
    public static func createPartnerSession(call: ClientCall, partner: String, fields: SessionFields) -> Self {
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
