import Foundation
import ServiceAccess

/// Settings that come from the app's bundle and the hardware on Apple's platforms: an extension for Linux. All have defaults; an
/// empty string counts as nil.
public struct AccessEnablerSettings: Sendable {
    /// A platform whose behaviour the library simulates.
    public enum Platform: String, Sendable, CaseIterable {
        /// iPhone and iPad.
        case ios
        /// Apple TV.
        case tvos
    }

    /// The platform whose behaviour the library simulates.
    public var platform = Platform.ios
    /// The app's identifier; nil: `VSASIM_APPLICATION_ID`, or else the executable's name. Apps whose identifiers differ only in
    /// the last component share the device's identifier. The device identifies the app by what `VSApplication` registers.
    public var applicationIdentifier: String?
    /// The base URL of the service for `setRequestor` without service providers; nil: `VSASIM_SERVICE_URL`, or else the running
    /// entitlementd.
    public var serviceURL: String?
    /// The app's own URL scheme, without `://`, which Apple's platforms read from the bundle. Pages in the system's browser
    /// (`navigate(toUrl:useSVC:)`) end with a redirect to it. nil: the first scheme in the software statement, or else
    /// ``ADOBEPASS_REDIRECT_URL``.
    public var redirectScheme: String?
    /// Opens a provider's page that needs the system's browser, unless the app shows such pages itself (the option `handleSVC`).
    /// It may return before the page ends. If it throws, a login ends with N500 and a logout with 500; the status contains the
    /// error as its message. nil: the desktop's browser, which is the first program of `BROWSER`, or else `xdg-open`.
    public var browser: (@Sendable (URL) async throws -> Void)?
    /// The team whose apps share one storage on iOS, as do apps that are signed by one team; nil: `VSASIM_TEAM_ID`, or else one
    /// team for all apps of the user. On tvOS nothing is shared.
    public var teamIdentifier: String?
    /// The folder for tokens and the registration, regardless of team and app; nil: the team's on iOS, the app's on tvOS, in the
    /// simulator's state folder.
    public var storageFolder: String?
    /// The complete set of variables to use instead of the process's environment: they determine the bus, the service, the
    /// storage, the journal and the clock, and may set the app's identifier. For apps on several devices in one process, as in
    /// tests; nil: the process's.
    public var environment: [String: String]?
    /// The queue on which callbacks are called, one at a time.
    public var callbackQueue = DispatchQueue.main

    /// Creates the default settings.
    public init() {}

    /// The variables of the app's environment.
    var variables: [String: String] { environment ?? ProcessInfo.processInfo.environment }

    /// The app's identifier.
    var applicationID: String { ApplicationIdentifier.of(setting: applicationIdentifier, environment: variables) }
}
