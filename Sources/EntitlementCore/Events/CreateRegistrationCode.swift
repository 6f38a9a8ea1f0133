import TVWorld

/// Gives a device a code to be entered on a second screen: REST v1 `POST /reggie/v1/{requestor}/regcode`.
public struct CreateRegistrationCode: EntitlementEvent {
    /// What the device gets.
    public struct Answer: Sendable, Equatable {
        /// The new code.
        public var record: RegistrationCode
        /// The registered application of the client that asked.
        public var statement: SoftwareStatement
    }

    public static let journalEvent = JournalEvent.registrationCodeCreated

    /// The call.
    public var call: DeviceCall
    /// The deprecated `deviceType`, for devices that tell nothing else.
    public var deviceType: String?
    /// The provider, when the device has chosen it already.
    public var mvpd: String?
    /// How long the code shall live, in seconds, as it was sent.
    public var lifetime: String?
    /// What the service sees of the device by itself.
    public var connection: ClientConnection

    /// A device that wants a code.
    public init(call: DeviceCall, deviceType: String?, mvpd: String?, lifetime: String?, connection: ClientConnection) {
        self.call = call
        self.deviceType = deviceType
        self.mvpd = mvpd
        self.lifetime = lifetime
        self.connection = connection
    }

    public var journalDetails: [String: String] { call.journalDetails.merging(["mvpd": mvpd ?? ""]) { $1 } }

    /// The device identifier of a device that has none: it takes the answer's `id` for its own.
    public static let deviceWithoutID = "dummy"

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        var (requestor, key) = try state.admit(call)
        let seconds = try seconds(requestor)
        if let mvpd, !mvpd.isEmpty { _ = try state.enabledIntegration(requestor: requestor, mvpd: mvpd) }
        let id = context.random.uuid()
        // Nobody else's sign-in may be the one of every device without an identifier.
        if key.deviceID == Self.deviceWithoutID { key.deviceID = id }
        var code = RegistrationCode.draw(from: context.random)
        for _ in 0..<Self.attempts where state.registrationCode(code, now: context.now) != nil {
            code = RegistrationCode.draw(from: context.random)
        }
        guard state.registrationCode(code, now: context.now) == nil else {
            throw Refusal(500, .internalError, "There is no free registration code.").enhanced(requestor.hasEnhancedErrors)
        }
        let record = RegistrationCode(
            code: code, id: id, key: key, clientID: call.clientID, mvpd: mvpd.flatMap { $0.isEmpty ? nil : $0 },
            platform: call.device.platform ?? deviceType.flatMap { Platform(deviceType: $0) } ?? .ios,
            device: call.device.stored ?? [:], normalizedDevice: call.device.normalized(connection).serialized,
            userAgent: String((connection.userAgent ?? "").prefix(Self.userAgentLimit)), createdAt: context.now,
            expiresAt: context.now + seconds * 1_000)
        return Decision(
            Answer(record: record, statement: try state.statement(of: call.clientID)), changes: [.saveRegistrationCode(record)])
    }

    private func seconds(_ requestor: Requestor) throws(Refusal) -> Int64 {
        guard let lifetime else { return RegistrationCode.defaultLifetime }
        guard let seconds = Int64(lifetime), (1...RegistrationCode.longestLifetime).contains(seconds) else {
            throw Refusal(
                400, .badRequest,
                "Parameter ttl takes 1 to \(RegistrationCode.longestLifetime) (seconds), not \(quoted(lifetime))."
            ).enhanced(requestor.hasEnhancedErrors)
        }
        return seconds
    }

    /// How often another code is drawn when one is taken. Of 34 thousand million codes few are.
    private static let attempts = 16
    /// How much of a `User-Agent` is kept, in characters.
    private static let userAgentLimit = 512
}

extension EntitlementState {
    /// The registered application of a client that was admitted.
    func statement(of clientID: String) throws(Refusal) -> SoftwareStatement {
        guard let client = clients[clientID], let statement = statements[client.statement] else {
            throw Refusal(access: .invalidClient, "The client of this access token is not registered.")
        }
        return statement
    }
}
