// Passive authentication (N001): if a provider authenticates for each requestor separately, a user who has logged in for another
// requestor does not have to be prompted again, because the provider's pages remember the browser. A page of the system's
// browser, which shares its cookies between apps, can detect this; web views of apps share nothing, and tvOS shows no pages.
extension EntitlementMachine {
    /// The provider at which setRequestor tries to log in without a prompt: the user is not logged in, no login is in progress,
    /// and another requestor's session with the provider is stored on this device.
    var passiveProvider: ProviderConfiguration? {
        guard environment.platform == .ios, openLogin == nil, usableSessions.isEmpty else { return nil }
        let others = storage.otherSessions.filter {
            $0.source == .regular && $0.deviceID == storage.deviceID && $0.expires > now
        }
        return others.lazy.compactMap { self.configuration?.provider(id: $0.mvpd) }.first { $0.authenticatesPassively }
    }

    /// Shows the passive page. No call has requested the login: until one does, its only callbacks are those at the end of the
    /// page.
    mutating func openPassiveLogin(at provider: ProviderConfiguration, code: RegistrationCode) {
        openLogin = LoginSession(isUnasked: true, formerTokens: presentTokens)
        let shown = show(loginPage(of: provider, code: code.code, isPassive: true), of: provider, to: [])
        openLogin?.page = LoginPage(provider: provider, isPassive: true, shown: shown)
    }

    /// Continues after a passive page that created no session: the user is prompted if a call waits for the login.
    mutating func endPassivePage() {
        leavePage()
        guard isLoginAwaited else {
            openLogin = nil
            return report(nil, [StatusReport(.n000)])
        }
        logIn(isForced: false, filter: openLogin?.filter ?? .none) { $1.follow($0) }
    }
}
