import TVWorld

/// A code, and the application that requested it.
public struct IssuedRegistrationCode: Sendable, Equatable {
    /// The code.
    public var record: RegistrationCode
    /// The registered application of the client for which the code was issued.
    public var statement: SoftwareStatement
}

extension EntitlementEvent where Self == PlainEvent<IssuedRegistrationCode> {
    /// Issues a code that is entered on a second screen: REST v1 `POST /reggie/v1/{requestor}/regcode`.
    ///
    /// - Parameters:
    ///   - mvpd: The provider, if the device has already selected it.
    ///   - lifetime: The requested lifetime in seconds, as it was sent.
    ///   - connection: The information that the service itself detects about the device.
    public static func createRegistrationCode(
        call: DeviceCall, mvpd: String?, lifetime: String?, connection: ClientConnection
    ) -> Self {
        let details = call.journalDetails.merging(["mvpd": mvpd ?? ""]) { $1 }
        return Self(.registrationCodeCreated, details) { (state, context) throws(Refusal) in
            var (requestor, key) = try state.admit(call)
            let seconds = try requestor.seconds(lifetime)
            if let mvpd, !mvpd.isEmpty { _ = try state.enabledIntegration(requestor: requestor, mvpd: mvpd) }
            let id = context.random.uuid()
            // Devices without an identifier must not share a sign-in: such a device adopts the response's `id`.
            if key.deviceID == "dummy" { key.deviceID = id }
            let code = try state.freeCode(context, isEnhanced: requestor.hasEnhancedErrors)
            let record = RegistrationCode(
                code: code, id: id, key: key, clientID: call.clientID, mvpd: mvpd.flatMap { $0.isEmpty ? nil : $0 },
                platform: call.device.platform ?? call.platform ?? .ios,
                device: call.device.stored ?? [:], connection: connection.stored, createdAt: context.now,
                expiresAt: context.now + seconds * 1_000)
            let statement = try state.statement(of: call.clientID)
            return Decision(IssuedRegistrationCode(record: record, statement: statement), changes: [.save(record)])
        }
    }
}

extension Requestor {
    /// Returns the lifetime of a code.
    fileprivate func seconds(_ lifetime: String?) throws(Refusal) -> Int64 {
        guard let lifetime else { return RegistrationCode.defaultLifetime }
        guard let seconds = Int64(lifetime), (1...RegistrationCode.longestLifetime).contains(seconds) else {
            throw refusal(
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
