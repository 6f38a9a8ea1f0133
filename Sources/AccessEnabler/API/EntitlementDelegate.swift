@_exported import VideoSubscriberAccount

/// What an app is told. Mirrors `EntitlementDelegate` of the iOS/tvOS API.
///
/// The methods are called one at a time, on the main queue unless ``AccessEnablerSettings`` says otherwise, and never from
/// within a call of the app. Those that are optional in Objective-C, or that apps are seen to leave out, have empty defaults.
public protocol EntitlementDelegate: AnyObject {
    /// `setRequestor` has ended: ``ACCESS_ENABLER_STATUS_SUCCESS`` or ``ACCESS_ENABLER_STATUS_ERROR``.
    func setRequestorComplete(_ status: Int32)

    /// A check of the authentication, a login or a logout has ended.
    func setAuthenticationStatus(_ status: Int32, errorCode code: String!)

    /// A media token for a resource.
    func setToken(_ token: String!, forResource resource: String!)

    /// There is no media token for a resource; the description is the provider's text or empty.
    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!)

    /// Those of the resources asked for that the login covers.
    func preauthorizedResources(_ resources: [Any]!)

    /// The selected provider; nil when there is none.
    func selectedProvider(_ mvpd: MVPD!)

    /// The app has to let the user choose one of these ``MVPD`` and call `setSelectedProvider`.
    func displayProviderDialog(_ mvpds: [Any]!)

    /// The app has to show a page and hand the URL at which it ends to `handleExternalURL`.
    func navigate(toUrl url: String!)

    /// The same for providers whose page must be shown by the system's browser. Only with the option `handleSVC`: otherwise the
    /// library shows the page itself, and nothing is called.
    func navigate(toUrl url: String!, useSVC: Bool)

    /// Data about an event (``TRACKING_AUTHENTICATION``, …) for the app's analytics; always before the event's own callback.
    func sendTrackingData(_ data: [Any]!, forEventType event: Int32)

    /// The answer of `getMetadata`, with the dictionary that was asked with; nil metadata when there are none.
    func setMetadataStatus(_ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!)

    /// The system asks the user, in a dialog that it draws itself.
    ///
    /// On Apple's platforms an app presents the view controller. Here the dialog is a window of another process, over the window
    /// that `VSApplication.parentWindow` names; the handle's `dialog` says what it is for, and may be ignored.
    func presentTvProviderDialog(_ viewController: UIViewController!)

    /// The system's dialog is over: called once after each `presentTvProviderDialog`, before what came of it.
    func dismissTvProviderDialog(_ viewController: UIViewController!)
}

extension EntitlementDelegate {
    /// Does nothing.
    public func preauthorizedResources(_ resources: [Any]!) {}
    /// Does nothing.
    public func selectedProvider(_ mvpd: MVPD!) {}
    /// Does nothing.
    public func displayProviderDialog(_ mvpds: [Any]!) {}
    /// Does nothing.
    public func navigate(toUrl url: String!) {}
    /// Calls ``EntitlementDelegate/navigate(toUrl:)``.
    public func navigate(toUrl url: String!, useSVC: Bool) { navigate(toUrl: url) }
    /// Does nothing.
    public func sendTrackingData(_ data: [Any]!, forEventType event: Int32) {}
    /// Does nothing.
    public func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {}
    /// Does nothing.
    public func presentTvProviderDialog(_ viewController: UIViewController!) {}
    /// Does nothing.
    public func dismissTvProviderDialog(_ viewController: UIViewController!) {}
    /// Does nothing.
    public func setToken(_ token: String!, forResource resource: String!) {}
    /// Does nothing.
    public func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {}
}

/// What an app is told beyond ``EntitlementDelegate``. Mirrors `EntitlementStatus` of the iOS/tvOS API.
public protocol EntitlementStatus: AnyObject {
    /// An advanced status: `errorId` and `level`, and perhaps `message`, `details`, `resource` and others.
    func status(_ statusDictionary: [AnyHashable: Any]!)
}
