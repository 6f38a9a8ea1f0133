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

extension EntitlementMachine {
    /// The party whose turn is next; nil while a call is being processed.
    var nextTurn: NextTurn? {
        guard !isServing else { return nil }
        guard queue.isEmpty else { return phase == .unset ? .requestor : nil }
        if openLogin?.page?.shown != nil || openLogout?.shown != nil { return .systemBrowser }
        if let openLogin, !openLogin.isUnasked { return openLogin.question == nil ? .app : .systemDialog }
        return openLogin?.page == nil && openLogout == nil ? .nobody : .app
    }
}
