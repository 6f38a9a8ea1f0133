import ServiceAccess
import VideoSubscriberAccount

/// The values that are constant for the lifetime of an `AccessEnabler`.
struct Environment: Sendable, Equatable {
    /// The platform whose behaviour the library simulates.
    var platform: AccessEnablerSettings.Platform
    /// The app's identifier.
    var applicationID: String
    /// The signed software statement; nil or empty if the app gave none.
    var softwareStatement: String?
    /// A short digest of the statement, which identifies its registration.
    var statementDigest: String
    /// A random number, by which this app's waits before repeated requests differ from those of others.
    var jitter: UInt64 = 0
    /// The app's own URL scheme, without `://`, at which pages in the system's browser end; nil if it has none.
    var redirectScheme: String?
    /// The kind of device on iOS.
    var device = VSApplication.DeviceType.mobile

    /// The `deviceType` of the platform calls of REST v1.
    var deviceType: String { platform == .ios ? "iOS" : "tvOS" }

    /// Device type, client type and operating system in tracking data.
    var trackingDevice: [String] {
        platform == .ios ? [device.rawValue, "ios", "iOS"] : ["unknown", "ios", "tvOS"]
    }

    /// The client information that is sent with every request unless the app's option `device_info` replaces it.
    var clientInformation: JSONValue {
        let device: SimulatedDevice =
            switch (platform, device) {
            case (.ios, .mobile): .phone
            case (.ios, .tablet): .tablet
            case (.tvos, _): .television
            }
        return .object(device.information(of: applicationID))
    }
}
