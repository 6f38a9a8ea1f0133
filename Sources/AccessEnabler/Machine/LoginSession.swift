import ServiceAccess
import VideoSubscriberAccount

/// A login that waits for the user: in the system's dialog, in the app's own, or on a provider's page.
struct LoginSession: Sendable, Equatable {
    /// A call that waits for the login.
    struct Authorization: Sendable, Equatable {
        let resource: String
        let data: [String: JSONValue]
        var ticket: Ticket?
    }

    /// A prompt of the system on behalf of the app.
    struct Question: Sendable, Equatable {
        let request: RequestID
        /// The account's previous answer. The account receives no other query until the user has answered, because one app's
        /// requests are processed one after the other.
        let state: AccountState
        /// The dialog that the app was asked to present.
        var dialog: UIViewController?
    }

    /// The tickets of the `getAuthentication` calls that the login answers.
    var callers: [Ticket] = []
    /// The `getAuthorization` calls that continue when the login has ended.
    var waiting: [Authorization] = []
    /// The app's data for the service: `withData` of the last call that had any.
    var data: [String: JSONValue] = [:]
    /// The filter of the last call that had one, for the system's picker.
    var filter = ProviderFilter.none
    /// Whether the user must log in even if a login may be valid.
    var isForced = false
    /// Whether no call of the app waits for it, because `setRequestor` opened it on its own (N001).
    var isUnasked = false
    /// The system's prompt, while it is open.
    var question: Question?
    /// The codes of the app's list, once the user has declined the system's prompt: the login does not prompt again.
    var declined: [StatusReport]?
    /// The provider's page that the app was asked to show, or that the library shows.
    var page: LoginPage?
    /// The second screen on which the user logs in.
    var secondScreen: SecondScreen?
    /// The step that the app has to take, which a call that joins the login also receives; nil if there is none. The app's list
    /// of providers is not such a step: it is shown again for each call.
    var step: Callback?
    /// The expiration dates of the tokens that existed before the list, the page or the second screen, by MVPD: none of them is the
    /// result of the page or the second screen, or of a forced login.
    var formerTokens: [String: Int64] = [:]
    /// Whether TRACKING_AUTHENTICATION has reported that the user is not logged in: once in a login, before the user's turn.
    var isTracked = false

    /// Whether the app shows its own list of providers.
    var isListShown: Bool { question == nil && page == nil && secondScreen == nil }

    /// Returns whether the login continues although a session is valid: the user is still in the system's dialog, or on a page, a
    /// second screen or the list of a forced login that is newer than the session.
    func continues(beside session: Session) -> Bool {
        let isUsersTurn = page.map { !$0.isPassive } ?? (secondScreen != nil || isForced)
        return question != nil || isUsersTurn && formerTokens[session.mvpd] == session.expires
    }
}

/// The next stage of a login, before the user has to do anything in the app.
enum LoginOutcome: Sendable, Equatable {
    /// There is a session: an existing one (`isCached`), or one that was created without the app's dialog.
    case authenticated(Session, isCached: Bool, [StatusReport])
    /// The system must prompt the user; with the account's previous answer.
    case user(SignInQuery, AccountState)
    /// The app must show its own list of providers.
    case dialog([StatusReport])
    /// The login continues with this provider as if the app had selected it.
    case provider(ProviderConfiguration, [StatusReport])
    /// There is no provider.
    case unavailable
}

// Logins in progress.
extension EntitlementMachine {
    /// Ends the open login: the app is notified, and the waiting authorizations fail.
    mutating func endLogin(code: String, statuses: [StatusReport] = []) {
        withdrawQuestion()
        leavePage()
        let waiting = openLogin?.waiting ?? []
        let callers = openLogin?.callers ?? []
        openLogin = nil
        raise(statuses, to: callers)
        callBack(.setAuthenticationStatus(isSuccess: false, code: code), to: callers)
        for call in waiting {
            serving(call.ticket) { $0.refuseToken(call.resource, code: USER_NOT_AUTHENTICATED_ERROR) }
        }
    }

    /// Whether a login is in progress that a call of the app waits for.
    var isLoginAwaited: Bool { openLogin.map { !$0.isUnasked } ?? false }

    /// Discards a login that no call has requested.
    mutating func dropUnaskedLogin() {
        guard openLogin?.isUnasked == true else { return }
        leavePage()
        openLogin = nil
    }

    /// Cancels the open login, because the app continues without it (N005); silently if no call has requested it.
    mutating func cancelLogin() {
        dropUnaskedLogin()
        guard openLogin != nil else { return }
        endLogin(code: PROVIDER_NOT_SELECTED_ERROR, statuses: [StatusReport(.n005)])
    }

    /// Ends a login that did not begin: discards the provider that was selected for it, and cancels the open login, for which no
    /// caller waits any more, either. What the app knew before is kept.
    mutating func abandonLogin() {
        presetProvider = nil
        if isLoginAwaited { cancelLogin() }
    }

    /// Discards the selected provider, and cancels the open login or closes the page of a logout.
    mutating func cancelSelection() {
        presetProvider = nil
        if storage.selectedProvider != nil, let requestor { save(.select(requestor: requestor, mvpd: nil)) }
        // Closing a logout's page does not cancel a login.
        guard openLogout == nil else { return closeLogoutPage() }
        endLogin(code: PROVIDER_NOT_SELECTED_ERROR, statuses: isLoginAwaited ? [StatusReport(.n005)] : [])
    }

    /// Notifies the app that the login succeeded; the waiting authorizations continue.
    mutating func completeLogin(_ session: Session, isCached: Bool, statuses: [StatusReport]) {
        withdrawQuestion()
        leavePage()
        let waiting = openLogin?.waiting ?? []
        var callers = openLogin?.callers ?? []
        if let ticket, !callers.contains(ticket) { callers.append(ticket) }
        openLogin = nil
        presetProvider = nil
        if !isCached { removeSessions(except: session.mvpd) }
        trackAuthentication(session, isCached: isCached)
        raise(statuses, to: callers)
        callBack(.setAuthenticationStatus(isSuccess: true, code: USER_AUTHENTICATED), to: callers)
        goOn(with: waiting.map(Work.authorization))
    }

    /// Calls the app back with a step of the open login, or with that of a logout, at which no login is open.
    mutating func take(step: Callback, to tickets: [Ticket]? = nil) {
        openLogin?.step = step
        callBack(step, to: tickets)
    }

    /// Sends TRACKING_AUTHENTICATION with failure, once in a login.
    mutating func trackNotAuthenticated() {
        guard openLogin?.isTracked == false else { return }
        openLogin?.isTracked = true
        trackAuthentication(nil)
    }
}

// Prompts of the system.
extension EntitlementMachine {
    /// Passes the dialog that the system wants presented or dismissed to the app.
    mutating func changeDialog(_ change: DialogChange, of request: RequestID) {
        guard openLogin?.question?.request == request else { return }
        switch change {
        case .presented(let dialog):
            dismissDialog()
            trackNotAuthenticated()
            openLogin?.question?.dialog = dialog
            take(step: .presentTvProviderDialog(dialog))
        case .dismissed: dismissDialog()
        }
    }

    /// Dismisses the dialog, if one is presented; each dialog is dismissed once.
    mutating func dismissDialog() {
        guard let dialog = openLogin?.question?.dialog else { return }
        openLogin?.question?.dialog = nil
        openLogin?.step = nil
        callBack(.dismissTvProviderDialog(dialog))
    }

    /// Cancels the prompt: the login continues or ends without its answer.
    mutating func withdrawQuestion() {
        guard let question = openLogin?.question else { return }
        dismissDialog()
        openLogin?.question = nil
        giveUp(question.request)
    }
}
