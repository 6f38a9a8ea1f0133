import ServiceAccess

extension EntitlementMachine {
    /// `logout` (decision table 5): all logins on this device end immediately, and every service that holds a token of one is
    /// notified. On iOS the service of the login in use is notified by its page, which the app shows and which also ends the MVPD's
    /// session. All others, and all services on tvOS, are notified by a request that does not reach the MVPD.
    mutating func logOut() {
        cancelLogin()
        let session = usableRegularSession ?? usableSessions.first
        // A user who does not sign out in the system's settings is signed in again by the next setRequestor.
        let isSignedInAtSystem = usableSessions.contains { $0.source == .apple }
        let page = environment.platform == .ios ? session : nil
        let shown = page.map(ended)
        let unnotified = endedLogins.filter { $0 != shown }
        clearSessions()
        if isSignedInAtSystem { raise([.signedInAtSystem]) }
        notify(unnotified[...], thenShow: page)
    }

    /// Notifies the services one after the other.
    ///
    /// - Parameters:
    ///   - page: The login whose page the app shows at the end.
    ///   - warning: A warning that a connection was not secure.
    private mutating func notify(_ logins: ArraySlice<EndedLogin>, thenShow page: Session?, warning: StatusReport? = nil) {
        guard let login = logins.first else {
            if let warning { raise([warning]) }
            if let page { openLogoutPage(of: page) } else { finishLogout(of: ticket) }
            return
        }
        requestService(logoutRequest(login), mayRegisterAgain: login.requestor == requestor) { outcome, machine in
            // The service's answer does not matter: the user is logged out on this device in any case.
            var warning = warning
            if case .insecure(let reason) = outcome { warning = StatusReport(.sec420, message: reason) }
            machine.notify(logins.dropFirst(), thenShow: page, warning: warning)
        }
    }
}

/// A login that a logout has ended, as its service knows it: for one requestor and one device.
struct EndedLogin: Sendable, Hashable {
    /// The base URL of the service.
    let service: String
    let requestor: String
    let deviceID: String
}

extension EntitlementMachine {
    /// Returns the login as its service knows it.
    private func ended(_ session: Session) -> EndedLogin {
        let bound = session.requestor == requestor ? configuration?.provider(id: session.mvpd)?.service : nil
        return EndedLogin(
            service: bound ?? session.service ?? storage.service ?? "", requestor: session.requestor, deviceID: session.deviceID
        )
    }

    /// The logins in the storage that a service still knows, the current requestor's first.
    private var endedLogins: [EndedLogin] {
        let others = storage.otherSessions.sorted {
            ($0.requestor, $0.mvpd, $0.deviceID) < ($1.requestor, $1.mvpd, $1.deviceID)
        }
        var seen: Set<EndedLogin> = []
        let valid = (newestSessions + others).filter { $0.expires > now }
        return valid.map(ended).filter { !$0.service.isEmpty && seen.insert($0).inserted }
    }

    /// Returns the request to delete a login. Mirrors `DELETE /api/v1/logout`.
    private func logoutRequest(_ login: EndedLogin) -> HTTPRequest {
        let query = [HTTPRequest.Field](["requestor": login.requestor]) + deviceParameters(deviceID: login.deviceID)
        return HTTPRequest(method: "DELETE", service: login.service, path: "/api/v1/logout", query: query)
    }
}
