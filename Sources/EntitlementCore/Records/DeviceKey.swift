/// What the service's tokens belong to: requestor + device + application. Tokens stay on the service; two devices with one
/// identifier share everything.
///
/// Mirrors the token identity of REST v1 (`requestor`, `deviceId`, `appId`).
public struct DeviceKey: RecordKey, Codable {
    public static let columns = ["requestor", "device", "application"]

    /// The requestor's identifier.
    public var requestor: String
    /// The device's identifier, as the app sends it: a hash, never interpreted.
    public var deviceID: String
    /// The deprecated `appId`, which isolates tokens from other apps; empty when the app sends none.
    public var applicationID: String

    /// A key; without an application identifier the tokens are shared by all apps of the requestor on the device.
    public init(requestor: String, deviceID: String, applicationID: String = "") {
        self.requestor = requestor
        self.deviceID = deviceID
        self.applicationID = applicationID
    }

    public var values: [String] { [requestor, deviceID, applicationID] }
}
