import ServiceAccess

/// `checkAuthorization` and, with `mayLogIn`, `getAuthorization` (decision table 4).
struct Authorization: Procedure {
    enum Stage: Sendable { case authenticating, authorizing, readingTemporaryPass, fetchingToken }

    let resource: String
    /// The app's data for the service.
    let data: [String: JSONValue]
    let mayLogIn: Bool
    /// Whether it continues after a login, of which the app has already been notified.
    var isContinued = false
    var stage = Stage.authenticating
    var session: Session?
    var isCached = false
    var hasAuthorizedAgain = false

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        switch input {
        case .child(.check(let session, let statuses)): return checked(session, statuses, &machine)
        case .child(.login(let outcome)): return loggedIn(outcome, &machine)
        // The service has detected what row 2.8 detects locally: as row 4.1, and the app is notified that the user is logged out.
        case .child(.service(.otherDevice)): return refuseWithoutLogin([.otherDevice, StatusReport(.n000)], &machine)
        case .child(.service(let outcome)):
            return switch stage {
            case .authorizing: authorized(outcome, &machine)
            case .readingTemporaryPass: readTemporaryPass(outcome, &machine)
            case .authenticating, .fetchingToken: gotToken(outcome, &machine)
            }
        // A login was opened that starts with the selected provider.
        case .child: return .done
        default:
            return mayLogIn
                ? .calling(Login(isForced: false, filter: .none, keepsProvider: true)) : .calling(AuthenticationCheck())
        }
    }

    // Authentication.

    private mutating func checked(
        _ session: Session?, _ statuses: [StatusReport], _ machine: inout EntitlementMachine
    ) -> Progress {
        guard let session else { return refuseWithoutLogin(statuses, &machine) }
        machine.trackAuthentication(session, isCached: true)
        return begin(session, &machine)
    }

    private mutating func loggedIn(_ outcome: LoginOutcome, _ machine: inout EntitlementMachine) -> Progress {
        guard case .authenticated(let session, let isCached, let statuses) = outcome else {
            let call = LoginSession.Authorization(resource: resource, data: data, ticket: machine.ticket)
            return machine.openLogin(outcome, waiting: call, data: data)
        }
        // A login in which it is the user's turn has not ended just because an older one is still valid.
        if !isCached || machine.openLogin.map({ !$0.continues(beside: session) }) == true {
            machine.completeLogin(session, isCached: isCached, statuses: statuses)
        } else if !isContinued {
            machine.trackAuthentication(session, isCached: true)
            machine.raise(statuses)
        }
        return begin(session, &machine)
    }

    // Authorization.

    private mutating func begin(_ session: Session, _ machine: inout EntitlementMachine) -> Progress {
        self.session = session
        guard !resource.isEmpty else {
            let text = "The resource is empty."
            machine.refuseToken(
                resource, code: USER_NOT_AUTHORIZED_ERROR,
                statuses: [StatusReport(.z130, message: text, resource: resource)], description: text)
            return .done
        }
        isCached = session.authorizations[resource].map { $0.expires > machine.now } ?? false
        return isCached ? fetchToken(session, &machine) : authorize(session, &machine)
    }

    private mutating func authorize(_ session: Session, _ machine: inout EntitlementMachine) -> Progress {
        stage = .authorizing
        isCached = false
        var request = machine.apiRequest("/api/v1/authorize", mvpd: session.mvpd, ["resource": resource])
        request.query += GenericData.fields(data)
        return .calling(ServiceRequest(request))
    }

    private mutating func authorized(_ outcome: ServiceOutcome, _ machine: inout EntitlementMachine) -> Progress {
        guard var session, case .answer(let answer) = outcome, answer.isSuccess, let json = answer.json, json.object != nil else {
            return refuse(AuthorizationRefusal(outcome, resource: resource), &machine)
        }
        let authorization = Session.Authorization(
            expires: min(json["expires"]?.integer ?? 0, session.expires), degradation: json["degradation"]?.text)
        machine.save(.authorization(session, resource: resource, authorization))
        session.authorizations[resource] = authorization
        self.session = session
        guard session.source == .temporaryPass else { return fetchToken(session, &machine) }
        // The first authorization starts the temporary pass, and only the service knows its duration.
        stage = .readingTemporaryPass
        return .calling(ServiceRequest(machine.apiRequest("/api/v1/tokens/authn", mvpd: session.mvpd)))
    }

    /// Records the end of a temporary pass. Without an answer, the authorization is still valid.
    private mutating func readTemporaryPass(_ outcome: ServiceOutcome, _ machine: inout EntitlementMachine) -> Progress {
        guard var session else { return .done }
        if case .answer(let answer) = outcome, answer.isSuccess, let expires = answer.json?["expires"]?.integer,
            expires < session.expires
        {
            machine.correctExpiry(of: session, to: expires)
            session.expires = expires
            self.session = session
        }
        return fetchToken(session, &machine)
    }

    private mutating func fetchToken(_ session: Session, _ machine: inout EntitlementMachine) -> Progress {
        stage = .fetchingToken
        return .calling(ServiceRequest(machine.apiRequest("/api/v1/tokens/media", mvpd: session.mvpd, ["resource": resource])))
    }

    private mutating func gotToken(_ outcome: ServiceOutcome, _ machine: inout EntitlementMachine) -> Progress {
        if var session, case .answer(let answer) = outcome, answer.status == 403, isCached, !hasAuthorizedAgain {
            // The service no longer knows the cached authorization.
            hasAuthorizedAgain = true
            machine.save(.authorization(session, resource: resource, nil))
            session.authorizations[resource] = nil
            return authorize(session, &machine)
        }
        guard let session, case .answer(let answer) = outcome, answer.isSuccess,
            let token = answer.json?["serializedToken"]?.text, !token.isEmpty
        else { return refuse(AuthorizationRefusal(outcome, resource: resource), &machine) }
        machine.trackAuthorization(session, isCached: isCached)
        if session.authorizations[resource]?.degradation != nil { machine.raise([StatusReport(.z010, resource: resource)]) }
        if session.source == .temporaryPass { machine.raise([StatusReport(.z011, resource: resource)]) }
        machine.callBack(.setToken(token, resource: resource))
        return .done
    }

    private func refuseWithoutLogin(_ statuses: [StatusReport], _ machine: inout EntitlementMachine) -> Progress {
        machine.report(nil, statuses)
        machine.refuseToken(resource, code: USER_NOT_AUTHENTICATED_ERROR)
        return .done
    }

    private func refuse(_ refusal: AuthorizationRefusal, _ machine: inout EntitlementMachine) -> Progress {
        if refusal.isSessionLost, let session { machine.forget(session) }
        machine.refuseToken(
            resource, code: refusal.isSessionLost ? USER_NOT_AUTHENTICATED_ERROR : USER_NOT_AUTHORIZED_ERROR,
            statuses: refusal.statuses, description: refusal.description)
        return .done
    }
}
