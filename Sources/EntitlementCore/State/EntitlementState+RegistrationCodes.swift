import TVWorld

extension EntitlementState {
    /// Returns a valid registration code, used or not; nil if there is none, it has expired, or its requestor is no longer known.
    public func registrationCode(_ code: String, now: Int64) -> RegistrationCode? {
        guard let record = registrationCodes[code], now < record.expiresAt, world.requestor(id: record.key.requestor) != nil
        else { return nil }
        return record
    }

    /// Returns a requestor's valid registration code of REST v1; one of another requestor or of REST v2 counts as unknown.
    func registrationCode(_ code: String, of requestor: Requestor, now: Int64) -> RegistrationCode? {
        guard let normalized = RegistrationCode.normalized(code), let record = registrationCode(normalized, now: now),
            record.key.requestor == requestor.id, record.session == nil
        else { return nil }
        return record
    }

    /// Draws a code that is not in use.
    func freeCode(_ context: DecisionContext, isEnhanced: Bool = true) throws(Refusal) -> String {
        for _ in 0...Self.attempts {
            let code = RegistrationCode.draw(from: context.random)
            if registrationCode(code, now: context.now) == nil { return code }
        }
        throw Refusal(500, .internalError, "All registration codes are in use.").enhanced(isEnhanced)
    }

    /// The maximum number of further attempts to draw an unused code, after the first. Of 34 billion codes, few are in use.
    private static let attempts = 16
}
