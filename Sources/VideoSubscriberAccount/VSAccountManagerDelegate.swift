import Foundation

/// Shows the system's dialogs on behalf of the app. Mirrors `VSAccountManagerDelegate` of VideoSubscriberAccount; its
/// methods are called on the main thread, see ``VSApplication/delegateQueue``.
///
/// For every request, `present` comes at most once, then at most once `dismiss`, then the request's completion handler. The
/// permission question is an alert of the system's own and comes without either.
public protocol VSAccountManagerDelegate: NSObjectProtocol {
    /// The system shows a dialog, which ``UIViewController/dialog`` describes. Return soon: the request waits.
    func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController)

    /// The dialog is over; called only after a present, with the same object.
    func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController)

    /// Whether the user may sign in at the provider just chosen. `false` ends the request with
    /// ``VSError/unsupportedProvider``. Optional: without it every provider is allowed.
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
