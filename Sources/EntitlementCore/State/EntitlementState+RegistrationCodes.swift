import TVWorld

extension EntitlementState {
    /// A registration code that is in force, used or not; nil when there is none, it has ended, or its requestor is no longer known.
    public func registrationCode(_ code: String, now: Int64) -> RegistrationCode? {
        guard let record = registrationCodes[code], now < record.expiresAt, world.requestor(id: record.key.requestor) != nil
        else { return nil }
        return record
    }

    /// A registration code of a requestor that is in force; one of another requestor is as unknown as one that was never given out.
    func registrationCode(_ code: String, of requestor: Requestor, now: Int64) -> RegistrationCode? {
        guard let normalized = RegistrationCode.normalized(code), let record = registrationCode(normalized, now: now),
            record.key.requestor == requestor.id
        else { return nil }
        return record
    }
}
