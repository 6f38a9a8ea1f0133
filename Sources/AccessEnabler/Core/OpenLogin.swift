import VideoSubscriberAccount

/// A login that waits for a user: in the system's dialog, in the app's own, or on a provider's page.
struct OpenLogin: Sendable, Equatable {
    /// A call that waits for the login.
    struct Authorization: Sendable, Equatable {
        let resource: String
        let data: [String: JSONValue]
        var ticket: Ticket?
    }

    /// What the system asks the user on the app's behalf.
    struct Question: Sendable, Equatable {
        let request: RequestID
        /// What the account said before. It is not asked anything else until the user has answered: one app's requests are
        /// served one after the other.
        let state: AccountState
        /// The dialog that the app was told to present.
        var dialog: UIViewController?
    }

    /// The tickets of the `getAuthentication` calls that the login answers.
    var callers: [Ticket] = []
    /// The `getAuthorization` calls that go on when the login is over.
    var waiting: [Authorization] = []
    /// What the app has sent along for the service: `withData` of the last call that had any.
    var data: [String: JSONValue] = [:]
    /// Whether the user has to log in although a login may be valid.
    var isForced = false
    /// Whether no call of the app waits for it: `setRequestor` has opened it by itself (N001).
    var isUnasked = false
    /// What the system asks the user, while it does.
    var question: Question?
    /// The provider's page that the app was told to show, or that the library shows.
    var page: LoginPage?
    /// The second screen on which the user logs in.
    var secondScreen: SecondScreen?
    /// Whether TRACKING_AUTHENTICATION has told that nobody is logged in: once in a login, before the user's turn.
    var isTracked = false

    /// Whether the app shows its own list of providers.
    var isListShown: Bool { question == nil && page == nil && secondScreen == nil }
}

/// Where a login leads before a user has to do anything in the app.
enum LoginOutcome: Sendable, Equatable {
    /// There is a session, an old one (`isCached`) or one that was made without the app's dialog.
    case authenticated(Session, isCached: Bool, [StatusReport])
    /// The system has to ask the user; beside it what the account said before.
    case person(SignInQuery, AccountState)
    /// The app has to show its own list of providers.
    case dialog([StatusReport])
    /// The login goes on at this provider as if the app had chosen it.
    case provider(ProviderConfiguration, [StatusReport])
    /// There is no provider.
    case unavailable
}

// Logins under way.
extension EntitlementMachine {
    /// Goes on with a login that needs the user, unless one is open already: then the new one joins it.
    ///
    /// `getAuthentication` does not wait for the list that the app has got before, which the app may have ignored: the login
    /// starts again, also for the callers that waited for it.
    ///
    /// - Parameters:
    ///   - waiting: The authorization that goes on after it.
    ///   - data: What the app sends along for the service.
    mutating func openLogin(
        _ outcome: LoginOutcome, waiting: OpenLogin.Authorization? = nil, data: [String: JSONValue], isForced: Bool = false
    ) -> Progress {
        // A call for a new login does not wait for a page that asks no user.
        if isForced { dropUnaskedLogin() }
        let isJoining = openLogin.map { waiting != nil || !$0.isListShown } ?? false
        if openLogin == nil { openLogin = OpenLogin() }
        if !isJoining {
            openLogin?.isForced = isForced
            openLogin?.isTracked = false
        }
        joinLogin(waiting, data: data)
        return isJoining ? .done : follow(outcome)
    }

    /// Lets the call that is being served wait for the login that is open.
    mutating func joinLogin(_ waiting: OpenLogin.Authorization? = nil, data: [String: JSONValue]) {
        if let waiting { openLogin?.waiting.append(waiting) } else if let ticket { openLogin?.callers.append(ticket) }
        if !data.isEmpty { openLogin?.data = data }
        openLogin?.isUnasked = false
    }

    /// Goes where a login leads.
    mutating func follow(_ outcome: LoginOutcome) -> Progress {
        switch outcome {
        case .authenticated(let session, let isCached, let statuses):
            completeLogin(session, isCached: isCached, statuses: statuses)
        case .person(let query, let state): askPerson(query, state)
        case .dialog(let statuses):
            trackNotAuthenticated()
            raise(statuses)
            callBack(.displayProviderDialog(configuration?.providers ?? []))
        case .provider(let provider, let statuses):
            trackNotAuthenticated()
            raise(statuses)
            // A choice that the app has made before was told then.
            if presetProvider != provider.id { trackSelection(provider.id) }
            return .calling(ProviderLogin(provider: provider))
        case .unavailable:
            trackNotAuthenticated()
            endLogin(code: PROVIDER_NOT_AVAILABLE_ERROR)
        }
        return .done
    }

    /// Ends the login that waits for a user: the app is told, and the authorizations that waited fail.
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

    /// Tells the app that the login succeeded; the authorizations that waited go on.
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
        continueWith(waiting)
    }

    /// TRACKING_AUTHENTICATION without success, once in a login.
    mutating func trackNotAuthenticated() {
        guard openLogin?.isTracked == false else { return }
        openLogin?.isTracked = true
        trackAuthentication(nil)
    }
}

// What the system asks the user.
extension EntitlementMachine {
    /// Lets the system ask. The login leaves the line of calls, so that a user who thinks holds nothing up.
    private mutating func askPerson(_ query: SignInQuery, _ state: AccountState) {
        let request = putAside { .account($0, .signIn(query)) }
        openLogin?.question = OpenLogin.Question(request: request, state: state)
    }

    /// Hands the app what the system wants it to present or to dismiss.
    mutating func changeDialog(_ change: DialogChange, of request: RequestID) {
        guard openLogin?.question?.request == request else { return }
        switch change {
        case .presented(let dialog):
            dismissDialog()
            trackNotAuthenticated()
            openLogin?.question?.dialog = dialog
            callBack(.presentTvProviderDialog(dialog))
        case .dismissed: dismissDialog()
        }
    }

    /// Every dialog that was presented is dismissed, once.
    mutating func dismissDialog() {
        guard let dialog = openLogin?.question?.dialog else { return }
        openLogin?.question?.dialog = nil
        callBack(.dismissTvProviderDialog(dialog))
    }

    /// Takes the question back: the login goes on or ends without its answer.
    mutating func withdrawQuestion() {
        guard let question = openLogin?.question else { return }
        dismissDialog()
        openLogin?.question = nil
        giveUp(question.request)
    }
}
