import TVWorld

/// The access granted by a call's token.
public enum ClientAccess: Sendable, Equatable {
    /// The token is missing, invalid or expired.
    case none
    /// The token of a client, for some interfaces.
    case client(id: String, scopes: Set<String>)
}

/// `AP-Device-Identifier`.
public enum DeviceIdentifier: Sendable, Equatable {
    /// Nothing was sent.
    case absent
    /// It is not `fingerprint` with a Base64-encoded identifier of an accepted length.
    case malformed
    /// The decoded identifier.
    case value(String)
}

/// The common parameters of a device's calls of REST v2.
public struct ClientCall: Sendable, Equatable {
    /// The access granted by the token.
    public var access: ClientAccess
    /// The service provider of the path.
    public var serviceProvider: String
    /// The device.
    public var deviceIdentifier: DeviceIdentifier
    /// `X-Device-Info`.
    public var device: DeviceInformation
    /// The information that the service itself detects about the device.
    public var connection: ClientConnection
    /// `AP-Partner-Framework-Status`; nil if it is missing or unreadable.
    public var partnerStatus: PartnerFrameworkStatus?
    /// The identities of verified tokens, the platform's first.
    public var identities: [SharedIdentity] = []
    /// The digests of the members of `AP-TempPass-Identity`; nil if it is missing or unreadable.
    public var temporaryPassIdentifiers: [String: String]?
    /// `AP-Visitor-Identifier`.
    public var visitorID: String?

    /// Creates a call's common parameters.
    public init(
        access: ClientAccess, serviceProvider: String, deviceIdentifier: DeviceIdentifier, device: DeviceInformation = .absent,
        connection: ClientConnection
    ) {
        self.access = access
        self.serviceProvider = serviceProvider
        self.deviceIdentifier = deviceIdentifier
        self.device = device
        self.connection = connection
    }

    /// The device's platform: from the device information, or from `User-Agent` if that names none.
    public var platform: Platform? {
        device.namesPlatform ? device.platform : connection.userAgent.flatMap { Platform(userAgent: $0) }
    }

    var journalDetails: [String: String] {
        var details = ["requestor": serviceProvider]
        if case .value(let id) = deviceIdentifier { details["deviceId"] = id }
        details["visitorId"] = visitorID
        details["applicationId"] = device["applicationId"]
        return details
    }
}

extension Platform {
    /// Creates the platform that a `User-Agent` indicates.
    init?(userAgent: String) {
        let text = userAgent.lowercased()
        if ["appletv", "apple tv", "tvos"].contains(where: { text.contains($0) }) {
            self = .tvos
        } else if ["iphone", "ipad", "ipod", "ios/"].contains(where: { text.contains($0) }) {
            self = .ios
        } else {
            return nil
        }
    }
}

extension Refusal {
    /// The refusal of a device identifier that is missing or malformed.
    static let deviceIdentifier = Refusal(
        400, .invalidDeviceIdentifierHeader,
        "AP-Device-Identifier takes \"fingerprint\" and the Base64-encoded identifier of the device, 1 to "
            + "\(DeviceCall.identifierLimit) bytes.")
}

extension DeviceContext {
    /// Checks the access token, the service provider, the names in the path, and the device of a call, in this order.
    ///
    /// - Parameters:
    ///   - mvpd: The provider of the path, if it has one; only the form of its identifier is checked.
    ///   - partner: The partner of the path, if it has one.
    init(
        _ call: ClientCall, _ state: EntitlementState, _ context: DecisionContext, mvpd: String? = nil, partner: String? = nil
    ) throws(Refusal) {
        let requestor = try state.admit(call.access, serviceProvider: call.serviceProvider)
        if let mvpd { try state.check(mvpd: mvpd) }
        if let partner, partner.lowercased() != "apple" {
            throw Refusal(400, .invalidPartner, "\(quoted(partner)) is not a partner; accepted: Apple.")
        }
        guard case .value(let device) = call.deviceIdentifier, case .client(let client, _) = call.access else {
            throw .deviceIdentifier
        }
        try state.check(call.device)
        self.init(
            state: state, context: context, requestor: requestor,
            key: DeviceKey(requestor: requestor.id, deviceID: device, applicationID: client), platform: call.platform,
            address: call.connection.address)
    }

    /// Returns the addresses of the client, whose access was checked.
    func loginAddresses() throws(Refusal) -> ReturnAddresses {
        guard let addresses = state.loginAddresses(of: key.applicationID, requestor) else {
            throw Refusal(401, .invalidClientApplication, "The client of this access token is not registered.")
        }
        return addresses
    }
}

extension EntitlementState {
    /// Checks the access token, the service provider, and that the token's statement covers it, in this order.
    func admit(_ access: ClientAccess, serviceProvider: String) throws(Refusal) -> Requestor {
        let scope = ClientScope.version2.rawValue
        guard case .client(let id, let scopes) = access, scopes.contains(scope) else {
            throw Refusal(401, .invalidClientApplication, "An access token with the scope \(scope) is required.")
        }
        guard let client = clients[id], let statement = statements[client.statement], !statement.isRevoked else {
            throw Refusal(
                401, .invalidClientApplication,
                "The client of this access token is not registered, or its software statement was revoked.")
        }
        guard let requestor = world.requestor(id: serviceProvider) else {
            throw Refusal(400, .invalidServiceProvider, "Service provider \(quoted(serviceProvider)) is unknown.")
        }
        guard statement.covers(requestor: requestor.id) else {
            throw Refusal(
                401, .invalidClientServiceProvider,
                "The software statement of this client does not cover service provider \(quoted(requestor.id)).")
        }
        return requestor
    }

    /// Rejects a device identifier that is malformed; it may be missing.
    func check(optional identifier: DeviceIdentifier) throws(Refusal) {
        if identifier == .malformed { throw .deviceIdentifier }
    }

    /// Rejects invalid device information.
    func check(_ device: DeviceInformation) throws(Refusal) {
        guard let problem = device.problem(in: "X-Device-Info") else { return }
        throw Refusal(400, .invalidDeviceInformationHeader, problem)
    }

    /// Checks the provider of a path, but only the form of its identifier.
    func check(mvpd: String) throws(Refusal) {
        guard !mvpd.isEmpty, mvpd.utf8.count <= DeviceCall.identifierLimit, mvpd.contains(where: { !$0.isWhitespace }),
            mvpd.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
        else { throw Refusal(400, .invalidMVPD, "\(quoted(mvpd)) is not the identifier of an MVPD.") }
    }

    /// Returns the active integration of a service provider.
    func activeIntegration(_ requestor: Requestor, mvpd: String) throws(Refusal) -> (Integration, Provider) {
        guard let target = world.enabledIntegration(requestor.id, mvpd) else {
            throw Refusal(
                400, .invalidIntegration,
                "The integration of service provider \(quoted(requestor.id)) with MVPD \(quoted(mvpd)) does not exist or is "
                    + "disabled.")
        }
        return target
    }
}
