import ServiceAccess

/// A logout on iOS that has cleared everything on this device and waits until the service's page has been shown.
///
/// It ends with the page, with `handleExternalURL` or with `setSelectedProvider(nil)`. Any call that could begin a new session
/// supersedes it without a callback: an app that loaded the page itself would mistake a late callback for the end of the new
/// login.
struct OpenLogout: Sendable, Equatable {
    /// The provider whose session the page ends.
    let provider: ProviderConfiguration
    /// The ticket of the `logout` call.
    let caller: Ticket?
    /// The request with which the library shows the page; nil if the app shows it.
    let shown: RequestID?
}

extension EntitlementMachine {
    /// Shows the page at which the service, and through it the MVPD, ends a session.
    mutating func openLogoutPage(of session: Session) {
        guard let provider = configuration?.provider(id: session.mvpd) else { return finishLogout(of: ticket) }
        let shown = show(logoutPage(of: provider, session), of: provider)
        openLogout = OpenLogout(provider: provider, caller: ticket, shown: shown)
    }

    /// Ends the logout whose page is open, if there is one: the app is notified once.
    mutating func closeLogoutPage() {
        guard let open = openLogout else { return }
        leaveLogoutPage()
        finishLogout(of: open.caller)
    }

    /// Discards the logout whose page is open, if there is one: the app has continued without it.
    mutating func dropLogoutPage() {
        if let caller = openLogout?.caller { emit(.superseded(caller)) }
        leaveLogoutPage()
    }

    private mutating func leaveLogoutPage() {
        if let shown = openLogout?.shown { giveUp(shown) }
        openLogout = nil
    }

    /// Returns whether the login or logout of a call is still waiting for the app.
    func isWaited(for caller: Ticket) -> Bool { openLogin?.callers.contains(caller) == true || openLogout?.caller == caller }

    /// Notifies the app that the user is logged out.
    mutating func finishLogout(of caller: Ticket?) {
        let code = Callback.setAuthenticationStatus(isSuccess: false, code: USER_NOT_AUTHENTICATED_ERROR)
        callBack(code, to: caller.map { [$0] } ?? [])
    }

    /// Returns the address at which the service ends a session in a browser, without the address at which the page ends, which
    /// comes last. Mirrors `/adobe-services/logout`.
    private func logoutPage(of provider: ProviderConfiguration, _ session: Session) -> String {
        let parameters = [HTTPRequest.Field]([
            "noflash": "true", "mso_id": provider.id, "requestor_id": session.requestor, "deviceId": session.deviceID,
        ])
        return page("\(provider.service)/adobe-services/logout", parameters)
    }
}

extension Call {
    /// Whether this call makes an open logout obsolete.
    var supersedesLogout: Bool {
        switch self {
        case .setRequestor, .getAuthentication, .getAuthorization, .logout: true
        // `handleExternalURL` and `setSelectedProvider` end the logout themselves, in their own order.
        case .setOptions, .checkAuthentication, .setSelectedProvider, .handleExternalURL, .checkAuthorization,
            .checkPreauthorizedResources, .preauthorize, .getMetadata, .getSelectedProvider:
            false
        }
    }
}
