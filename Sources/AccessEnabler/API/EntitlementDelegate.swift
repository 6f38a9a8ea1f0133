@_exported import VideoSubscriberAccount

/// An object that receives the library's callbacks. Mirrors `EntitlementDelegate` of the iOS/tvOS API.
///
/// The methods are called one at a time, on the main queue unless ``AccessEnablerSettings`` specifies another, and never during a
/// call of the app. Those that are optional in Objective-C, or that published apps omit, have empty default implementations.
public protocol EntitlementDelegate: AnyObject {
    /// Called when `setRequestor` has ended: ``ACCESS_ENABLER_STATUS_SUCCESS`` or ``ACCESS_ENABLER_STATUS_ERROR``.
    func setRequestorComplete(_ status: Int32)

    /// Called when a check of the authentication, a login or a logout has ended.
    func setAuthenticationStatus(_ status: Int32, errorCode code: String!)

    /// Delivers a media token for a resource.
    func setToken(_ token: String!, forResource resource: String!)

    /// Called when there is no media token for a resource. The description is the provider's message, or empty.
    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!)

    /// Delivers the requested resources that the login covers.
    func preauthorizedResources(_ resources: [Any]!)

    /// Delivers the selected provider; nil if there is none.
    func selectedProvider(_ mvpd: MVPD!)

    /// Asks the app to let the user select one of these ``MVPD`` objects and to call `setSelectedProvider`.
    func displayProviderDialog(_ mvpds: [Any]!)

    /// Asks the app to show a page and to pass the URL at which it ends to `handleExternalURL`.
    func navigate(toUrl url: String!)

    /// Asks the app to show a page in the system's browser, for a provider that requires it, and to pass the URL at which it ends
    /// to `handleExternalURL`. Called only with the option `handleSVC`: otherwise the library shows the page itself.
    func navigate(toUrl url: String!, useSVC: Bool)

    /// Delivers data about an event (``TRACKING_AUTHENTICATION``, …) for the app's analytics, before the event's own callback.
    func sendTrackingData(_ data: [Any]!, forEventType event: Int32)

    /// Delivers the result of `getMetadata`, with the dictionary that was passed to it; nil if there is no metadata.
    func setMetadataStatus(_ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!)

    /// Called when the system prompts the user in a dialog that it draws itself.
    ///
    /// On Apple's platforms an app presents the view controller. Here the dialog is a window of another process, above the window
    /// set with `VSApplication.parentWindow`. The handle's `dialog` describes it and may be ignored.
    func presentTvProviderDialog(_ viewController: UIViewController!)

    /// Called when the system's dialog has closed: once after each `presentTvProviderDialog`, before the outcome is delivered.
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

/// An object that receives advanced statuses. Mirrors `EntitlementStatus` of the iOS/tvOS API.
public protocol EntitlementStatus: AnyObject {
    /// Delivers an advanced status: `errorId` and `level`, and optionally `message`, `details`, `resource` and others.
    func status(_ statusDictionary: [AnyHashable: Any]!)
}
