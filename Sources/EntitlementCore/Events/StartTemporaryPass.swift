import TVWorld

/// The maximum length of a domain, in bytes.
private let domainLimit = 255

extension EntitlementEvent where Self == PlainEvent<AuthenticationRecord> {
    /// Signs a device in with a temporary pass: REST v1 `POST /api/v1/authenticate/freepreview`.
    ///
    /// The pass itself starts with its first authorization; requesting it does not start it.
    ///
    /// - Parameters:
    ///   - call: The call; its requestor is the `requestor_id` parameter.
    ///   - mvpd: The `mso_id` parameter.
    ///   - domain: The `domain_name` parameter, which is required if the requestor has domains.
    ///   - identifiers: The digests of the members of `generic_data`, by key; nil if it is invalid.
    public static func startTemporaryPass(
        call: DeviceCall, mvpd: String?, domain: String?, identifiers: [String: String]?
    ) -> Self {
        let details = call.journalDetails.merging(["mvpd": mvpd ?? "", "domain": domain ?? ""]) { $1 }
        return Self(.temporaryPassStarted, details) { (state, context) throws(Refusal) in
            let (requestor, key) = try state.admit(call)
            func wrong(_ message: String) -> Refusal { requestor.refusal(400, .badRequest, message) }
            guard let mvpd, !mvpd.isEmpty else { throw wrong("Parameter mso_id is required.") }
            let (integration, provider) = try state.enabledIntegration(requestor: requestor, mvpd: mvpd)
            guard provider.isTemporaryPass else { throw wrong("MVPD \(quoted(mvpd)) is not a temporary pass.") }
            let named = domain ?? ""
            // For a requestor without domains the parameter may be empty.
            guard !named.isEmpty || requestor.domains.isEmpty, named.utf8.count <= domainLimit else {
                throw wrong("Parameter domain_name is required: a domain of the requestor, 1 to \(domainLimit) bytes.")
            }
            guard let identifiers else {
                throw wrong(
                    "Parameter generic_data takes a JSON object of strings, such as {\"email\":\"user@example.com\"}.")
            }
            let pass = state.temporaryPass(
                requestor: requestor.id, mvpd: integration.mvpd, deviceID: key.deviceID, identifiers: identifiers)
            guard let pass else { throw Refusal.missingTemporaryPass(integration.mvpd, requestor) }
            guard !pass.hasEnded(now: context.now) else {
                throw Refusal.endedTemporaryPass(integration.mvpd, status: 400).enhanced(requestor.hasEnhancedErrors)
            }
            let request = TemporaryPassRequest(domain: named, identifiers: identifiers)
            if case .valid(let session) = state.session(key, on: call.platform, now: context.now),
                session.record.mvpd == integration.mvpd, session.record.temporaryPass == request
            {
                return Decision(session.record)
            }
            let end = state.authenticationEnd(requestor, integration, on: call.platform, now: context.now)
            let userID = AnonymousUser.temporaryPass.id(
                requestor: requestor.id, mvpd: integration.mvpd, deviceID: key.deviceID)
            var record = AuthenticationRecord(
                deviceKey: key, mvpd: integration.mvpd, userID: userID, tokenSource: .temporaryPass,
                sessionID: context.random.uuid(), attributes: [:], createdAt: context.now, expiresAt: end)
            record.temporaryPass = request
            record.adoptDevice(of: call)
            return Decision(record, changes: Change.signIn(record))
        }
    }
}
