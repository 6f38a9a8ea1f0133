import Dispatch
import Synchronization

/// Who the app is, and where its windows are: an extension for Linux, where no `Info.plist` and no UIKit say it.
///
/// On Apple's platforms the system reads the bundle identifier and `NSVideoSubscriberAccountUsageDescription` from the app's
/// bundle. Here the app may register both before its first request, or be started with `VSASIM_APPLICATION_ID` and
/// `VSASIM_USAGE_DESCRIPTION` in its environment; what was registered wins. Without any of them the device identifies the app
/// by its sandbox, its systemd scope or its executable's name, and does not ask the user for access.
public enum VSApplication {
    /// Says who the app is, from its next request on.
    ///
    /// - Parameters:
    ///   - identifier: The app's identifier, such as `com.example.player`; nil leaves it to the environment and the system.
    ///   - usageDescription: Why the app wants to see the subscription; the user reads it when asked for access.
    public static func register(identifier: String?, usageDescription: String? = nil) {
        registered.withLock { $0 = ApplicationIdentity(identifier: identifier, usageDescription: usageDescription) }
    }

    /// The app's window over which the system places its dialogs, from the next request on: `x11:` and the window's number in
    /// hexadecimal, or `wayland:` and an exported handle, as for desktop portals. Without it a dialog stands for itself.
    public static var parentWindow: String? {
        get { surroundings.withLock { $0.parentWindow } }
        set { surroundings.withLock { $0.parentWindow = newValue } }
    }

    /// The queue on which the methods of a ``VSAccountManagerDelegate`` are called.
    ///
    /// The main queue unless set, as on Apple's platforms. An app whose main loop does not serve that queue (GTK's does not)
    /// sets a serial queue of its own, and goes from there to its main loop.
    public static var delegateQueue: DispatchQueue {
        get { surroundings.withLock { $0.delegateQueue } }
        set { surroundings.withLock { $0.delegateQueue = newValue } }
    }

    /// The kind of device on which an app for iOS runs.
    public enum DeviceType: String, Sendable, CaseIterable {
        /// An iPhone.
        case mobile
        /// An iPad.
        case tablet
    }

    /// The kind of device on which an app for iOS runs; a phone unless set. AccessEnabler's tracking data and client
    /// information tell it, those of a library that is made after it was set.
    public static var deviceType: DeviceType {
        get { surroundings.withLock { $0.deviceType } }
        set { surroundings.withLock { $0.deviceType = newValue } }
    }

    private struct Surroundings {
        var parentWindow: String?
        var deviceType = DeviceType.mobile
        var delegateQueue = DispatchQueue.main
    }

    /// What was registered.
    static let registered = Mutex(ApplicationIdentity(identifier: nil, usageDescription: nil))
    private static let surroundings = Mutex(Surroundings())
}
