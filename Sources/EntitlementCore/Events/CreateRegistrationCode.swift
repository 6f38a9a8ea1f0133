import TVWorld

/// Issues a code that is entered on a second screen: REST v1 `POST /reggie/v1/{requestor}/regcode`.
public struct CreateRegistrationCode: EntitlementEvent {
    /// The result for the device.
    public struct Answer: Sendable, Equatable {
        /// The new code.
        public var record: RegistrationCode
        /// The registered application of the requesting client.
        public var statement: SoftwareStatement
    }

    public var journalEvent: JournalEvent { .registrationCodeCreated }

    /// The call.
    public var call: DeviceCall
    /// The provider, if the device has already selected it.
    public var mvpd: String?
    /// The requested lifetime in seconds, as it was sent.
    public var lifetime: String?
    /// The information that the service itself detects about the device.
    public var connection: ClientConnection

    /// Creates the request for a code.
    public init(call: DeviceCall, mvpd: String?, lifetime: String?, connection: ClientConnection) {
        self.call = call
        self.mvpd = mvpd
        self.lifetime = lifetime
        self.connection = connection
    }

    public var journalDetails: [String: String] { call.journalDetails.merging(["mvpd": mvpd ?? ""]) { $1 } }

    /// The device identifier of a device that has none: it adopts the response's `id`.
    public static let deviceWithoutID = "dummy"

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        var (requestor, key) = try state.admit(call)
        let seconds = try seconds(requestor)
        if let mvpd, !mvpd.isEmpty { _ = try state.enabledIntegration(requestor: requestor, mvpd: mvpd) }
        let id = context.random.uuid()
        // Devices without an identifier must not share a sign-in.
        if key.deviceID == Self.deviceWithoutID { key.deviceID = id }
        let code = try state.freeCode(context, isEnhanced: requestor.hasEnhancedErrors)
        let record = RegistrationCode(
            code: code, id: id, key: key, clientID: call.clientID, mvpd: mvpd.flatMap { $0.isEmpty ? nil : $0 },
            platform: call.device.platform ?? call.platform ?? .ios,
            device: call.device.stored ?? [:], connection: connection, createdAt: context.now,
            expiresAt: context.now + seconds * 1_000)
        return Decision(
            Answer(record: record, statement: try state.statement(of: call.clientID)), changes: [.save(record)])
    }

    private func seconds(_ requestor: Requestor) throws(Refusal) -> Int64 {
        guard let lifetime else { return RegistrationCode.defaultLifetime }
        guard let seconds = Int64(lifetime), (1...RegistrationCode.longestLifetime).contains(seconds) else {
            throw requestor.refusal(
                400, .badRequest,
                "Parameter ttl takes 1 to \(RegistrationCode.longestLifetime) (seconds), not \(quoted(lifetime)).")
        }
        return seconds
    }
}

extension EntitlementState {
    /// Returns the registered application of an admitted client.
    func statement(of clientID: String) throws(Refusal) -> SoftwareStatement {
        guard let client = clients[clientID], let statement = statements[client.statement] else {
            throw Refusal(access: .invalidClient, "The client of this access token is not registered.")
        }
        return statement
    }
}
