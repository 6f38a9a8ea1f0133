import TVWorld

/// Returns a cached authorization of a device: REST v1 `GET /api/v1/tokens/authz`.
public struct ReadAuthorization: EntitlementEvent {
    /// The authorization.
    public struct Answer: Sendable, Equatable {
        /// The record.
        public var record: AuthorizationRecord
        /// The rule that decided, while it is active.
        public var degradation: Degradation?
    }

    public var journalEvent: JournalEvent { .authorizationRead }

    /// The call.
    public var call: DeviceCall
    /// The `resource` parameter.
    public var resource: String?

    /// Creates the request of a device.
    public init(call: DeviceCall, resource: String?) {
        self.call = call
        self.resource = resource
    }

    public var journalDetails: [String: String] { call.journalDetails.merging(["resource": resource ?? ""]) { $1 } }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        let (requestor, key) = try state.admit(call)
        let resource = try Resource(required: resource, of: requestor)
        let session = try state.session(key, on: call.platform, now: context.now).required(status: 412, of: requestor)
        let answer = try state.requiredAuthorization(
            resource, session, call, requestor, now: context.now, missing: 404, expired: 410)
        return Decision(answer)
    }
}

extension EntitlementState {
    /// Returns the valid authorization of a device for a resource. One granted by a degradation rule requires that such a rule is
    /// still active.
    func authorization(
        _ key: DeviceKey, _ resource: Resource, _ mvpd: String, rule: DegradationStatus.Rule?, now: Int64
    ) -> AuthorizationRecord? {
        guard let record = authorizations[key, resource.text], record.mvpd == mvpd, now < record.expiresAt else { return nil }
        return record.isDegraded && rule == nil ? nil : record
    }

    /// Returns the same with the deciding rule, or throws the refusal of a call that requires one.
    func requiredAuthorization(
        _ resource: Resource, _ session: AuthenticatedSession, _ call: DeviceCall, _ requestor: Requestor, now: Int64,
        missing: Int, expired: Int
    ) throws(Refusal) -> ReadAuthorization.Answer {
        let (key, mvpd) = (session.record.deviceKey, session.record.mvpd)
        let rule = degradation(of: session, on: call.platform, resource, now: now)
        do {
            try rule?.requirePermission(of: session.provider)
            if rule == nil { try session.requireHome(call.address) }
        } catch {
            throw error.enhanced(requestor.hasEnhancedErrors)
        }
        if let record = authorization(key, resource, mvpd, rule: rule, now: now) {
            return ReadAuthorization.Answer(record: record, degradation: rule?.kind)
        }
        guard let ended = authorizations[key, resource.text], ended.mvpd == mvpd else {
            throw requestor.refusal(missing, .authorizationNotFound, "This resource has no authorization.")
        }
        throw requestor.refusal(expired, .authorizationExpired, "The authorization for this resource has expired.")
    }
}
