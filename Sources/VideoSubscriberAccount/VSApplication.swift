import Dispatch
import Foundation
import Synchronization

/// The app's identity and windows: an extension for Linux, where there is no `Info.plist` and no UIKit.
///
/// On Apple's platforms the system reads the bundle identifier, `NSVideoSubscriberAccountUsageDescription` and
/// `CFBundleDisplayName` from the app's bundle. Here the app can register them before its first request, or be started with
/// `VSASIM_APPLICATION_ID`, `VSASIM_USAGE_DESCRIPTION` and `VSASIM_DISPLAY_NAME` in its environment; registered values take
/// precedence. Without an identifier, the device identifies the app by its sandbox, its systemd scope or the name of its
/// executable. Without a usage description, it does not prompt the user for access.
public enum VSApplication {
    /// Sets the app's identity for subsequent requests.
    ///
    /// - Parameters:
    ///   - identifier: The app's identifier, such as `com.example.player`; nil uses the environment or the system's
    ///     identification.
    ///   - usageDescription: The reason why the app wants to access the subscription, shown in the permission prompt.
    ///   - displayName: The app's name for users, at most 256 bytes. That of an installed desktop entry takes precedence.
    public static func register(identifier: String?, usageDescription: String? = nil, displayName: String? = nil) {
        registered.withLock {
            $0 = ApplicationIdentity(identifier: identifier, usageDescription: usageDescription, displayName: displayName)
        }
    }

    /// The app's window above which the system places its dialogs, for subsequent requests: `x11:` and the window's number in
    /// hexadecimal, or `wayland:` and an exported handle, as for desktop portals. Without it, dialogs have no parent.
    public static var parentWindow: String? {
        get { surroundings.withLock { $0.parentWindow } }
        set { surroundings.withLock { $0.parentWindow = newValue } }
    }

    /// The queue on which the methods of a ``VSAccountManagerDelegate`` are called.
    ///
    /// The default is the main queue, as on Apple's platforms. An app whose main loop does not serve that queue (GTK's does not)
    /// sets its own serial queue and switches to its main loop from there.
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

    /// The kind of device on which an app for iOS runs; the default is a phone. AccessEnabler includes it in the tracking data
    /// and client information of libraries created afterwards.
    public static var deviceType: DeviceType {
        get { surroundings.withLock { $0.deviceType } }
        set { surroundings.withLock { $0.deviceType = newValue } }
    }

    private struct Surroundings {
        var parentWindow: String?
        var deviceType = DeviceType.mobile
        var delegateQueue = DispatchQueue.main
    }

    static let registered = Mutex(ApplicationIdentity())
    private static let surroundings = Mutex(Surroundings())
}

/// The identity that the app claims.
struct ApplicationIdentity: Sendable, Equatable {
    /// The app's identifier; nil leaves the identification to the system.
    var identifier: String?
    /// The reason why the app wants to access the subscription.
    var usageDescription: String?
    /// The app's display name.
    var displayName: String?

    /// Returns what was registered, completed from the environment.
    static func current(
        registered: ApplicationIdentity = VSApplication.registered.withLock { $0 },
        environment: [String: String] = variables
    ) -> ApplicationIdentity {
        ApplicationIdentity(
            identifier: registered.identifier ?? nonEmpty(environment[identifierVariable]),
            usageDescription: registered.usageDescription ?? nonEmpty(environment[usageDescriptionVariable]),
            displayName: registered.displayName ?? nonEmpty(environment[displayNameVariable]))
    }

    private static let identifierVariable = "VSASIM_APPLICATION_ID"
    private static let usageDescriptionVariable = "VSASIM_USAGE_DESCRIPTION"
    private static let displayNameVariable = "VSASIM_DISPLAY_NAME"

    /// The variables of the process's environment that matter here: every call reads them.
    private static var variables: [String: String] {
        [identifierVariable, usageDescriptionVariable, displayNameVariable].reduce(into: [:]) { variables, name in
            variables[name] = getenv(name).map { String(cString: $0) }
        }
    }

    /// Whether there is nothing to register with the device.
    var isEmpty: Bool { identifier == nil && usageDescription == nil && displayName == nil }

    /// Returns nil for an empty string: a variable without a value counts as unset.
    private static func nonEmpty(_ text: String?) -> String? {
        text.flatMap { $0.isEmpty ? nil : $0 }
    }
}
