import TVWorld

/// Signs a device in with a temporary pass: REST v1 `POST /api/v1/authenticate/freepreview`.
///
/// The pass itself starts with its first authorization; requesting it does not start it.
public struct StartTemporaryPass: EntitlementEvent {
    public var journalEvent: JournalEvent { .temporaryPassStarted }

    /// The call; its requestor is the `requestor_id` parameter.
    public var call: DeviceCall
    /// The `mso_id` parameter.
    public var mvpd: String?
    /// The `domain_name` parameter, which is required if the requestor has domains.
    public var domain: String?
    /// The digests of the members of `generic_data`, by key; nil if it is invalid.
    public var identifiers: [String: String]?
    /// The token's identifier of the user: `temppass_` and 40 hexadecimal digits.
    public var userID: String

    /// Creates the request for temporary access.
    public init(call: DeviceCall, mvpd: String?, domain: String?, identifiers: [String: String]?, userID: String) {
        self.call = call
        self.mvpd = mvpd
        self.domain = domain
        self.identifiers = identifiers
        self.userID = userID
    }

    public var journalDetails: [String: String] {
        call.journalDetails.merging(["mvpd": mvpd ?? "", "domain": domain ?? ""]) { $1 }
    }

    /// The maximum length of a domain, in bytes.
    public static let domainLimit = 255

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<AuthenticationRecord> {
        let (requestor, key) = try state.admit(call)
        let (integration, request) = try target(state, requestor)
        let mvpd = integration.mvpd
        guard
            let status = state.temporaryPass(
                requestor: requestor.id, mvpd: mvpd, deviceID: key.deviceID, identifiers: request.identifiers)
        else { throw .missingTemporaryPass(mvpd, requestor) }
        guard !status.hasEnded(now: context.now) else {
            throw .endedTemporaryPass(mvpd, status: 400).enhanced(requestor.hasEnhancedErrors)
        }
        if case .valid(let record, _, _) = state.session(key, on: call.platform, now: context.now), record.mvpd == mvpd,
            record.temporaryPass == request
        {
            return Decision(record)
        }
        let end = state.authenticationEnd(requestor, integration, on: call.platform, now: context.now)
        var record = AuthenticationRecord(
            deviceKey: key, mvpd: mvpd, userID: userID, tokenSource: .temporaryPass, sessionID: context.random.uuid(),
            attributes: [:],
            createdAt: context.now, expiresAt: end)
        record.temporaryPass = request
        record.note(call)
        return Decision(record, changes: Change.signIn(record))
    }

    private func target(
        _ state: EntitlementState, _ requestor: Requestor
    ) throws(Refusal) -> (Integration, TemporaryPassRequest) {
        func wrong(_ message: String) -> Refusal {
            requestor.refusal(400, .badRequest, message)
        }
        guard let mvpd, !mvpd.isEmpty else { throw wrong("Parameter mso_id is required.") }
        let (integration, provider) = try state.enabledIntegration(requestor: requestor, mvpd: mvpd)
        guard provider.isTemporaryPass else { throw wrong("MVPD \(quoted(mvpd)) is not a temporary pass.") }
        let domain = domain ?? ""
        // A requestor without domains has none to name.
        guard !domain.isEmpty || requestor.domains.isEmpty, domain.utf8.count <= Self.domainLimit else {
            throw wrong("Parameter domain_name is required: a domain of the requestor, 1 to \(Self.domainLimit) bytes.")
        }
        guard let identifiers else {
            throw wrong("Parameter generic_data takes a JSON object of strings, such as {\"email\":\"user@example.com\"}.")
        }
        return (integration, TemporaryPassRequest(domain: domain, identifiers: identifiers))
    }
}
