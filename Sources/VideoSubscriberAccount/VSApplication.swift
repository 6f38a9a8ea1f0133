import Synchronization

/// Who the app is: an extension for Linux, where no `Info.plist` says it.
///
/// On Apple's platforms the system reads the bundle identifier and `NSVideoSubscriberAccountUsageDescription` from the app's
/// bundle. Here the app may register both before its first request, or be started with `VSASIM_APPLICATION_ID` and
/// `VSASIM_USAGE_DESCRIPTION` in its environment; what was registered wins. Without any of them the device identifies the app
/// by its sandbox, its systemd scope or its executable's name, and does not ask the person for access.
public enum VSApplication {
    /// Says who the app is, from its next request on.
    ///
    /// - Parameters:
    ///   - identifier: The app's identifier, such as `com.example.player`; nil leaves it to the environment and the system.
    ///   - usageDescription: Why the app wants to see the subscription; the person reads it when asked for access.
    public static func register(identifier: String?, usageDescription: String? = nil) {
        registered.withLock { $0 = ApplicationIdentity(identifier: identifier, usageDescription: usageDescription) }
    }

    /// What was registered.
    static let registered = Mutex(ApplicationIdentity(identifier: nil, usageDescription: nil))
}
