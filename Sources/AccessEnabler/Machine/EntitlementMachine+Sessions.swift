import ServiceAccess

extension EntitlementMachine {
    /// The configuration of the last successful `setRequestor`.
    var configuration: RequestorConfiguration? {
        if case .configured(let configuration) = phase { configuration } else { nil }
    }

    /// The requestor's sessions, newest first.
    var newestSessions: [Session] { storage.sessions.values.sorted { ($0.storedAt, $0.mvpd) > ($1.storedAt, $1.mvpd) } }

    /// The usable sessions, newest first. An Apple session is usable only together with the system account.
    var usableSessions: [Session] {
        guard let configuration else { return [] }
        return newestSessions.filter { $0.isUsable(deviceID: storage.deviceID, configuration: configuration, now: now) }
    }

    /// A session that does not depend on the system account, including that of a temporary pass.
    var usableRegularSession: Session? { usableSessions.first { $0.source != .apple } }

    func usableAppleSession(mvpd: String) -> Session? { usableSessions.first { $0.source == .apple && $0.mvpd == mvpd } }

    /// Records the system account's answer, and returns it in the terms of the decision tables. A failure does not change who is
    /// signed in, unless the user chose a provider at which the system signs no user in, which replaces an earlier sign-in.
    mutating func note(_ outcome: AccountOutcome) -> AccountState {
        let account = AccountState(outcome, of: environment.applicationID, now: now)
        switch account {
        case .failed(let failure): if case .unsupportedProvider = failure.kind { knownAccount = .nobody }
        case .denied, .notDetermined, .nobody, .signedIn: knownAccount = account
        }
        return account
    }

    /// Returns whether the system account, as far as is known, still has the sign-in on which a session is based.
    func isBacked(_ session: Session) -> Bool {
        guard session.source == .apple else { return true }
        return switch knownAccount {
        case nil, .failed: true
        case .denied, .notDetermined, .nobody: false
        case .signedIn(let signIn, _): !isOutdated(session, by: signIn)
        }
    }

    /// The session that is reported to the app: one that the account still backs.
    var sessionInUse: Session? { usableSessions.first(where: isBacked) }

    /// The MVPD that the user selected or is signed in with, as reported to the app.
    var selectedProvider: String? {
        guard let mvpd = storage.selectedProvider, let session = storage.sessions[mvpd] else {
            return storage.selectedProvider
        }
        return isBacked(session) ? mvpd : nil
    }

    /// Returns whether an Apple session is based on a sign-in other than the account's current one.
    private func isOutdated(_ session: Session, by signIn: AccountSignIn) -> Bool {
        session.mvpd != configuration?.provider(platformID: signIn.provider)?.id
            || session.signIn?.isSame(as: signIn, now: now) == false
    }

    /// Removes the requestor's Apple sessions except those of the account's current sign-in.
    mutating func removeAppleSessions(butOf signIn: AccountSignIn) {
        let outdated = storage.sessions.values.filter { isOutdated($0, by: signIn) }.map(\.mvpd)
        removeAppleSessions(of: outdated)
    }

    /// Removes the requestor's Apple sessions, all of them or those of some MVPDs.
    mutating func removeAppleSessions(of mvpds: [String]? = nil) {
        for session in sessionsByMVPD where session.source == .apple && mvpds?.contains(session.mvpd) != false {
            forget(session)
            if storage.selectedProvider == session.mvpd { save(.select(requestor: session.requestor, mvpd: nil)) }
        }
    }

    /// Removes the requestor's sessions that belong to another device identifier: they would only cause errors that are hard to
    /// understand.
    mutating func removeForeignSessions() {
        for session in sessionsByMVPD where session.deviceID != storage.deviceID { forget(session) }
    }

    /// Removes the requestor's sessions except that of an MVPD: a user who logs in again may have changed the provider.
    mutating func removeSessions(except kept: String) {
        for session in sessionsByMVPD where session.mvpd != kept { forget(session) }
    }

    /// The requestor's sessions, in the order in which they are removed.
    private var sessionsByMVPD: [Session] { storage.sessions.values.sorted { $0.mvpd < $1.mvpd } }

    /// Stores a new session and selects its MVPD.
    mutating func keep(_ session: Session) {
        if session.source == .apple { removeAppleSessions(of: storage.sessions.keys.filter { $0 != session.mvpd }) }
        decisions[session.mvpd] = nil
        save(.session(session))
        if storage.selectedProvider != session.mvpd {
            save(.select(requestor: session.requestor, mvpd: session.mvpd))
        }
    }

    mutating func forget(_ session: Session) {
        save(.removeSession(session))
        decisions[session.mvpd] = nil
    }

    /// Corrects the expiration date of a session; an open login uses the date to recognize former sessions.
    mutating func correctExpiry(of session: Session, to expires: Int64) {
        save(.expiry(session, expires))
        if openLogin?.formerTokens[session.mvpd] == session.expires { openLogin?.formerTokens[session.mvpd] = expires }
    }

    /// Records an AuthNAll rule that was reported after the configuration was read, or its end.
    mutating func noteDegradation(of mvpd: String, isActive: Bool = true) {
        guard var configuration else { return }
        configuration.setAuthenticatesAll(isActive, mvpd: mvpd)
        phase = .configured(configuration)
    }

    /// Removes all logins of all users.
    mutating func clearSessions() {
        decisions = [:]
        presetProvider = nil
        save(.clear)
    }

    /// Returns the user's identifier in the tracking data: a digest. A temporary pass identifies the device, not a user.
    func trackingID(of session: Session) -> String {
        Digest.md5(session.source == .temporaryPass ? session.deviceID : session.userID)
    }
}

// Tracking data and statuses, which always precede the callbacks that they concern.
extension EntitlementMachine {
    /// Sends TRACKING_AUTHENTICATION.
    mutating func trackAuthentication(_ session: Session?, isCached: Bool = false) {
        let data = session.map { ["true", $0.mvpd, trackingID(of: $0), isCached ? "true" : "false"] } ?? ["false", "", "", ""]
        callBack(.sendTrackingData(data + environment.trackingDevice, event: TRACKING_AUTHENTICATION))
    }

    /// Raises advanced statuses.
    mutating func raise(_ statuses: [StatusReport], to tickets: [Ticket]? = nil) {
        for status in statuses { callBack(.status(status), to: tickets) }
    }

    /// Answers a check of the authentication: tracking data, the codes, and `setAuthenticationStatus`.
    mutating func report(_ session: Session?, _ statuses: [StatusReport]) {
        trackAuthentication(session, isCached: true)
        raise(statuses)
        let code = session == nil ? USER_NOT_AUTHENTICATED_ERROR : USER_AUTHENTICATED
        callBack(.setAuthenticationStatus(isSuccess: session != nil, code: code))
    }

    /// Sends TRACKING_AUTHORIZATION with success.
    mutating func trackAuthorization(_ session: Session, isCached: Bool) {
        let data = ["true", session.mvpd, trackingID(of: session), isCached ? "true" : "false", "", ""]
        callBack(.sendTrackingData(data + environment.trackingDevice, event: TRACKING_AUTHORIZATION))
    }

    /// Sends TRACKING_AUTHORIZATION with failure, the status codes, and `tokenRequestFailed`.
    mutating func refuseToken(_ resource: String, code: String, statuses: [StatusReport] = [], description: String = "") {
        callBack(
            .sendTrackingData(
                ["false", "", "", "", code, description] + environment.trackingDevice, event: TRACKING_AUTHORIZATION))
        raise(statuses)
        callBack(.tokenRequestFailed(resource: resource, code: code, description: description))
    }

    /// Sends TRACKING_GET_SELECTED_PROVIDER.
    mutating func trackSelection(_ mvpd: String?) {
        callBack(.sendTrackingData([mvpd ?? ""] + environment.trackingDevice, event: TRACKING_GET_SELECTED_PROVIDER))
    }
}

// Calls without a configuration.
extension EntitlementMachine {
    /// Answers an entry of the queue that is impossible after a `setRequestor` that completed with 0.
    mutating func refuse(_ work: Work) {
        switch work {
        case .call(let call, _), .reply(let call, _): refuse(call)
        case .abandonment: abandonLogin()
        case .authorization(let call): refuseToken(call.resource, code: USER_NOT_AUTHENTICATED_ERROR)
        case .signIn(let request, _):
            guard openLogin?.question?.request == request else { break }
            trackNotAuthenticated()
            endLogin(code: GENERIC_AUTHENTICATION_ERROR)
        case .secondScreen(let code, let result):
            if openLogin?.secondScreen?.code == code { refuseLogin(isTracked: result == .loggedIn) }
        case .page(let request, let end):
            if openLogin?.page?.shown == request { refuseLogin(isTracked: end == .returned) }
        }
    }

    /// Answers a call after a `setRequestor` that completed with 0.
    mutating func refuse(_ call: Call) {
        switch call {
        case .checkAuthentication, .getAuthentication:
            trackAuthentication(nil)
            callBack(.setAuthenticationStatus(isSuccess: false, code: GENERIC_AUTHENTICATION_ERROR))
        case .setSelectedProvider(let mvpd):
            trackSelection(mvpd)
            if mvpd == nil { cancelSelection() } else { endLogin(code: GENERIC_AUTHENTICATION_ERROR) }
        case .checkAuthorization(let resource, _), .getAuthorization(let resource, _):
            refuseToken(resource, code: USER_NOT_AUTHENTICATED_ERROR)
        case .checkPreauthorizedResources: callBack(.preauthorizedResources([]))
        case .preauthorize: callBack(.preauthorize(isServiced: false, .requestorNotConfigured))
        case .getMetadata(let arguments):
            let key = MetadataArguments(arguments).key
            callBack(.setMetadataStatus(nil, isEncrypted: false, key: key, arguments: arguments))
        case .getSelectedProvider: callBack(.selectedProvider(nil))
        case .logout:
            // Even if no service can be notified, the user is logged out.
            cancelLogin()
            clearSessions()
            finishLogout(of: ticket)
        case .handleExternalURL(let url):
            if isPageEnd(url) { refuseLogin(isTracked: true) }
        case .setRequestor, .setOptions: break
        }
    }

    /// Ends a login whose page or second screen is closed; without a configuration no token can be requested. A passive page is
    /// not tracked, because the user did not try to log in.
    mutating func refuseLogin(isTracked: Bool) {
        if isTracked, openLogin?.page?.isPassive != true { trackAuthentication(nil) }
        endLogin(code: GENERIC_AUTHENTICATION_ERROR)
    }
}
