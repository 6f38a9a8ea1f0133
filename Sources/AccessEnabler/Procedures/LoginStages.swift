import ServiceAccess

// The stages of a login.
extension EntitlementMachine {
    /// Continues with a login that needs the user. If one is open already, the new one joins it.
    ///
    /// `getAuthentication` does not wait for a list that the app received earlier and may have ignored: the login starts again,
    /// also for the callers that waited for it, but without a prompt that the user has declined.
    ///
    /// - Parameters:
    ///   - waiting: The authorization that continues after it.
    ///   - data: The app's data for the service.
    ///   - filter: The entries of the system's picker if the user is prompted later.
    mutating func openLogin(
        _ outcome: LoginOutcome, waiting: LoginSession.Authorization? = nil, data: [String: JSONValue],
        filter: ProviderFilter = .none, isForced: Bool = false
    ) {
        // A call for a new login does not wait for a page that prompts no user.
        if isForced { dropUnaskedLogin() }
        let isJoining = openLogin.map { waiting != nil || !$0.isListShown } ?? false
        if openLogin == nil { openLogin = LoginSession() }
        if !isJoining {
            let tokens = presentTokens
            openLogin?.formerTokens = tokens
            openLogin?.isForced = isForced
            openLogin?.isTracked = false
        }
        joinLogin(waiting, data: data, filter: filter)
        if !isJoining { follow(outcome) }
    }

    /// Makes the current call wait for the open login.
    mutating func joinLogin(
        _ waiting: LoginSession.Authorization? = nil, data: [String: JSONValue], filter: ProviderFilter
    ) {
        if let waiting {
            openLogin?.waiting.append(waiting)
        } else if let ticket {
            openLogin?.callers.append(ticket)
            emit(.joined(ticket, at: openLogin?.step))
        }
        if !data.isEmpty { openLogin?.data = data }
        if filter != .none { openLogin?.filter = filter }
        openLogin?.isUnasked = false
    }

    /// Continues with the next stage of a login.
    mutating func follow(_ outcome: LoginOutcome) {
        switch outcome {
        case .authenticated(let session, let isCached, let statuses):
            completeLogin(session, isCached: isCached, statuses: statuses)
        case .user(let query, let state): promptUser(query, state)
        case .dialog(let statuses):
            trackNotAuthenticated()
            raise(statuses)
            callBack(.displayProviderDialog(configuration?.providers ?? []))
        case .provider(let provider, let statuses):
            trackNotAuthenticated()
            raise(statuses)
            // An earlier selection by the app was tracked at that time.
            if presetProvider != provider.id { trackSelection(provider.id) }
            logIn(at: provider)
        case .unavailable:
            trackNotAuthenticated()
            endLogin(code: PROVIDER_NOT_AVAILABLE_ERROR)
        }
    }

    /// Makes the system prompt the user. The login leaves the queue of calls, so that other calls do not wait for the user.
    private mutating func promptUser(_ query: SignInQuery, _ state: AccountState) {
        // Otherwise the user would see the dialog for a moment.
        guard !isCancelled else { return }
        let request = putAside { .account($0, .signIn(query)) }
        openLogin?.question = LoginSession.Question(request: request, state: state)
    }

    /// Whether what the app has done since ends the open login, when it is its turn.
    private var isCancelled: Bool {
        queue.contains { work in
            switch work {
            case .abandonment: true
            case .reply(.setSelectedProvider(nil), let login): isWaited(for: login)
            default: false
            }
        }
    }
}

// The requests of a login.
extension EntitlementMachine {
    /// Returns a REST v1 request for a login: a form with the parameters for this device and requestor, and the app's data.
    func loginRequest(_ path: String, at service: String, _ further: KeyValuePairs<String, String>) -> HTTPRequest {
        HTTPRequest(method: "POST", service: service, path: path, body: .form(parameters(further) + genericData))
    }

    /// `generic_data` of a login: the data of the current call, or else of the open login.
    private var genericData: [HTTPRequest.Field] {
        switch currentWork {
        case .call(.getAuthentication(_, let data, _), _) where !data.isEmpty,
            .call(.getAuthorization(_, let data), _) where !data.isEmpty:
            GenericData.fields(data)
        case .authorization(let call) where !call.data.isEmpty: GenericData.fields(call.data)
        case .call(.setRequestor, _): []
        default: GenericData.fields(openLogin?.data ?? [:])
        }
    }
}
