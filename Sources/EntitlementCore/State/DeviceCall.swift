import TVWorld

/// The common parameters of all calls of REST v1: the client, the requestor, and the device.
public struct DeviceCall: Sendable, Equatable {
    /// The client of the access token.
    public var clientID: String
    /// The `requestor` parameter; nil if missing.
    public var requestor: String?
    /// The `deviceId` parameter; nil if missing.
    public var deviceID: String?
    /// The deprecated `appId` parameter.
    public var applicationID: String?
    /// The device information.
    public var device: DeviceInformation
    /// The `ap_vi` parameter: the visitor's identifier in the programmer's analytics, never interpreted.
    public var visitorID: String?
    /// The `applicationProfile` parameter, which is shown in the journal: the documentation defines no effect.
    public var applicationProfile: String?
    /// The digests of the app's data (`generic_data`), by key; nil if the data is invalid. One of them identifies the user of a
    /// promotional temporary pass.
    public var genericData: [String: String]? = [:]
    /// The deprecated `deviceType` parameter, which takes precedence over the device information.
    public var deviceType: String?
    /// The device's address (`X-Forwarded-For`, or else the connection's); nil if it is unknown.
    public var address: String?

    /// Creates a call's common parameters.
    public init(
        clientID: String, requestor: String?, deviceID: String?, applicationID: String? = nil,
        device: DeviceInformation = .absent, visitorID: String? = nil, deviceType: String? = nil, address: String? = nil
    ) {
        self.clientID = clientID
        self.requestor = requestor
        self.deviceID = deviceID
        self.applicationID = applicationID
        self.device = device
        self.visitorID = visitorID
        self.deviceType = deviceType
        self.address = address
    }

    /// The platform, if it is known.
    public var platform: Platform? { deviceType.flatMap { Platform(deviceType: $0) } ?? device.platform }

    var journalDetails: [String: String] {
        var details = ["requestor": requestor ?? "", "deviceId": deviceID ?? ""]
        details["visitorId"] = visitorID
        details["applicationProfile"] = applicationProfile
        if let genericData, !genericData.isEmpty { details["genericData"] = genericData.keys.sorted().joined(separator: " ") }
        return details
    }

    /// The maximum length of an identifier of a device or app, in bytes.
    public static let identifierLimit = 1_024
}

extension AuthenticationRecord {
    /// Adopts a call's information about the device and its visitor.
    mutating func adoptDevice(of call: DeviceCall) {
        platform = call.platform
        device = call.device.stored
        visitorID = call.visitorID
    }
}

extension DeviceContext {
    /// Checks client, requestor, device identifier and device information of a call, in this order.
    ///
    /// - Parameter needsDeviceID: Whether the device identifier is required; without one, the key's is empty.
    init(
        _ call: DeviceCall, _ state: EntitlementState, _ context: DecisionContext, needsDeviceID: Bool = true
    ) throws(Refusal) {
        let requestor = try state.admit(clientID: call.clientID, requestor: call.requestor)
        let deviceID = call.deviceID ?? ""
        guard !deviceID.isEmpty || !needsDeviceID, deviceID.utf8.count <= DeviceCall.identifierLimit else {
            throw requestor.refusal(
                400, .invalidDeviceID,
                "Parameter deviceId is required: 1 to \(DeviceCall.identifierLimit) bytes of UTF-8, percent-encoded.")
        }
        let applicationID = call.applicationID ?? ""
        guard applicationID.utf8.count <= DeviceCall.identifierLimit else {
            throw requestor.refusal(400, .badRequest, "Parameter appId takes at most \(DeviceCall.identifierLimit) bytes.")
        }
        try requestor.checkDescription(in: call)
        self.init(
            state: state, context: context, requestor: requestor,
            key: DeviceKey(requestor: requestor.id, deviceID: deviceID, applicationID: applicationID), platform: call.platform,
            address: call.address)
    }
}

extension EntitlementState {
    /// Checks that a client may act for a requestor.
    func admit(clientID: String, requestor id: String?) throws(Refusal) -> Requestor {
        guard let client = clients[clientID] else {
            throw Refusal(access: .invalidClient, "The client of this access token is not registered.")
        }
        guard let statement = statements[client.statement], !statement.isRevoked else {
            throw Refusal(access: .invalidClient, "The software statement of this client was revoked.")
        }
        guard let id, let requestor = world.requestor(id: id) else {
            throw Refusal(400, .invalidRequestor, "Requestor \(quoted(id ?? "")) is unknown.")
        }
        guard statement.covers(requestor: id) else {
            throw Refusal(access: .invalidClient, "The software statement of this client does not cover requestor \(quoted(id)).")
        }
        return requestor
    }
}

extension Requestor {
    /// Rejects invalid device information, and values that are too long to be stored: a visitor's identifier, the app's profile.
    func checkDescription(in call: DeviceCall) throws(Refusal) {
        if let problem = call.device.problem(in: "X-Device-Info (device_info)") {
            throw refusal(400, .invalidDeviceInformation, problem)
        }
        for (name, value) in [("ap_vi", call.visitorID), ("applicationProfile", call.applicationProfile)]
        where (value ?? "").utf8.count > DeviceCall.identifierLimit {
            throw refusal(400, .badRequest, "Parameter \(name) takes at most \(DeviceCall.identifierLimit) bytes.")
        }
    }
}

/// Returns a caller's value for use in a message: shortened and without control characters.
func quoted(_ text: String) -> String {
    let shown = String(String.UnicodeScalarView(text.unicodeScalars.prefix(64).filter { $0.value >= 32 && $0.value != 127 }))
    return "\"\(shown)\(text.unicodeScalars.count > 64 ? "…" : "")\""
}
