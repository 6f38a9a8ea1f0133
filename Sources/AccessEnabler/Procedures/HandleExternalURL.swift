extension EntitlementMachine {
    /// `handleExternalURL`: continues the login or logout that opened a page; both end at the same URL. A login requests the token
    /// that its page created at the service (rows 3.15 and 3.19). If no page is open, for instance at the second call, or the
    /// page does not end at this URL, it has no effect.
    ///
    /// - Parameter url: The URL at which the page ended; nil if the app does not know it (`getAuthenticationToken`).
    mutating func handleExternalURL(_ url: String?) {
        guard isPageEnd(url) else { return }
        closeLogoutPage()
        guard let login = openLogin, let page = login.page else { return }
        fetch(TokenRequest(provider: page.provider, source: .regular, formerTokens: login.formerTokens)) { $1.finishLogin($0) }
    }

    /// Continues after a page that the library showed in the system's browser.
    mutating func continueLogin(afterPage request: RequestID, _ end: PageEnd) {
        // The app may have continued without the page in the meantime.
        guard [openLogin?.page?.shown, openLogout?.shown].contains(request) else { return }
        switch end {
        // As if the app had shown it.
        case .returned: handleExternalURL(nil)
        case .failed(let reason): failPage(reason)
        }
    }

    /// Ends the open login, depending on whether the service had a token.
    mutating func finishLogin(_ outcome: ExchangeOutcome) {
        switch outcome {
        // On a second screen the user can also choose a temporary pass.
        case .stored(let session):
            let statuses = session.source == .temporaryPass ? [StatusReport(.n011)] : []
            completeLogin(session, isCached: false, statuses: statuses)
        // An AuthNAll rule has become active in the meantime.
        case .degraded(let session): completeLogin(session, isCached: false, statuses: [StatusReport(.n010)])
        case .refused, .failed, .accountFailed:
            guard openLogin?.page?.isPassive != true else { return endPassivePage() }
            trackAuthentication(nil)
            failLogin(Self.statuses(for: outcome))
        }
    }

    /// Ends the logout or the login whose page could not be shown. A passive login has then found no user.
    private mutating func failPage(_ reason: String) {
        if let openLogout {
            raise([StatusReport(.internalError, message: reason)], to: openLogout.caller.map { [$0] } ?? [])
            return closeLogoutPage()
        }
        guard openLogin?.page?.isPassive != true else { return endPassivePage() }
        failLogin([StatusReport(.n500, message: reason)])
    }

    /// Ends the open login because the service does not allow it to continue.
    mutating func failLogin(_ statuses: [StatusReport]) {
        let isOtherDevice = !statuses.aboutOtherDevice.isEmpty
        endLogin(code: isOtherDevice ? USER_NOT_AUTHENTICATED_ERROR : GENERIC_AUTHENTICATION_ERROR, statuses: statuses)
    }

    private static func statuses(for outcome: ExchangeOutcome) -> [StatusReport] {
        guard case .failed(let failure) = outcome else {
            return [StatusReport(.n130, message: "The login page created no session at the service.")]
        }
        return failure.loginStatuses
    }
}

extension ServiceOutcome {
    /// The codes for a login that the service does not allow to continue.
    var loginStatuses: [StatusReport] { statuses.or(StatusReport(.n500, message: reason)) }
}
