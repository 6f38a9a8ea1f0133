import ServiceAccess

/// `logout` (decision table 5): all logins on this device end immediately, and every service that holds a token of one is
/// notified. On iOS the service of the login in use is notified by its page, which the app shows and which also ends the MVPD's
/// session. All others, and all services on tvOS, are notified by a request that does not reach the MVPD.
struct Logout: Procedure {
    /// The logins whose services still have to be notified.
    private var unnotified: [EndedLogin] = []
    /// The login whose page the app shows.
    private var page: Session?
    /// A warning that the connection is not secure.
    private var warning: StatusReport?

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        switch input {
        case .child(.service(.insecure(let reason))): warning = StatusReport(.sec420, message: reason)
        // The service's answer does not matter: the user is logged out on this device in any case.
        case .child: break
        default: begin(&machine)
        }
        guard !unnotified.isEmpty else { return finish(&machine) }
        let login = unnotified.removeFirst()
        return .calling(ServiceRequest(machine.logoutRequest(login), mayRegisterAgain: login.requestor == machine.requestor))
    }

    private mutating func begin(_ machine: inout EntitlementMachine) {
        machine.cancelLogin()
        let session = machine.usableRegularSession ?? machine.usableSessions.first
        // A user who does not sign out in the system's settings is signed in again by the next setRequestor.
        let isSignedInAtSystem = machine.usableSessions.contains { $0.source == .apple }
        if machine.environment.platform == .ios { page = session }
        let shown = page.map { machine.ended($0) }
        unnotified = machine.endedLogins.filter { $0 != shown }
        machine.clearSessions()
        if isSignedInAtSystem { machine.raise([.signedInAtSystem]) }
    }

    private func finish(_ machine: inout EntitlementMachine) -> Progress {
        if let warning { machine.raise([warning]) }
        if let page { machine.openLogoutPage(of: page) } else { machine.finishLogout(of: machine.ticket) }
        return .done
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
    fileprivate func ended(_ session: Session) -> EndedLogin {
        let bound = session.requestor == requestor ? configuration?.provider(id: session.mvpd)?.service : nil
        return EndedLogin(
            service: bound ?? session.service ?? storage.service ?? "", requestor: session.requestor, deviceID: session.deviceID
        )
    }

    /// The logins in the storage that a service still knows, the current requestor's first.
    fileprivate var endedLogins: [EndedLogin] {
        let others = storage.otherSessions.sorted {
            ($0.requestor, $0.mvpd, $0.deviceID) < ($1.requestor, $1.mvpd, $1.deviceID)
        }
        var seen: Set<EndedLogin> = []
        let valid = (newestSessions + others).filter { $0.expires > now }
        return valid.map(ended).filter { !$0.service.isEmpty && seen.insert($0).inserted }
    }

    /// Returns the request to delete a login. Mirrors `DELETE /api/v1/logout`.
    fileprivate func logoutRequest(_ login: EndedLogin) -> HTTPRequest {
        let query = [HTTPRequest.Field](["requestor": login.requestor]) + deviceParameters(deviceID: login.deviceID)
        return HTTPRequest(method: "DELETE", service: login.service, path: "/api/v1/logout", query: query)
    }
}
