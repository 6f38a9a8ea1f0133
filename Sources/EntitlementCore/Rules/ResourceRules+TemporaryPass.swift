import TVWorld

extension ResourceRules {
    /// Authorizes with a temporary pass: starts it with the first resource, and counts distinct ones.
    func use(_ status: TemporaryPassStatus, for resource: Resource, until end: Int64) throws(Refusal) -> Grant {
        try status.check(resource, now: device.now)
        var started =
            status.started
            ?? StartedTemporaryPass(
                id: device.context.random.uuid(), requestor: device.requestor.id, mvpd: status.pass.mvpd,
                deviceID: session.record.deviceKey.deviceID, identity: status.identity, startedAt: device.now,
                expiresAt: device.context.end(after: status.pass.lifetime))
        if status.pass.kind == .promotional, !started.resources.contains(resource.asset) {
            started.resources.append(resource.asset)
        }
        // Existing assignments are kept: a device keeps its pass when a user who has another one signs in.
        var changes = status.holders.filter { device.state.startedTemporaryPass(of: $0) == nil }
            .map { Change.save(TemporaryPassAssignment(holder: $0, passID: started.id)) }
        if started != status.started { changes.append(.save(started)) }
        return Grant(expiresAt: min(end, started.expiresAt), changes: changes)
    }
}

extension TemporaryPassStatus {
    /// Throws the refusal of a pass that has expired.
    func check(now: Int64) throws(Refusal) {
        if hasEnded(now: now) { throw .endedTemporaryPass(pass.mvpd) }
    }

    /// Throws the refusal of a pass that has expired, or cannot be used for a resource.
    func check(_ resource: Resource, now: Int64) throws(Refusal) {
        try check(now: now)
        if isUsedUp(for: resource.asset) { throw .usedUpTemporaryPass(pass) }
    }
}

extension Refusal {
    /// Returns the refusal for a temporary pass without settings in the world.
    static func missingTemporaryPass(_ mvpd: String, _ requestor: Requestor) -> Refusal {
        Refusal(
            500, .temporaryAccessConfiguration,
            "Temporary pass \(quoted(mvpd)) has no settings for requestor \(quoted(requestor.id)): temp-pass in the world document."
        )
    }

    /// Returns the refusal for a temporary pass that has expired.
    static func endedTemporaryPass(_ mvpd: String, status: Int = 403) -> Refusal {
        Refusal(status, .temporaryAccessEnded, "Temporary pass \(quoted(mvpd)) has expired.")
    }

    /// Returns the refusal for a temporary pass that cannot be used for a further resource.
    static func usedUpTemporaryPass(_ pass: TemporaryPass) -> Refusal {
        Refusal(
            403, .temporaryAccessUsedUp,
            "Temporary pass \(quoted(pass.mvpd)) is for \(pass.resourceLimit ?? 0) different resources, which were used.")
    }
}

extension Resource {
    /// The identity of a resource for counting: the document's item, or else the identifier or the channel.
    fileprivate var asset: String { guid ?? channel }
}
