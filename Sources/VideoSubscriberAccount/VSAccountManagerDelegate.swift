import Foundation

/// Shows the system's dialogs on behalf of the app. Mirrors `VSAccountManagerDelegate` of VideoSubscriberAccount; its
/// methods are called on the main thread.
public protocol VSAccountManagerDelegate: NSObjectProtocol {
    /// The system wants to show a dialog.
    func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController)

    /// The dialog is over; called only after a present.
    func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController)

    /// Whether the person may sign in at the provider just chosen. `false` ends the request with
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
