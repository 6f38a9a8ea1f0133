import TVWorld

/// The current state of a temporary pass for a device.
struct TemporaryPassTrial {
    /// The pass's settings.
    var pass: TemporaryPass
    /// The user; nil if it is unknown, or the pass is a basic one.
    var identity: String?
    /// The trial of the device or user; nil before the first authorization.
    var use: TemporaryPassUse?

    /// Whether it has expired.
    func hasEnded(now: Int64) -> Bool { use.map { now >= $0.expiresAt } ?? false }

    /// The user metadata of a promotional pass: `remaining_resources` if there is a limit, `used_assets`, and `expiration_date`
    /// (Unix milliseconds) after the trial has begun.
    var metadata: [String: AttributeValue] {
        let used = use?.resources ?? []
        var data: [String: AttributeValue] = ["used_assets": .list(used)]
        if let limit = pass.resourceLimit { data["remaining_resources"] = .number(Int64(max(0, limit - used.count))) }
        if let use { data["expiration_date"] = .number(use.expiresAt) }
        return data
    }

    /// Whether it cannot be used for any further resource.
    func isUsedUp(for resource: String) -> Bool {
        guard let limit = pass.resourceLimit, let use, !use.resources.contains(resource) else { return false }
        return use.resources.count >= limit
    }
}

extension EntitlementState {
    /// Returns the trial of a device, or nil if the pass has no settings.
    ///
    /// A basic trial belongs to the device. A promotional one belongs to the user, or else to the device: if either is known, it
    /// already has a trial, and only if both are new there is a new one.
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

    /// Returns the trial of a sign-in with a temporary pass.
    func trial(of record: AuthenticationRecord) -> TemporaryPassTrial? {
        guard record.source == .temporaryPass else { return nil }
        return trial(
            requestor: record.key.requestor, mvpd: record.mvpd, deviceID: record.key.deviceID,
            identifiers: record.temporaryPass?.identifiers ?? [:])
    }
}
