import TVWorld

/// A temporary pass as a device may use it at the moment.
struct TemporaryPassTrial {
    /// The pass's settings.
    var pass: TemporaryPass
    /// The user; nil when nobody said, or the pass is a basic one.
    var identity: String?
    /// The trial that device or user have; nil before the first authorization.
    var use: TemporaryPassUse?

    /// Whether its time is over.
    func hasEnded(now: Int64) -> Bool { use.map { now >= $0.expiresAt } ?? false }

    /// What the user metadata of a promotional pass tells: `remaining_resources` when there is a limit, `used_assets`, and
    /// `expiration_date` (Unix milliseconds) once the trial has begun.
    var metadata: [String: AttributeValue] {
        let used = use?.resources ?? []
        var data: [String: AttributeValue] = ["used_assets": .list(used)]
        if let limit = pass.resourceLimit { data["remaining_resources"] = .number(Int64(max(0, limit - used.count))) }
        if let use { data["expiration_date"] = .number(use.expiresAt) }
        return data
    }

    /// Whether it may be used for no further resource.
    func isUsedUp(for resource: String) -> Bool {
        guard let limit = pass.resourceLimit, let use, !use.resources.contains(resource) else { return false }
        return use.resources.count >= limit
    }
}

extension EntitlementState {
    /// The trial of a device, or nil when the pass has no settings.
    ///
    /// A basic trial is the device's. A promotional one is the user's, else the device's: whoever of the two is known has a trial
    /// already, and only when both are new there is a new one.
    func trial(
        requestor: String, mvpd: String, deviceID: String, identifiers: [String: String]
    ) -> TemporaryPassTrial? {
        guard let pass = world.temporaryPass(requestor: requestor, mvpd: mvpd) else { return nil }
        let identity = pass.kind == .promotional ? identifiers[pass.identityKey] : nil
        let holders =
            (identity.map { [TemporaryPassClaim.Holder(requestor: requestor, mvpd: mvpd, kind: .identity, value: $0)] } ?? [])
            + [TemporaryPassClaim.Holder(requestor: requestor, mvpd: mvpd, kind: .device, value: deviceID)]
        for holder in holders {
            if let claim = temporaryPassClaims[holder], let use = temporaryPassUses[claim.useKey] {
                return TemporaryPassTrial(pass: pass, identity: identity, use: use)
            }
        }
        return TemporaryPassTrial(pass: pass, identity: identity)
    }

    /// The trial that a sign-in with a temporary pass uses.
    func trial(of record: AuthenticationRecord) -> TemporaryPassTrial? {
        guard record.source == .temporaryPass else { return nil }
        return trial(
            requestor: record.key.requestor, mvpd: record.mvpd, deviceID: record.key.deviceID,
            identifiers: record.temporaryPass?.identifiers ?? [:])
    }
}
