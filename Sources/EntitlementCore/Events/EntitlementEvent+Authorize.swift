import TVWorld

extension EntitlementEvent {
    /// Requests an authorization for a resource from the provider: REST v1 `GET /api/v1/authorize`.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - resource: The `resource` parameter.
    public static func authorize(call: DeviceCall, resource: String?) -> Self where Answer == DecidedAuthorization {
        var details = call.journalDetails
        details["resource"] = resource ?? ""
        return Self(.authorized, details) { (state, context) throws(Refusal) in
            let device = try DeviceContext(call, state, context)
            let resource = try Resource(required: resource, of: device.requestor)
            do throws(Refusal) {
                try device.refuseEndedTemporaryPass()
                let session = try device.session().required(status: 403, of: device.requestor)
                let rules = ResourceRules(device: device, session: session)
                let rule = rules.rule(for: resource)
                // An authorization by the provider itself outlives a permissive rule.
                let cached = rules.authorization(for: resource, by: rule)
                let grant = try rules.authorize(resource, by: rule, isAuthorized: cached != nil) { () throws(Refusal) in
                    try device.temporaryPass(of: session.record, call.genericData ?? [:])
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
    }
}

extension DeviceContext {
    /// Throws the error of a device whose temporary pass has expired, instead of that of an expired sign-in.
    fileprivate func refuseEndedTemporaryPass() throws(Refusal) {
        guard let record = state.authentications[key] else { return }
        try state.temporaryPass(of: record)?.check(now: now)
    }

    /// Returns the state of the temporary pass with which the device signed in; the call may name its user.
    fileprivate func temporaryPass(
        of record: AuthenticationRecord, _ identifiers: [String: String]
    ) throws(Refusal) -> TemporaryPassStatus {
        try requireDomain(record)
        let identifiers = (record.temporaryPass?.identifiers ?? [:]).merging(identifiers) { $1 }
        return try temporaryPass(record.mvpd, identifiers: identifiers)
    }

    /// Checks that the app's domain is one of the requestor's, if it has any; the documentation requires this here and not at
    /// sign-in.
    private func requireDomain(_ record: AuthenticationRecord) throws(Refusal) {
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
