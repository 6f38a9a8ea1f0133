import TVWorld

/// A code, and the application that requested it.
public struct IssuedRegistrationCode: Sendable, Equatable {
    /// The code.
    public var record: RegistrationCode
    /// The registered application of the client for which the code was issued.
    public var statement: SoftwareStatement
}

/// The state of a code that a user has entered.
public enum EnteredCode: Sendable, Equatable {
    /// It waits for a sign-in.
    case open(DeviceActivation)
    /// It was used for a sign-in.
    case used(DeviceActivation)
    /// It has expired recently.
    case ended
    /// It was never issued, was released, or expired long ago.
    case unknown
}

/// The purpose of a code.
public struct DeviceActivation: Sendable, Equatable {
    /// The code.
    public var record: RegistrationCode
    /// The requestor of the device's app.
    public var requestor: Requestor
    /// The requestor's enabled integrations, in the order of the world's providers.
    public var providers: [Provider]
    /// The provider of the device's sign-in; nil if no user is signed in.
    public var signedInAt: Provider?
    /// Whether the device's app can continue without a login: at a temporary pass or a provider whose users all count as
    /// signed in.
    public var needsNoLogin = false
}

extension EntitlementEvent {
    /// Issues a code that is entered on a second screen: REST v1 `POST /reggie/v1/{requestor}/regcode`.
    ///
    /// - Parameters:
    ///   - mvpd: The provider, if the device has already selected it.
    ///   - lifetime: The requested lifetime in seconds, as it was sent.
    ///   - connection: The information that the service itself detects about the device.
    public static func createRegistrationCode(
        call: DeviceCall, mvpd: String?, lifetime: String?, connection: ClientConnection
    ) -> Self where Answer == IssuedRegistrationCode {
        let details = call.journalDetails.merging(["mvpd": mvpd ?? ""]) { $1 }
        return Self(.registrationCodeCreated, details) { (state, context) throws(Refusal) in
            let device = try DeviceContext(call, state, context)
            let requestor = device.requestor
            let seconds = try requestor.seconds(lifetime)
            if let mvpd, !mvpd.isEmpty { _ = try state.enabledIntegration(requestor: requestor, mvpd: mvpd) }
            let id = context.random.uuid()
            var key = device.key
            // Devices without an identifier must not share a sign-in: such a device adopts the response's `id`.
            if key.deviceID == "dummy" { key.deviceID = id }
            let code = try state.freeCode(context, or: .internalError, isEnhanced: requestor.hasEnhancedErrors)
            let record = RegistrationCode(
                code: code, id: id, key: key, clientID: call.clientID, mvpd: mvpd.flatMap { $0.isEmpty ? nil : $0 },
                platform: call.platform, device: call.device.stored ?? [:], connection: connection.stored,
                createdAt: context.now, expiresAt: context.now + seconds * 1_000)
            let statement = try state.statement(of: call.clientID)
            return Decision(IssuedRegistrationCode(record: record, statement: statement), changes: [.save(record)])
        }
    }

    /// Processes the code that a user enters on the activation page.
    ///
    /// - Parameter code: The entered text.
    public static func enterRegistrationCode(_ code: String) -> Self where Answer == EnteredCode {
        Self(.registrationCodeEntered, ["code": code]) { (state, context) throws(Refusal) in
            // An impossible code is also looked up, so that it takes the same time.
            guard let record = state.registrationCodes[RegistrationCode.normalized(code) ?? ""],
                let requestor = state.world.requestor(id: record.key.requestor)
            else { return Decision(.unknown) }
            guard context.now < record.expiresAt else {
                return Decision(context.now < record.expiresAt + RegistrationCode.retention ? .ended : .unknown)
            }
            let device = DeviceContext(record, of: requestor, state, context)
            var activation = DeviceActivation(
                record: record, requestor: requestor, providers: state.world.integrated(with: requestor.id))
            activation.signedInAt = device.provider(signedInWith: record)
            if !record.isUsed, record.session != nil,
                let provider = activation.providers.first(where: { $0.mvpd == record.mvpd }),
                device.needsNoLogin(at: provider)
            {
                (activation.signedInAt, activation.needsNoLogin) = (provider, true)
            }
            return Decision(record.isUsed ? .used(activation) : .open(activation))
        } outcome: { answer in
            switch answer {
            // The page that reports success enters the used code again.
            case .open, .used: "ok"
            case .ended, .unknown: ErrorCode.invalidCode.rawValue
            }
        }
    }

    // The calls about the code of another device; `clientID` is the client of the caller's access token.

    /// Returns the purpose of a code, for a second screen: REST v1 `GET /reggie/v1/{requestor}/regcode/{code}`.
    public static func readRegistrationCode(clientID: String, requestor: String, code: String) -> Self
    where Answer == IssuedRegistrationCode {
        Self(.registrationCodeRead, ["requestor": requestor, "code": code]) { (state, context) throws(Refusal) in
            let record = try state.registrationCode(code, of: requestor, for: clientID, context) { _ in .notFound("Not Found") }
            let statement = try state.statement(of: record.clientID)
            return Decision(IssuedRegistrationCode(record: record, statement: statement))
        }
    }

    /// Ends a code, which may then be issued again: REST v1 `DELETE /reggie/v1/{requestor}/regcode/{code}`.
    public static func releaseRegistrationCode(clientID: String, requestor: String, code: String) -> Self where Answer == Void {
        Self(.registrationCodeReleased, ["requestor": requestor, "code": code]) { (state, context) throws(Refusal) in
            let record = try state.registrationCode(code, of: requestor, for: clientID, context) { _ in .notFound("Not Found") }
            return Decision((), changes: [.remove(RegistrationCode.self, record.code)])
        }
    }

    /// Returns whether the device that showed a code is signed in: REST v1 `GET /api/v1/checkauthn/{code}`.
    ///
    /// - Parameter requestor: The `requestor` parameter; nil if missing.
    public static func checkAuthentication(clientID: String, requestor: String?, code: String) -> Self
    where Answer == FoundAuthentication {
        Self(.authenticationRead, ["requestor": requestor ?? "", "code": code]) { (state, context) throws(Refusal) in
            let record = try state.registrationCode(code, of: requestor, for: clientID, context) {
                $0.refusal(403, .sessionMissing, "The registration code is unknown or no longer valid.")
            }
            let event = Self.readAuthentication(call: record.call(by: clientID), form: .check)
            return try event.decide(state, context)
        }
    }

    /// Returns what the user of the device that showed a code may see: REST v1 `GET /api/v1/preauthorize/{code}`.
    ///
    /// - Parameters:
    ///   - requestor: The `requestor` parameter; nil if missing.
    ///   - resources: The `resource` parameter: identifiers separated by commas.
    public static func preauthorize(clientID: String, requestor: String?, code: String, resources: String?) -> Self
    where Answer == [PreauthorizedResource] {
        let details = ["requestor": requestor ?? "", "code": code, "resource": resources ?? ""]
        return Self(.preauthorized, details) { (state, context) throws(Refusal) in
            let record = try state.registrationCode(code, of: requestor, for: clientID, context) {
                $0.refusal(412, .preauthorizationSessionMissing, "The registration code is unknown or no longer valid.")
            }
            let event = Self.preauthorize(call: record.call(by: clientID), resources: resources)
            return try event.decide(state, context)
        }
    }

    /// Signs a device in with a temporary pass that its user selected on the activation page.
    ///
    /// - Parameters:
    ///   - code: The device's code.
    ///   - mvpd: The MVPD identifier of the temporary pass.
    public static func startTemporaryPass(code: String, mvpd: String) -> Self where Answer == AuthenticationRecord {
        Self(.temporaryPassStarted, ["code": code, "mvpd": mvpd]) { (state, context) throws(Refusal) in
            guard var record = state.registrationCode(code, now: context.now), !record.isUsed, record.session == nil,
                let requestor = state.world.requestor(id: record.key.requestor)
            else { throw Refusal.notFound("The registration code is unknown, no longer valid or already used.") }
            let pass = Self.startTemporaryPass(
                call: record.call(by: record.clientID), mvpd: mvpd, domain: requestor.domains.first)
            var decision = try pass.decide(state, context)
            record.isUsed = true
            decision.changes.append(.save(record))
            return decision
        }
    }
}

extension Requestor {
    /// Returns the lifetime of a code; the documentation has a default for an empty parameter.
    fileprivate func seconds(_ lifetime: String?) throws(Refusal) -> Int64 {
        guard let lifetime, !lifetime.isEmpty else { return RegistrationCode.defaultLifetime }
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

    /// Returns a valid code of a requestor, for one of the requestor's clients.
    ///
    /// - Parameter refusal: Returns the refusal of a code that is unknown or no longer valid.
    fileprivate func registrationCode(
        _ code: String, of requestor: String?, for clientID: String, _ context: DecisionContext,
        or refusal: (Requestor) -> Refusal
    ) throws(Refusal) -> RegistrationCode {
        let requestor = try admit(clientID: clientID, requestor: requestor)
        guard let record = registrationCode(code, of: requestor, now: context.now) else {
            throw refusal(requestor).with(\.isWrongCode, true)
        }
        return record
    }
}

extension DeviceContext {
    /// Returns whether the device gets a profile of REST v2 without a login: that of a temporary pass or of a degradation rule.
    fileprivate func needsNoLogin(at provider: Provider) -> Bool {
        provider.isTemporaryPass
            ? state.world.temporaryPass(requestor: requestor.id, mvpd: provider.mvpd) != nil
            : authenticationRule(provider.mvpd) != nil
    }
}

extension World {
    /// Returns the providers of a requestor's enabled integrations, in the order of the world.
    public func integrated(with requestor: String) -> [Provider] {
        providers.filter { integration(requestor: requestor, mvpd: $0.mvpd)?.isEnabled ?? false }
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
