import TVWorld

/// An authorization, and the rule that decided.
public struct DecidedAuthorization: Sendable, Equatable {
    /// The record.
    public var record: AuthorizationRecord
    /// The rule that decided, while it is active.
    public var degradation: Degradation?
}

extension EntitlementEvent where Self == PlainEvent<DecidedAuthorization> {
    /// Returns a cached authorization of a device: REST v1 `GET /api/v1/tokens/authz`.
    ///
    /// - Parameter resource: The `resource` parameter.
    public static func readAuthorization(call: DeviceCall, resource: String?) -> Self {
        let details = call.journalDetails.merging(["resource": resource ?? ""]) { $1 }
        return Self(.authorizationRead, details) { (state, context) throws(Refusal) in
            let (requestor, key) = try state.admit(call)
            let named = try Resource(required: resource, of: requestor)
            let session = try state.session(key, on: call.platform, now: context.now).required(status: 412, of: requestor)
            return Decision(
                try state.requiredAuthorization(
                    named, session, call, requestor, now: context.now, missing: 404, expired: 410))
        }
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
    ) throws(Refusal) -> DecidedAuthorization {
        let (key, mvpd) = (session.record.deviceKey, session.record.mvpd)
        let rule = degradation(of: session, on: call.platform, resource, now: now)
        do {
            try rule?.requirePermission(of: session.provider)
            if rule == nil { try session.requireHome(call.address) }
        } catch {
            throw error.enhanced(requestor.hasEnhancedErrors)
        }
        if let record = authorization(key, resource, mvpd, rule: rule, now: now) {
            return DecidedAuthorization(record: record, degradation: rule?.kind)
        }
        guard let ended = authorizations[key, resource.text], ended.mvpd == mvpd else {
            throw requestor.refusal(missing, .authorizationNotFound, "This resource has no authorization.")
        }
        throw requestor.refusal(expired, .authorizationExpired, "The authorization for this resource has expired.")
    }
}
