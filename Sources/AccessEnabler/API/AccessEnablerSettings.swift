import Foundation

/// What an app's bundle and the hardware say on Apple's platforms: an extension for Linux. Every setting has a default.
public struct AccessEnablerSettings: Sendable {
    /// The platform whose behaviour the library shows.
    public enum Platform: String, Sendable, CaseIterable {
        /// iPhone and iPad.
        case ios
        /// Apple TV.
        case tvos
    }

    /// The platform whose behaviour the library shows.
    public var platform = Platform.ios
    /// The app's identifier; nil: `VSASIM_APPLICATION_ID`, else the executable's name. Apps that share all of it but the last
    /// component share the device's identifier. The device knows the app by what `VSApplication` registers.
    public var applicationIdentifier: String?
    /// The base URL of the service for `setRequestor` without service providers; nil: `VSASIM_SERVICE_URL`, else the running
    /// entitlementd.
    public var serviceURL: String?
    /// The app's own URL scheme, without `://`, which Apple's platforms read from its bundle: where pages in the system's browser
    /// end (`navigate(toUrl:useSVC:)`). nil: the first that the software statement names, else ``ADOBEPASS_REDIRECT_URL``.
    public var redirectScheme: String?
    /// Opens a page of a provider that needs the system's browser, unless the app shows such pages itself (the option
    /// `handleSVC`). It may return before the page ends. When it throws, the login ends with N500, a logout with 500; the
    /// status has the error as its message. nil: the desktop's browser, the first program of `BROWSER` or else `xdg-open`.
    public var browser: (@Sendable (URL) async throws -> Void)?
    /// The team whose apps share one storage on iOS, as apps that one team has signed do; nil: `VSASIM_TEAM_ID`, else one team for
    /// all apps of the user. Nothing is shared on tvOS.
    public var teamIdentifier: String?
    /// The folder for tokens and registration, whoever uses it; nil: the team's on iOS, the app's on tvOS, in the simulator's
    /// state folder.
    public var storageFolder: String?
    /// The variables in place of the process's environment, all of them: they lead to the bus, the service, the storage, the journal
    /// and the clock, and may name the app. For apps on several devices in one process, as tests run them; nil: the process's.
    public var environment: [String: String]?
    /// Where callbacks are delivered, one at a time.
    public var callbackQueue = DispatchQueue.main

    /// The defaults.
    public init() {}
}
