import TVWorld

/// A request for the provider's authorization of a resource: REST v1 `GET /api/v1/authorize`.
public struct Authorize: EntitlementEvent {
    public var journalEvent: JournalEvent { .authorized }

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

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<DecidedAuthorization> {
        let device = try DeviceContext(call, state, context)
        let resource = try Resource(required: self.resource, of: device.requestor)
        do throws(Refusal) {
            try refuseEndedTemporaryPass(device)
            let session = try device.session().required(status: 403, of: device.requestor)
            let rules = ResourceRules(device: device, session: session)
            let rule = rules.rule(for: resource)
            // An authorization by the provider itself outlives a permissive rule.
            let cached = rules.authorization(for: resource, by: rule)
            let grant = try rules.authorize(resource, by: rule, isAuthorized: cached != nil) { () throws(Refusal) in
                try temporaryPass(of: session.record, device)
            }
            if let cached { return Decision(DecidedAuthorization(record: cached, degradation: rule?.kind)) }
            let record = AuthorizationRecord(
                key: device.key, mvpd: session.record.mvpd, resource: resource.text, isDegraded: rule != nil,
                expiresAt: grant.expiresAt)
            return Decision(
                DecidedAuthorization(record: record, degradation: rule?.kind), changes: grant.changes + [.save(record)])
        } catch {
            throw error.enhanced(device.requestor.hasEnhancedErrors)
        }
    }

    /// Throws the error of a device whose temporary pass has expired, instead of that of an expired sign-in.
    private func refuseEndedTemporaryPass(_ device: DeviceContext) throws(Refusal) {
        guard let record = device.state.authentications[device.key] else { return }
        try device.state.temporaryPass(of: record)?.check(now: device.now)
    }

    /// Returns the state of the temporary pass with which a device signed in; the call may name its user.
    private func temporaryPass(
        of record: AuthenticationRecord, _ device: DeviceContext
    ) throws(Refusal) -> TemporaryPassStatus {
        try requireDomain(record, device.requestor)
        let identifiers = (record.temporaryPass?.identifiers ?? [:]).merging(identifiers) { $1 }
        return try device.temporaryPass(record.mvpd, identifiers: identifiers)
    }

    /// Checks that the app's domain is one of the requestor's, if it has any; the documentation requires this here and not at
    /// sign-in.
    private func requireDomain(_ record: AuthenticationRecord, _ requestor: Requestor) throws(Refusal) {
        let domain = (record.temporaryPass?.domain ?? "").lowercased()
        let isOwn = requestor.domains.contains { own in
            domain == own.lowercased() || domain.hasSuffix("." + own.lowercased())
        }
        guard !isOwn, !requestor.domains.isEmpty else { return }
        let details = "\(quoted(domain)) is not a domain of requestor \(requestor.id)."
        throw Refusal(403, .authorizationDenied, details, details: details)
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
