/// A logout on iOS that waits, with everything on this device forgotten already, until the app has shown the service's page.
///
/// It ends with `handleExternalURL`, with `setSelectedProvider(nil)`, or with any call that could begin a new session: whoever logs
/// in again is told first that the old login is over.
struct OpenLogout: Sendable, Equatable {
    /// The ticket of the `logout` call.
    let caller: Ticket?
}

extension EntitlementMachine {
    /// Lets the app show the page at which the service, and through it the MVPD, ends a session.
    mutating func openLogoutPage(of session: Session) {
        guard let provider = configuration?.provider(id: session.mvpd) else { return finishLogout(of: ticket) }
        openLogout = OpenLogout(caller: ticket)
        callBack(
            .navigateToURL(logoutPage(of: provider, session), usesSVC: usesSVC(for: provider)))
    }

    /// Ends the logout whose page is open, if there is one: the app is told, once.
    mutating func closeLogoutPage() {
        guard let open = openLogout else { return }
        openLogout = nil
        finishLogout(of: open.caller)
    }

    /// Whether the login or logout of a call still waits for the app.
    func isWaited(for caller: Ticket) -> Bool { openLogin?.callers.contains(caller) == true || openLogout?.caller == caller }

    /// Tells the app that nobody is logged in any more.
    mutating func finishLogout(of caller: Ticket?) {
        let code = Callback.setAuthenticationStatus(isSuccess: false, code: USER_NOT_AUTHENTICATED_ERROR)
        callBack(code, to: caller.map { [$0] } ?? [])
    }

    /// The address at which the service ends a session in a browser. Mirrors `/adobe-services/logout`.
    private func logoutPage(of provider: ProviderConfiguration, _ session: Session) -> String {
        let parameters = [
            ("noflash", "true"), ("mso_id", provider.id), ("requestor_id", session.requestor), ("deviceId", session.deviceID),
        ]
        let end = ("redirect_url", redirectURL(for: provider))
        let all = parameters + pageFields.map { ($0.name, $0.value) } + [end]
        let query = all.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
        return "\(provider.service)/adobe-services/logout?\(query)"
    }
}

extension Call {
    /// Whether an open logout page has lost its meaning with this call.
    var closesLogoutPage: Bool {
        switch self {
        case .setRequestor, .getAuthentication, .getAuthorization, .logout: true
        // `handleExternalURL` and `setSelectedProvider` answer the logout by themselves, in their own order.
        case .setOptions, .checkAuthentication, .setSelectedProvider, .handleExternalURL, .checkAuthorization,
            .checkPreauthorizedResources, .preauthorize, .getMetadata, .getSelectedProvider:
            false
        }
    }
}
