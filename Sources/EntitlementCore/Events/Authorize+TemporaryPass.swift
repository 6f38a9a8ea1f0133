import TVWorld

extension Authorize {
    /// Throws the error of a device whose temporary pass has expired, instead of that of an expired sign-in.
    func refuseEndedTemporaryPass(
        _ state: EntitlementState, _ context: DecisionContext, _ requestor: Requestor, _ key: DeviceKey
    ) throws(Refusal) {
        guard let record = state.authentications[key], state.temporaryPass(of: record)?.hasEnded(now: context.now) == true else {
            return
        }
        throw requestor.refusal(403, .temporaryAccessEnded, "Temporary pass \(quoted(record.mvpd)) has expired.")
    }

    /// Authorizes by a temporary pass: starts it with the first resource, and counts distinct ones.
    func authorizeByTemporaryPass(
        _ state: EntitlementState, _ context: DecisionContext, _ requestor: Requestor, _ resource: Resource,
        _ session: AuthenticatedSession
    ) throws(Refusal) -> Decision<Answer> {
        let (record, mvpd) = (session.record, session.record.mvpd)
        try requireDomain(record, requestor)
        let identifiers = (record.temporaryPass?.identifiers ?? [:]).merging(identifiers) { $1 }
        guard
            let status = state.temporaryPass(
                requestor: requestor.id, mvpd: mvpd, deviceID: record.deviceKey.deviceID, identifiers: identifiers)
        else { throw .missingTemporaryPass(mvpd, requestor) }
        guard !status.hasEnded(now: context.now) else {
            throw requestor.refusal(403, .temporaryAccessEnded, "Temporary pass \(quoted(mvpd)) has expired.")
        }
        guard !status.isUsedUp(for: resource.asset) else {
            throw requestor.refusal(
                403, .temporaryAccessUsedUp,
                "Temporary pass \(quoted(mvpd)) is for \(status.pass.resourceLimit ?? 0) different resources, which were used.")
        }
        var started = status.started ?? start(status, record.deviceKey, context, state)
        if status.pass.kind == .promotional, !started.resources.contains(resource.asset) {
            started.resources.append(resource.asset)
        }
        let end = state.authorizationEnd(requestor, session.integration, record, on: call.platform, now: context.now)
        let authorization = AuthorizationRecord(
            key: record.deviceKey, mvpd: mvpd, resource: resource.text, isDegraded: false, expiresAt: min(end, started.expiresAt))
        var changes = state.assignments(of: started, deviceID: record.deviceKey.deviceID, identity: status.identity)
            .map { Change.saveTemporaryPassAssignment($0) }
        if started != status.started { changes.append(.saveStartedTemporaryPass(started)) }
        return Decision(
            Answer(record: authorization, degradation: nil), changes: changes + [.saveAuthorization(authorization)])
    }

    private func start(
        _ status: TemporaryPassStatus, _ key: DeviceKey, _ context: DecisionContext, _ state: EntitlementState
    ) -> StartedTemporaryPass {
        StartedTemporaryPass(
            id: context.random.uuid(), requestor: key.requestor, mvpd: status.pass.mvpd, deviceID: key.deviceID,
            identity: status.identity, startedAt: context.now,
            expiresAt: state.end(after: status.pass.lifetime, from: context.now))
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
    /// Returns the assignments that must still be stored so that device and user have the temporary pass.
    fileprivate func assignments(
        of started: StartedTemporaryPass, deviceID: String, identity: String?
    ) -> [TemporaryPassAssignment] {
        var holders = [
            TemporaryPassAssignment.Holder(requestor: started.requestor, mvpd: started.mvpd, kind: .device, value: deviceID)
        ]
        if let identity {
            holders.append(.init(requestor: started.requestor, mvpd: started.mvpd, kind: .identity, value: identity))
        }
        // An existing one is kept: a known device that a known user of another one takes over keeps its own.
        return holders.filter { temporaryPassAssignments[$0].flatMap { startedTemporaryPasses[$0.passKey] } == nil }
            .map { TemporaryPassAssignment(holder: $0, passID: started.id) }
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
