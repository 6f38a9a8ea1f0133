import TVWorld

/// Tells a device a cached authorization: REST v1 `GET /api/v1/tokens/authz`.
public struct ReadAuthorization: EntitlementEvent {
    /// The authorization.
    public struct Answer: Sendable, Equatable {
        /// The record.
        public var record: AuthorizationRecord
        /// The rule that decided, while it is in force.
        public var degradation: Degradation?
    }

    public static let journalEvent = JournalEvent.authorizationRead

    /// The call.
    public var call: DeviceCall
    /// The `resource` parameter.
    public var resource: String?

    /// A device's question.
    public init(call: DeviceCall, resource: String?) {
        self.call = call
        self.resource = resource
    }

    public var journalDetails: [String: String] { call.journalDetails.merging(["resource": resource ?? ""]) { $1 } }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        let (requestor, key) = try state.admit(call)
        let resource = try Resource(required: resource, of: requestor)
        let session = try state.session(key, now: context.now).required(status: 412, of: requestor)
        let record = try state.requiredAuthorization(
            key, resource.text, session.integration, requestor, now: context.now, missing: 404, expired: 410)
        let degradation = record.isDegraded ? session.integration.degradation : nil
        return Decision(Answer(record: record, degradation: degradation))
    }
}

extension EntitlementState {
    /// The authorization in force of a device for a resource. One that a degradation rule gave ends with the rule.
    func authorization(
        _ key: DeviceKey, _ resource: String, _ integration: Integration, now: Int64
    ) -> AuthorizationRecord? {
        guard let record = authorizations[key, resource], record.mvpd == integration.mvpd, now < record.expiresAt else {
            return nil
        }
        let isPermittingAll = [.authenticateAll, .authorizeAll].contains(integration.degradation)
        return record.isDegraded && !isPermittingAll ? nil : record
    }

    /// The same, or the refusal of a call that needs one.
    func requiredAuthorization(
        _ key: DeviceKey, _ resource: String, _ integration: Integration, _ requestor: Requestor, now: Int64, missing: Int,
        expired: Int
    ) throws(Refusal) -> AuthorizationRecord {
        if integration.degradation == .authorizeNone {
            throw Refusal(403, .degradationRule, "Authorization is switched off for MVPD \(quoted(integration.mvpd)).")
                .enhanced(requestor.hasEnhancedErrors)
        }
        if let record = authorization(key, resource, integration, now: now) { return record }
        guard let ended = authorizations[key, resource], ended.mvpd == integration.mvpd else {
            throw Refusal(missing, .authorizationNotFound, "There is no authorization for this resource.")
                .enhanced(requestor.hasEnhancedErrors)
        }
        throw Refusal(expired, .authorizationExpired, "The authorization for this resource has expired.")
            .enhanced(requestor.hasEnhancedErrors)
    }
}
