import TVWorld

extension EntitlementState {
    /// Returns the profile of a temporary pass: it is not stored, and reading it does not start the pass.
    ///
    /// - Parameter identifiers: The digests that identify the user of a promotional pass; nil if there are none.
    func temporaryProfile(
        _ requestor: Requestor, _ provider: Provider, deviceID: String, identifiers: [String: String]?, now: Int64
    ) throws(Refusal) -> ProfileAnswer {
        let status = try temporaryPass(requestor, provider, deviceID: deviceID, identifiers: identifiers)
        try status.check(now: now)
        if status.remaining == 0 { throw .usedUpTemporaryPass(status.pass) }
        let start = status.started?.startedAt ?? now
        let end = status.started?.expiresAt ?? end(after: status.pass.lifetime, from: now)
        var data = status.pass.kind == .promotional ? status.metadata : [:]
        data["userID"] = .text(AnonymousUser.temporaryPass.id(requestor: requestor.id, mvpd: provider.mvpd, deviceID: deviceID))
        data["expiration_date"] = .number(end)
        return ProfileAnswer(
            mvpd: provider.mvpd, type: .temporary, notBefore: start, notAfter: end,
            metadata: UserMetadata(updated: start / 1_000, data: data))
    }

    /// Returns the state of a temporary pass for a call of REST v2, in which a promotional pass requires its user.
    func temporaryPass(
        _ requestor: Requestor, _ provider: Provider, deviceID: String, identifiers: [String: String]?
    ) throws(Refusal) -> TemporaryPassStatus {
        guard
            let status = temporaryPass(
                requestor: requestor.id, mvpd: provider.mvpd, deviceID: deviceID, identifiers: identifiers ?? [:])
        else { throw .missingTemporaryPass(provider.mvpd, requestor).enhanced(true) }
        if status.pass.kind == .promotional, status.identity == nil {
            throw Refusal(
                400, .invalidTemporaryPassIdentity,
                "AP-TempPass-Identity takes a Base64-encoded JSON object with the key \(quoted(status.pass.identityKey)).")
        }
        return status
    }
}
