import TVWorld

extension EntitlementEvent where Self == PlainEvent<SessionAnswer> {
    /// Creates an authentication session, unless no login is needed: REST v2 `POST /api/v2/{serviceProvider}/sessions`.
    public static func createSession(call: ClientCall, fields: SessionFields) -> Self {
        let details = call.journalDetails.merging(["mvpd": fields.mvpd ?? ""]) { $1 }
        return Self(.sessionCreated, details, isExpectedToWrite: call.access != .none) { (state, context) throws(Refusal) in
            let requestor = try state.admit(call.access, serviceProvider: call.serviceProvider)
            let owner = try state.owner(of: call, requestor)
            let provider = try fields.mvpd.map { mvpd throws(Refusal) in try state.activeIntegration(requestor, mvpd: mvpd).1 }
            let addresses = try state.loginAddresses(admitted: owner, requestor)
            try fields.requireRedirectURL(addresses, requestor)
            if let provider, let reason = try state.reasonWithoutLogin(at: provider, call, requestor, owner, now: context.now) {
                return Decision(
                    SessionAnswer(
                        step: .authorize, reason: reason, sessionID: context.random.uuid(), mvpd: provider.mvpd,
                        serviceProvider: requestor.id))
            }
            let accepted = fields.accepted(by: addresses)
            let session = try state.newSession(call, owner, accepted, identities: call.identities, context)
            return Decision(
                SessionAnswer(
                    step: accepted.missing.isEmpty ? .authenticate(session.code) : .resume(session.code),
                    missing: accepted.missing, sessionID: session.code.id, mvpd: accepted.mvpd, serviceProvider: requestor.id),
                changes: session.changes)
        }
    }
}

extension EntitlementState {
    fileprivate func reasonWithoutLogin(
        at provider: Provider, _ call: ClientCall, _ requestor: Requestor, _ owner: DeviceKey, now: Int64
    ) throws(Refusal) -> SessionAnswer.Reason? {
        if provider.isTemporaryPass {
            try requireSettings(of: provider, requestor)
            return .temporary
        }
        let verdict = PartnerVerdict(call.partnerStatus, for: provider, in: world, now: now)
        return reasonWithoutLogin(
            ProfileKey(owner: owner, mvpd: provider.mvpd), identities: call.identities, admitsPartner: verdict == .accepted,
            on: call.platform, now: now)
    }

    /// Returns the addresses of an admitted client.
    func loginAddresses(admitted owner: DeviceKey, _ requestor: Requestor) throws(Refusal) -> ReturnAddresses {
        guard let addresses = loginAddresses(of: owner.applicationID, requestor) else {
            throw Refusal(401, .invalidClientApplication, "The client of this access token is not registered.")
        }
        return addresses
    }

    /// Checks that a temporary pass has been configured.
    func requireSettings(of pass: Provider, _ requestor: Requestor) throws(Refusal) {
        guard world.temporaryPass(requestor: requestor.id, mvpd: pass.mvpd) == nil else { return }
        throw .missingTemporaryPass(pass.mvpd, requestor).enhanced(true)
    }
}
