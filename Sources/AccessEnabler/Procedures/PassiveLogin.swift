// Passive authentication (N001): at a provider that authenticates for each requestor by itself, whoever has logged in for another
// requestor need not be asked again, because the provider's pages remember the browser. A page of the system's browser, which
// shares its cookies between apps, can find that out; web views of apps share nothing, and tvOS shows no pages.
extension EntitlementMachine {
    /// The provider at which setRequestor tries to log in without asking: nobody is logged in, no login runs, and another
    /// requestor's session of the provider lies on this device.
    var passiveProvider: ProviderConfiguration? {
        guard environment.platform == .ios, openLogin == nil, usableSessions.isEmpty else { return nil }
        let others = situation.otherSessions.filter {
            $0.source == .regular && $0.deviceID == situation.deviceID && $0.expires > now
        }
        return others.lazy.compactMap { self.configuration?.provider(id: $0.mvpd) }.first { $0.authenticatesPassively }
    }

    /// Shows the passive page. No call has asked for the login: until one does, its only callbacks are those at the end of
    /// the page.
    mutating func openPassiveLogin(at provider: ProviderConfiguration, code: RegistrationCode) {
        var page = LoginPage(
            provider: provider, redirectURL: redirectURL(for: provider), formerTokens: presentTokens, isPassive: true)
        openLogin = OpenLogin(isUnasked: true)
        page.shown = show(loginPage(of: provider, code: code.code, isPassive: true), of: provider, to: [])
        openLogin?.page = page
    }

    /// Whether a login runs that a call of the app waits for.
    var isLoginAwaited: Bool { openLogin.map { !$0.isUnasked } ?? false }

    /// Drops a login that nobody has asked for.
    mutating func dropUnaskedLogin() {
        guard openLogin?.isUnasked == true else { return }
        leavePage()
        openLogin = nil
    }

    /// Goes on after a passive page that has left no session: whoever waits for the login is asked now.
    mutating func endPassivePage() -> Progress {
        leavePage()
        guard isLoginAwaited else {
            openLogin = nil
            trackAuthentication(nil)
            raise([StatusReport("N000")])
            callBack(.setAuthenticationStatus(isSuccess: false, code: USER_NOT_AUTHENTICATED_ERROR))
            return .done
        }
        return .calling(Login(isForced: false, filter: .none))
    }
}
