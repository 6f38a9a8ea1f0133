import TVWorld

/// Asks the provider whether a user may see a resource: REST v1 `GET /api/v1/authorize`.
public struct Authorize: EntitlementEvent {
    /// The authorization.
    public typealias Answer = ReadAuthorization.Answer

    public static let journalEvent = JournalEvent.authorized

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
        let resource = try Resource(required: self.resource, of: requestor)
        let session = try state.session(key, now: context.now).required(status: 403, of: requestor)
        let degradation = session.integration.degradation
        try refuse(degradation, session.provider, requestor)
        if degradation == .none, let record = state.authorization(key, resource.text, session.integration, now: context.now) {
            return Decision(Answer(record: record, degradation: nil))
        }
        if degradation == .none {
            try guardDenials(state, context, requestor, key, resource)
            if let denial = session.provider.denial(of: resource, to: session.record, in: state.world) {
                var refusal = Refusal(403, denial.code, denial.message, details: denial.message)
                refusal.changes = [
                    .noteDenial(key, resource: resource.text, at: context.now, period: requestor.denialPeriod * 1_000)
                ]
                throw refusal.enhanced(requestor.hasEnhancedErrors)
            }
        }
        let record = AuthorizationRecord(
            key: key, mvpd: session.record.mvpd, resource: resource.text, isDegraded: degradation != .none,
            expiresAt: state.authorizationEnd(requestor, session.integration, session.record, now: context.now))
        return Decision(
            Answer(record: record, degradation: degradation == .none ? nil : degradation), changes: [.saveAuthorization(record)])
    }

    private func refuse(_ degradation: Degradation, _ provider: Provider, _ requestor: Requestor) throws(Refusal) {
        guard degradation == .authorizeNone else { return }
        throw Refusal(
            403, .degradationRule, "Authorization is switched off for MVPD \(quoted(provider.mvpd)).",
            details: "\(provider.name) is temporarily unavailable."
        ).enhanced(requestor.hasEnhancedErrors)
    }

    /// After repeated denials the provider is not asked for a while.
    private func guardDenials(
        _ state: EntitlementState, _ context: DecisionContext, _ requestor: Requestor, _ key: DeviceKey, _ resource: Resource
    ) throws(Refusal) {
        let start = context.now - requestor.denialPeriod * 1_000
        let denials = state.denials[key]?[resource.text]?.count { $0 > start } ?? 0
        guard requestor.denialLimit > 0, denials >= requestor.denialLimit else { return }
        throw Refusal(
            403, .repeatedDenials,
            "The provider denied this resource \(denials) times within \(requestor.denialPeriod) seconds; it is not asked again yet."
        ).enhanced(requestor.hasEnhancedErrors)
    }
}

extension Resource {
    /// Reads the `resource` parameter.
    init(required text: String?, of requestor: Requestor) throws(Refusal) {
        guard let text, !text.isEmpty else {
            throw Refusal(400, .missingResource, "Parameter resource is required.").enhanced(requestor.hasEnhancedErrors)
        }
        guard let resource = Resource(text) else {
            throw Refusal(
                400, .malformedAuthorizationRequest,
                "Parameter resource takes an identifier or a media-RSS document with a channel title, at most \(Self.limit) bytes."
            ).enhanced(requestor.hasEnhancedErrors)
        }
        self = resource
    }
}
