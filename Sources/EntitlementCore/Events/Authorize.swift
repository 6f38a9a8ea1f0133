import TVWorld

/// Requests an authorization for a resource from the provider: REST v1 `GET /api/v1/authorize`.
public struct Authorize: EntitlementEvent {
    /// The authorization.
    public typealias Answer = ReadAuthorization.Answer

    public static let journalEvent = JournalEvent.authorized

    /// The call.
    public var call: DeviceCall
    /// The `resource` parameter.
    public var resource: String?
    /// The digests of `generic_data`, which identify the user of a promotional temporary pass; empty if none was sent.
    public var identifiers: [String: String]

    /// Creates the request of a device.
    public init(call: DeviceCall, resource: String?, identifiers: [String: String] = [:]) {
        self.call = call
        self.resource = resource
        self.identifiers = identifiers
    }

    public var journalDetails: [String: String] { call.journalDetails.merging(["resource": resource ?? ""]) { $1 } }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        let (requestor, key) = try state.admit(call)
        let resource = try Resource(required: self.resource, of: requestor)
        try refuseEndedTemporaryPass(state, context, requestor, key)
        let session = try state.session(key, on: call.platform, now: context.now).required(status: 403, of: requestor)
        let rule = state.degradation(of: session, call, resource, now: context.now)
        if let rule {
            try rule.requirePermission(of: session.provider, requestor)
            return permit(by: rule, state, context, requestor, resource, session)
        }
        try session.requireHome(call, requestor)
        if let record = state.authorization(key, resource, session.record.mvpd, rule: nil, now: context.now) {
            return Decision(Answer(record: record, degradation: nil))
        }
        if session.provider.isTemporaryPass { return try authorizeByTemporaryPass(state, context, requestor, resource, session) }
        try askProvider(state, context, requestor, resource, session)
        let record = AuthorizationRecord(
            key: key, mvpd: session.record.mvpd, resource: resource.text, isDegraded: false,
            expiresAt: state.authorizationEnd(
                requestor, session.integration, session.record, on: call.platform, now: context.now))
        return Decision(Answer(record: record, degradation: nil), changes: [.saveAuthorization(record)])
    }

    /// Authorizes by a rule, whose authorization expires with it; an authorization of the provider itself is kept.
    private func permit(
        by rule: DegradationStatus.Rule, _ state: EntitlementState, _ context: DecisionContext, _ requestor: Requestor,
        _ resource: Resource, _ session: AuthenticatedSession
    ) -> Decision<Answer> {
        let key = session.record.deviceKey
        if let record = state.authorization(key, resource, session.record.mvpd, rule: rule, now: context.now) {
            return Decision(Answer(record: record, degradation: rule.kind))
        }
        let end = state.authorizationEnd(
            requestor, session.integration, session.record, on: call.platform, now: context.now)
        let record = AuthorizationRecord(
            key: key, mvpd: session.record.mvpd, resource: resource.text, isDegraded: true, expiresAt: min(end, rule.expiresAt))
        return Decision(Answer(record: record, degradation: rule.kind), changes: [.saveAuthorization(record)])
    }

    /// Throws the provider's denial; its own denials are recorded by the guard.
    private func askProvider(
        _ state: EntitlementState, _ context: DecisionContext, _ requestor: Requestor, _ resource: Resource,
        _ session: AuthenticatedSession
    ) throws(Refusal) {
        try guardDenials(state, context, requestor, session.record.deviceKey, resource)
        guard let denial = session.provider.denial(of: resource, to: session.record, session.integration, in: state.world)
        else { return }
        var refusal = Refusal(403, denial.code, denial.message, details: denial.details)
        if denial.isCounted {
            refusal.changes = [
                .noteDenial(
                    session.record.deviceKey, resource: resource.text, at: context.now, period: requestor.denialPeriod * 1_000)
            ]
        }
        throw refusal.enhanced(requestor.hasEnhancedErrors)
    }

    /// Stops asking the provider for a while after repeated denials.
    private func guardDenials(
        _ state: EntitlementState, _ context: DecisionContext, _ requestor: Requestor, _ key: DeviceKey, _ resource: Resource
    ) throws(Refusal) {
        let start = context.now - requestor.denialPeriod * 1_000
        let denials = state.denials[key]?[resource.text]?.count { $0 > start } ?? 0
        guard requestor.denialLimit > 0, denials >= requestor.denialLimit else { return }
        throw requestor.refusal(
            403, .repeatedDenials,
            "The provider denied this resource \(denials) times within \(requestor.denialPeriod) seconds; it is not asked again yet."
        )
    }
}

extension Resource {
    /// Reads the `resource` parameter.
    init(required text: String?, of requestor: Requestor) throws(Refusal) {
        guard let text, !text.isEmpty else {
            throw requestor.refusal(400, .missingResource, "Parameter resource is required.")
        }
        guard let resource = Resource(text) else {
            throw requestor.refusal(
                400, .malformedAuthorizationRequest,
                "Parameter resource takes an identifier or a media-RSS document with a channel title, at most \(Self.limit) bytes."
            )
        }
        self = resource
    }
}
