import TVWorld

/// The current state of a temporary pass for a device.
struct TemporaryPassStatus {
    var pass: TemporaryPass
    /// Those whom it belongs to: the user, if there is one, and the device.
    var holders: [TemporaryPassAssignment.Holder]
    /// The user; nil if it is unknown, or the pass is a basic one.
    var identity: String?
    /// The pass as the device or user started it; nil before the first authorization.
    var started: StartedTemporaryPass?

    func hasEnded(now: Int64) -> Bool { started.map { now >= $0.expiresAt } ?? false }

    /// The number of further resources; nil if there is no limit.
    var remaining: Int? { pass.resourceLimit.map { max(0, $0 - (started?.resources.count ?? 0)) } }

    /// The user metadata of a promotional pass: `remaining_resources` if there is a limit, `used_assets`, and `expiration_date`
    /// (Unix milliseconds) after the pass has started.
    var metadata: [String: AttributeValue] {
        let used = started?.resources ?? []
        var data: [String: AttributeValue] = ["used_assets": .list(used)]
        if let remaining { data["remaining_resources"] = .number(Int64(remaining)) }
        if let started { data["expiration_date"] = .number(started.expiresAt) }
        return data
    }

    /// Returns whether it cannot be used for a resource because it was used for as many others as it allows.
    func isUsedUp(for resource: String) -> Bool {
        guard let limit = pass.resourceLimit, let started, !started.resources.contains(resource) else { return false }
        return started.resources.count >= limit
    }
}

extension EntitlementState {
    /// Returns the state of a device's temporary pass, or nil if the pass has no settings.
    ///
    /// A basic pass belongs to the device. A promotional pass belongs to the user, or else to the device: if either of them
    /// already has one, it is used; a new one starts only if neither does.
    func temporaryPass(
        requestor: String, mvpd: String, deviceID: String, identifiers: [String: String]
    ) -> TemporaryPassStatus? {
        guard let pass = world.temporaryPass(requestor: requestor, mvpd: mvpd) else { return nil }
        let identity = pass.kind == .promotional ? identifiers[pass.identityKey] : nil
        var status = TemporaryPassStatus(pass: pass, holders: [], identity: identity)
        if let identity { status.holders.append(.init(requestor: requestor, mvpd: mvpd, kind: .identity, value: identity)) }
        status.holders.append(.init(requestor: requestor, mvpd: mvpd, kind: .device, value: deviceID))
        for holder in status.holders where status.started == nil { status.started = startedTemporaryPass(of: holder) }
        return status
    }

    /// Returns the temporary pass that a device or user has started; nil if there is none.
    func startedTemporaryPass(of holder: TemporaryPassAssignment.Holder) -> StartedTemporaryPass? {
        temporaryPassAssignments[holder].flatMap { startedTemporaryPasses[$0.passKey] }
    }

    /// Returns the state of the temporary pass with which a device signed in.
    func temporaryPass(of record: AuthenticationRecord) -> TemporaryPassStatus? {
        guard record.tokenSource == .temporaryPass else { return nil }
        return temporaryPass(
            requestor: record.deviceKey.requestor, mvpd: record.mvpd, deviceID: record.deviceKey.deviceID,
            identifiers: record.temporaryPass?.identifiers ?? [:])
    }
}
