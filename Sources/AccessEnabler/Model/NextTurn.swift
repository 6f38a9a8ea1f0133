/// The party that must act before the app gets more callbacks, when all calls have been processed.
package enum NextTurn: Sendable {
    /// No one: all calls are answered.
    case nobody
    /// The app: calls wait for `setRequestor`.
    case requestor
    /// The user, in the dialog of the system.
    case systemDialog
    /// The user, on a page that the library shows in the system's browser.
    case systemBrowser
    /// The app or the user: in the app's list of providers, on a page of a login or logout, on a second screen.
    case app
}
