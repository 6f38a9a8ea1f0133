/// The owner of the service's tokens: requestor, device and application. Tokens stay at the service; two devices with the same
/// identifier share everything.
///
/// Mirrors the token identity of REST v1 (`requestor`, `deviceId`, `appId`).
public struct DeviceKey: RecordKey, Codable {
    public static let columns = ["requestor", "device", "application"]

    /// The requestor's identifier.
    public var requestor: String
    /// The device's identifier, as sent by the app: a hash, never interpreted.
    public var deviceID: String
    /// The deprecated `appId`, which isolates tokens from other apps; empty if the app sends none.
    public var applicationID: String = ""

    public var values: [String] { [requestor, deviceID, applicationID] }
}
