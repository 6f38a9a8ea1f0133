extension EntitlementMachine {
    /// Reuses a login of another requestor's app on this device: the user is not prompted, and no page is shown. Nil if no login
    /// is also valid for the current requestor.
    ///
    /// The real library uses one requestor's token for another; this one requests a new token, because tokens stay at the
    /// service. Only web logins are shared: the platform decides for each app, and an MVPD with authentication per requestor
    /// authenticates the user for each one.
    var sharedLogin: TokenRequest? {
        for session in storage.otherSessions
        where session.source == .regular && session.expires > now && session.deviceID == storage.deviceID {
            guard let provider = configuration?.provider(id: session.mvpd), !provider.authenticatesPerRequestor else { continue }
            let creation = loginRequest(
                "/api/v1/tokens/authn", at: provider.service, ["mvpd": provider.id, "sharedRequestor": session.requestor])
            return TokenRequest(provider: provider, source: .regular, creation: creation)
        }
        return nil
    }
}
