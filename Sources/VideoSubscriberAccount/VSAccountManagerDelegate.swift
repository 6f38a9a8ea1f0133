import Foundation

/// A delegate that shows the system's dialogs on behalf of the app. Mirrors `VSAccountManagerDelegate` of VideoSubscriberAccount.
/// Its methods are called on the main thread; see ``VSApplication/delegateQueue``.
///
/// For every request, `present` is called at most once, then `dismiss` at most once, then the request's completion handler. The
/// permission prompt is an alert of the system and causes neither call.
public protocol VSAccountManagerDelegate: NSObjectProtocol {
    /// Asks the delegate to present a dialog, which ``UIViewController/dialog`` describes. The request waits until this returns.
    func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController)

    /// Asks the delegate to dismiss a dialog. Called only after `present`, with the same object.
    func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController)

    /// Asks the delegate whether the user may sign in to the selected provider. If it returns `false`, the request ends with
    /// ``VSError/unsupportedProvider``. Optional; the default allows every provider.
    func accountManager(
        _ accountManager: VSAccountManager,
        shouldAuthenticateAccountProviderWithIdentifier accountProviderIdentifier: String
    ) -> Bool
}

extension VSAccountManagerDelegate {
    /// Allows every provider.
    public func accountManager(
        _ accountManager: VSAccountManager,
        shouldAuthenticateAccountProviderWithIdentifier accountProviderIdentifier: String
    ) -> Bool { true }
}
