import TVWorld

/// Returns whether the device that showed a code is signed in: REST v1 `GET /api/v1/checkauthn/{code}`.
public struct CheckAuthenticationByCode: EntitlementEvent {
    /// The device's token.
    public typealias Answer = ReadAuthentication.Answer

    public var journalEvent: JournalEvent { .authenticationRead }

    /// The client of the access token.
    public var clientID: String
    /// The `requestor` parameter; nil if missing.
    public var requestor: String?
    /// The code of the path.
    public var code: String

    /// Creates the request of a second screen.
    public init(clientID: String, requestor: String?, code: String) {
        self.clientID = clientID
        self.requestor = requestor
        self.code = code
    }

    public var journalDetails: [String: String] { ["requestor": requestor ?? "", "code": code] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        let requestor = try state.admit(clientID: clientID, requestor: requestor)
        guard let record = state.registrationCode(code, of: requestor, now: context.now) else {
            throw requestor.refusal(403, .sessionMissing, "The registration code is unknown or no longer valid.")
        }
        return try ReadAuthentication(call: record.call(by: clientID), form: .check).decide(state, context)
    }
}

/// Returns what the user of the device that showed a code may see: REST v1 `GET /api/v1/preauthorize/{code}`.
public struct PreauthorizeByCode: EntitlementEvent {
    /// One item for each resource.
    public typealias Answer = Preauthorize.Answer

    public var journalEvent: JournalEvent { .preauthorized }

    /// The client of the access token.
    public var clientID: String
    /// The `requestor` parameter; nil if missing.
    public var requestor: String?
    /// The code of the path.
    public var code: String
    /// The `resource` parameter: identifiers separated by commas.
    public var resources: String?

    /// Creates the request of a second screen.
    public init(clientID: String, requestor: String?, code: String, resources: String?) {
        self.clientID = clientID
        self.requestor = requestor
        self.code = code
        self.resources = resources
    }

    public var journalDetails: [String: String] {
        ["requestor": requestor ?? "", "code": code, "resource": resources ?? ""]
    }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        let requestor = try state.admit(clientID: clientID, requestor: requestor)
        guard let record = state.registrationCode(code, of: requestor, now: context.now) else {
            throw requestor.refusal(412, .preauthorizationSessionMissing, "The registration code is unknown or no longer valid.")
        }
        return try Preauthorize(call: record.call(by: clientID), resources: resources).decide(state, context)
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
