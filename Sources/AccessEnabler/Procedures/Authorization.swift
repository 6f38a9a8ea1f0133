import ServiceAccess

// `checkAuthorization` and `getAuthorization` (decision table 4).
extension EntitlementMachine {
    /// `checkAuthorization`, which does not log in.
    mutating func checkAuthorization(_ call: LoginSession.Authorization) {
        checkAuthentication { session, statuses, machine in
            guard let session else { return machine.refuseWithoutLogin(call, statuses) }
            machine.trackAuthentication(session, isCached: true)
            machine.authorize(call, session)
        }
    }

    /// `getAuthorization`, after a login if the user is not logged in.
    ///
    /// - Parameter isContinued: Whether it continues after a login, of which the app has already been notified.
    mutating func getAuthorization(_ call: LoginSession.Authorization, isContinued: Bool = false) {
        logIn(isForced: false, filter: .none, keepsProvider: true) { outcome, machine in
            guard case .authenticated(let session, let isCached, let statuses) = outcome else {
                return machine.openLogin(outcome, waiting: call, data: call.data)
            }
            // A login in which it is the user's turn has not ended just because an older one is still valid.
            if !isCached || machine.openLogin.map({ !$0.continues(beside: session) }) == true {
                machine.completeLogin(session, isCached: isCached, statuses: statuses)
            } else if !isContinued {
                machine.trackAuthentication(session, isCached: true)
                machine.raise(statuses)
            }
            machine.authorize(call, session)
        }
    }

    private mutating func authorize(_ call: LoginSession.Authorization, _ session: Session) {
        guard !call.resource.isEmpty else {
            let text = "The resource is empty."
            return refuseToken(
                call.resource, code: USER_NOT_AUTHORIZED_ERROR,
                statuses: [StatusReport(.z130, message: text, resource: call.resource)], description: text)
        }
        if session.authorizations[call.resource].map({ $0.expires > now }) ?? false {
            fetchToken(call, session, isCached: true)
        } else {
            requestAuthorization(call, session)
        }
    }

    private mutating func requestAuthorization(_ call: LoginSession.Authorization, _ session: Session) {
        var request = apiRequest("/api/v1/authorize", mvpd: session.mvpd, ["resource": call.resource])
        request.query += GenericData.fields(call.data)
        send(request, for: call) { outcome, machine in
            guard case .answer(let answer) = outcome, answer.isSuccess, let json = answer.json, json.object != nil else {
                return machine.refuse(call, session, after: outcome)
            }
            let authorization = Session.Authorization(
                expires: min(json["expires"]?.integer ?? 0, session.expires), degradation: json["degradation"]?.text)
            machine.save(.authorization(session, resource: call.resource, authorization))
            var authorized = session
            authorized.authorizations[call.resource] = authorization
            if session.source == .temporaryPass {
                machine.readTemporaryPass(call, authorized)
            } else {
                machine.fetchToken(call, authorized, isCached: false)
            }
        }
    }

    /// Records the end of a temporary pass: the first authorization starts it, and only the service knows its duration. Without an
    /// answer, the authorization is still valid.
    private mutating func readTemporaryPass(_ call: LoginSession.Authorization, _ session: Session) {
        send(apiRequest("/api/v1/tokens/authn", mvpd: session.mvpd), for: call) { outcome, machine in
            var session = session
            if case .answer(let answer) = outcome, answer.isSuccess, let expires = answer.json?["expires"]?.integer,
                expires < session.expires
            {
                machine.correctExpiry(of: session, to: expires)
                session.expires = expires
            }
            machine.fetchToken(call, session, isCached: false)
        }
    }

    private mutating func fetchToken(_ call: LoginSession.Authorization, _ session: Session, isCached: Bool) {
        let request = apiRequest("/api/v1/tokens/media", mvpd: session.mvpd, ["resource": call.resource])
        send(request, for: call) { outcome, machine in
            if case .answer(let answer) = outcome, answer.status == 403, isCached {
                // The service no longer knows the cached authorization.
                machine.save(.authorization(session, resource: call.resource, nil))
                var unauthorized = session
                unauthorized.authorizations[call.resource] = nil
                return machine.requestAuthorization(call, unauthorized)
            }
            guard case .answer(let answer) = outcome, answer.isSuccess, let token = answer.json?["serializedToken"]?.text,
                !token.isEmpty
            else { return machine.refuse(call, session, after: outcome) }
            machine.trackAuthorization(session, isCached: isCached)
            let isDegraded = session.authorizations[call.resource]?.degradation != nil
            if isDegraded { machine.raise([StatusReport(.z010, resource: call.resource)]) }
            if session.source == .temporaryPass { machine.raise([StatusReport(.z011, resource: call.resource)]) }
            machine.callBack(.setToken(token, resource: call.resource))
        }
    }

    /// Sends a request of an authorization. If the service detects what row 2.8 detects locally, it ends as row 4.1, and the app is
    /// notified that the user is logged out.
    private mutating func send(
        _ request: HTTPRequest, for call: LoginSession.Authorization, then next: @escaping Continuation<ServiceOutcome>
    ) {
        requestService(request) { outcome, machine in
            guard case .otherDevice = outcome else { return next(outcome, &machine) }
            machine.refuseWithoutLogin(call, [.otherDevice, StatusReport(.n000)])
        }
    }

    private mutating func refuseWithoutLogin(_ call: LoginSession.Authorization, _ statuses: [StatusReport]) {
        report(nil, statuses)
        refuseToken(call.resource, code: USER_NOT_AUTHENTICATED_ERROR)
    }

    private mutating func refuse(_ call: LoginSession.Authorization, _ session: Session, after outcome: ServiceOutcome) {
        let refusal = AuthorizationRefusal(outcome, resource: call.resource)
        if refusal.isSessionLost { forget(session) }
        refuseToken(
            call.resource, code: refusal.isSessionLost ? USER_NOT_AUTHENTICATED_ERROR : USER_NOT_AUTHORIZED_ERROR,
            statuses: refusal.statuses, description: refusal.description)
    }
}
