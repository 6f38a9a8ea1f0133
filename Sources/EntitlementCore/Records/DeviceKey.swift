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

    // As a database compares them. Swift strings that differ only in their normalization are equal, and have the same hash.
    public static func == (one: Self, other: Self) -> Bool {
        one.requestor.utf8.elementsEqual(other.requestor.utf8) && one.deviceID.utf8.elementsEqual(other.deviceID.utf8)
            && one.applicationID.utf8.elementsEqual(other.applicationID.utf8)
    }
}
