extension EntitlementMachine {
    /// `setSelectedProvider`: continues an open login, cancels it (nil), or presets the provider of the next one. A temporary pass
    /// needs no login: it authenticates immediately, unless it requires a user identity, which only `getAuthentication` can pass.
    mutating func setSelectedProvider(_ mvpd: String?) {
        trackSelection(mvpd)
        guard let mvpd else { return cancelSelection() }
        guard let provider = configuration?.provider(id: mvpd) else {
            presetProvider = nil
            return endLogin(code: GENERIC_AUTHENTICATION_ERROR)
        }
        let authenticatesAtOnce = provider.isTemporaryPass && !provider.needsIdentity
        guard isLoginAwaited || authenticatesAtOnce else {
            presetProvider = mvpd
            return
        }
        dropLogoutPage()
        withdrawQuestion()
        leavePage()
        logIn(at: provider)
    }

    /// `getSelectedProvider`: the provider whose page or code is shown, or else the one that was selected for the next login, or
    /// else that of the token, unless a login was cancelled since.
    mutating func getSelectedProvider() {
        // The user did not select a passive page.
        let page = openLogin?.page.flatMap { $0.isPassive ? nil : $0.provider.id }
        let selected = page ?? openLogin?.secondScreen?.provider.id ?? presetProvider ?? selectedProvider
        callBack(.selectedProvider(selected.flatMap { configuration?.provider(id: $0) }))
    }
}
