import TVWorld

// The calls about the code of another device; `clientID` is the client of the caller's access token.

extension EntitlementEvent where Self == PlainEvent<IssuedRegistrationCode> {
    /// Returns the purpose of a code, for a second screen: REST v1 `GET /reggie/v1/{requestor}/regcode/{code}`.
    public static func readRegistrationCode(clientID: String, requestor: String, code: String) -> Self {
        Self(.registrationCodeRead, ["requestor": requestor, "code": code]) { (state, context) throws(Refusal) in
            let record = try state.registrationCode(code, of: requestor, for: clientID, context) { _ in .notFound("Not Found") }
            let statement = try state.statement(of: record.clientID)
            return Decision(IssuedRegistrationCode(record: record, statement: statement))
        }
    }
}

extension EntitlementEvent where Self == PlainEvent<Void> {
    /// Ends a code, which may then be issued again: REST v1 `DELETE /reggie/v1/{requestor}/regcode/{code}`.
    public static func releaseRegistrationCode(clientID: String, requestor: String, code: String) -> Self {
        Self(.registrationCodeReleased, ["requestor": requestor, "code": code]) { (state, context) throws(Refusal) in
            let record = try state.registrationCode(code, of: requestor, for: clientID, context) { _ in .notFound("Not Found") }
            return Decision((), changes: [.remove(RegistrationCode.self, record.code)])
        }
    }
}

extension EntitlementEvent where Self == PlainEvent<FoundAuthentication> {
    /// Returns whether the device that showed a code is signed in: REST v1 `GET /api/v1/checkauthn/{code}`.
    ///
    /// - Parameter requestor: The `requestor` parameter; nil if missing.
    public static func checkAuthentication(clientID: String, requestor: String?, code: String) -> Self {
        Self(.authenticationRead, ["requestor": requestor ?? "", "code": code]) { (state, context) throws(Refusal) in
            let record = try state.registrationCode(code, of: requestor, for: clientID, context) {
                $0.refusal(403, .sessionMissing, "The registration code is unknown or no longer valid.")
            }
            let event = PlainEvent<FoundAuthentication>.readAuthentication(call: record.call(by: clientID), form: .check)
            return try event.decide(state, context)
        }
    }
}

extension EntitlementEvent where Self == PlainEvent<[PreauthorizedResource]> {
    /// Returns what the user of the device that showed a code may see: REST v1 `GET /api/v1/preauthorize/{code}`.
    ///
    /// - Parameters:
    ///   - requestor: The `requestor` parameter; nil if missing.
    ///   - resources: The `resource` parameter: identifiers separated by commas.
    public static func preauthorize(clientID: String, requestor: String?, code: String, resources: String?) -> Self {
        let details = ["requestor": requestor ?? "", "code": code, "resource": resources ?? ""]
        return Self(.preauthorized, details) { (state, context) throws(Refusal) in
            let record = try state.registrationCode(code, of: requestor, for: clientID, context) {
                $0.refusal(412, .preauthorizationSessionMissing, "The registration code is unknown or no longer valid.")
            }
            let event = PlainEvent<[PreauthorizedResource]>.preauthorize(
                call: record.call(by: clientID), resources: resources)
            return try event.decide(state, context)
        }
    }
}

extension EntitlementEvent where Self == PlainEvent<AuthenticationRecord> {
    /// Signs a device in with a temporary pass that its user selected on the activation page.
    ///
    /// - Parameters:
    ///   - code: The device's code.
    ///   - mvpd: The MVPD identifier of the temporary pass.
    public static func startTemporaryPass(code: String, mvpd: String) -> Self {
        Self(.temporaryPassStarted, ["code": code, "mvpd": mvpd]) { (state, context) throws(Refusal) in
            guard var record = state.registrationCode(code, now: context.now), !record.isUsed, record.session == nil,
                let requestor = state.world.requestor(id: record.key.requestor)
            else { throw Refusal.notFound("The registration code is unknown, no longer valid or already used.") }
            let pass = PlainEvent<AuthenticationRecord>.startTemporaryPass(
                call: record.call(by: record.clientID), mvpd: mvpd, domain: requestor.domains.first, identifiers: [:])
            var decision = try pass.decide(state, context)
            record.isUsed = true
            decision.changes.append(.save(record))
            return decision
        }
    }
}

extension EntitlementState {
    /// Returns a valid code of a requestor, for one of the requestor's clients.
    ///
    /// - Parameter refusal: Returns the refusal of a code that is unknown or no longer valid.
    fileprivate func registrationCode(
        _ code: String, of requestor: String?, for clientID: String, _ context: DecisionContext,
        or refusal: (Requestor) -> Refusal
    ) throws(Refusal) -> RegistrationCode {
        let requestor = try admit(clientID: clientID, requestor: requestor)
        guard let record = registrationCode(code, of: requestor, now: context.now) else { throw refusal(requestor) }
        return record
    }
}

extension RegistrationCode {
    /// Returns the call that the device itself would make, on behalf of another client of the requestor.
    func call(by clientID: String) -> DeviceCall {
        DeviceCall(
            clientID: clientID, requestor: key.requestor, deviceID: key.deviceID, applicationID: key.applicationID,
            device: device.isEmpty ? .absent : .fields(device))
    }
}
