import TVWorld

extension EntitlementState {
    /// Returns a valid registration code, used or not; nil if there is none, it has expired, or its requestor is no longer known.
    public func registrationCode(_ code: String, now: Int64) -> RegistrationCode? {
        guard let record = registrationCodes[code], now < record.expiresAt, world.requestor(id: record.key.requestor) != nil
        else { return nil }
        return record
    }

    /// Returns a valid registration code of a requestor; one of another requestor counts as unknown.
    func registrationCode(_ code: String, of requestor: Requestor, now: Int64) -> RegistrationCode? {
        guard let normalized = RegistrationCode.normalized(code), let record = registrationCode(normalized, now: now),
            record.key.requestor == requestor.id
        else { return nil }
        return record
    }
}
