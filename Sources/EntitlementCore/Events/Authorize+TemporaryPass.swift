import TVWorld

extension Authorize {
    /// Throws the error of a device whose temporary pass has expired, instead of that of an expired sign-in.
    func refuseEndedTemporaryPass(
        _ state: EntitlementState, _ context: DecisionContext, _ requestor: Requestor, _ key: DeviceKey
    ) throws(Refusal) {
        guard let record = state.authentications[key], state.temporaryPass(of: record)?.hasEnded(now: context.now) == true else {
            return
        }
        throw .endedTemporaryPass(record.mvpd).enhanced(requestor.hasEnhancedErrors)
    }

    /// Returns the state of the temporary pass with which a device signed in; the call may name its user.
    func temporaryPass(
        of record: AuthenticationRecord, _ state: EntitlementState, _ requestor: Requestor
    ) throws(Refusal) -> TemporaryPassStatus {
        try requireDomain(record, requestor)
        let identifiers = (record.temporaryPass?.identifiers ?? [:]).merging(identifiers) { $1 }
        guard
            let status = state.temporaryPass(
                requestor: requestor.id, mvpd: record.mvpd, deviceID: record.deviceKey.deviceID, identifiers: identifiers)
        else { throw .missingTemporaryPass(record.mvpd, requestor) }
        return status
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
