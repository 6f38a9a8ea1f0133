import TVWorld

extension Authorize {
    /// Throws the error of a device whose trial has expired, instead of that of an expired sign-in.
    func refuseEndedTrial(
        _ state: EntitlementState, _ context: DecisionContext, _ requestor: Requestor, _ key: DeviceKey
    ) throws(Refusal) {
        guard let record = state.authentications[key], state.trial(of: record)?.hasEnded(now: context.now) == true else { return }
        throw requestor.refusal(403, .temporaryAccessEnded, "The trial of temporary pass \(quoted(record.mvpd)) is over.")
    }

    /// Authorizes by a temporary pass: begins the trial with the first resource, and counts distinct ones.
    func useTrial(
        _ state: EntitlementState, _ context: DecisionContext, _ requestor: Requestor, _ resource: Resource,
        _ session: AuthenticatedSession
    ) throws(Refusal) -> Decision<Answer> {
        let (record, mvpd) = (session.record, session.record.mvpd)
        try requireDomain(record, requestor)
        let identifiers = (record.temporaryPass?.identifiers ?? [:]).merging(identifiers) { $1 }
        guard
            let trial = state.trial(
                requestor: requestor.id, mvpd: mvpd, deviceID: record.key.deviceID, identifiers: identifiers)
        else { throw .missingTemporaryPass(mvpd, requestor) }
        guard !trial.hasEnded(now: context.now) else {
            throw requestor.refusal(403, .temporaryAccessEnded, "The trial of temporary pass \(quoted(mvpd)) is over.")
        }
        guard !trial.isUsedUp(for: resource.asset) else {
            throw requestor.refusal(
                403, .temporaryAccessUsedUp,
                "Temporary pass \(quoted(mvpd)) is for \(trial.pass.resourceLimit ?? 0) different resources, which were used.")
        }
        var use = trial.use ?? newUse(of: trial, record.key, context, state)
        if trial.pass.kind == .promotional, !use.resources.contains(resource.asset) {
            use.resources.append(resource.asset)
        }
        let end = state.authorizationEnd(requestor, session.integration, record, on: call.platform, now: context.now)
        let authorization = AuthorizationRecord(
            key: record.key, mvpd: mvpd, resource: resource.text, isDegraded: false, expiresAt: min(end, use.expiresAt))
        var changes = state.claims(of: trial, deviceID: record.key.deviceID, use: use).map { Change.saveTemporaryPassClaim($0) }
        if use != trial.use { changes.append(.saveTemporaryPassUse(use)) }
        return Decision(
            Answer(record: authorization, degradation: nil), changes: changes + [.saveAuthorization(authorization)])
    }

    private func newUse(
        of trial: TemporaryPassTrial, _ key: DeviceKey, _ context: DecisionContext, _ state: EntitlementState
    ) -> TemporaryPassUse {
        TemporaryPassUse(
            id: context.random.uuid(), requestor: key.requestor, mvpd: trial.pass.mvpd, deviceID: key.deviceID,
            identity: trial.identity, startedAt: context.now, expiresAt: state.end(after: trial.pass.lifetime, from: context.now))
    }

    /// Checks that the app's domain is one of the requestor's; the documentation requires this here and not at sign-in.
    private func requireDomain(_ record: AuthenticationRecord, _ requestor: Requestor) throws(Refusal) {
        let domain = (record.temporaryPass?.domain ?? "").lowercased()
        let isOwn = requestor.domains.contains { own in
            domain == own.lowercased() || domain.hasSuffix("." + own.lowercased())
        }
        guard !isOwn else { return }
        let details = "\(quoted(domain)) is not a domain of requestor \(requestor.id)."
        throw requestor.refusal(403, .authorizationDenied, details, details: details)
    }
}

extension EntitlementState {
    /// Returns the claims that must still be stored so that device and user have the trial.
    fileprivate func claims(of trial: TemporaryPassTrial, deviceID: String, use: TemporaryPassUse) -> [TemporaryPassClaim] {
        var holders = [
            TemporaryPassClaim.Holder(requestor: use.requestor, mvpd: use.mvpd, kind: .device, value: deviceID)
        ]
        if let identity = trial.identity {
            holders.append(.init(requestor: use.requestor, mvpd: use.mvpd, kind: .identity, value: identity))
        }
        // An existing trial is kept: a known device that a known user of another trial takes over keeps its own.
        return holders.filter { temporaryPassClaims[$0].flatMap { temporaryPassUses[$0.useKey] } == nil }
            .map { TemporaryPassClaim(holder: $0, use: use.id) }
    }
}

extension Refusal {
    /// Returns the refusal for a temporary pass without settings in the world.
    static func missingTemporaryPass(_ mvpd: String, _ requestor: Requestor) -> Refusal {
        requestor.refusal(
            500, .temporaryAccessConfiguration,
            "Temporary pass \(quoted(mvpd)) has no settings for requestor \(quoted(requestor.id)): temp-pass in the world document."
        )
    }
}

extension Resource {
    /// What counts as one resource: the document's item, or else the identifier or the channel.
    fileprivate var asset: String { guid ?? channel }
}
