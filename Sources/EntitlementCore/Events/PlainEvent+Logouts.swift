import TVWorld

extension EntitlementEvent where Self == PlainEvent<Void> {
    /// Removes a device's tokens, if it has any; the provider's own session continues: REST v1 `DELETE /api/v1/logout`.
    public static func logOut(call: DeviceCall) -> Self {
        Self(.loggedOut, call.journalDetails) { (state, _) throws(Refusal) in
            let (_, key) = try state.admit(call)
            guard state.authentications[key] != nil || state.denials(of: key) != nil else { return Decision(()) }
            return Decision((), changes: Change.signOut(key))
        }
    }
}

extension EntitlementEvent where Self == PlainEvent<WebLogout> {
    /// Performs the browser's part of a logout: the URL of a ``ProfileLogout``, `GET /adobe-services/logout`.
    ///
    /// - Parameter id: The opaque identifier in the URL (`pt_device_id`).
    public static func startProfileLogout(id: String) -> Self {
        Self(.logoutStarted, ["deviceId": id]) { (state, context) throws(Refusal) in
            // The app's profile has already been removed; opening the URL a second time only leads to the service's page.
            guard let logout = state.pendingLogouts[id] else { return Decision(.done(redirectURL: nil)) }
            let removal = Change.remove(PendingLogout.self, id)
            guard context.now < logout.expiresAt else {
                return Decision(.done(redirectURL: logout.redirectURL), changes: [removal])
            }
            return state.webLogout(
                of: logout.authentication, redirectURL: logout.redirectURL, context, changes: [removal])
        }
    }
}

extension EntitlementEvent where Self == PlainEvent<Bool> {
    /// Ends a browser's session at a provider, in the provider's role: `GET /mvpd/{provider}/saml/slo`. The answer says whether
    /// there was a session to end; the response is the same if there was none.
    ///
    /// - Parameters:
    ///   - provider: The provider's platform identifier.
    ///   - nameID: The user's name in the provider's assertions.
    ///   - sessionIndexes: The sessions to end; if empty, all of the user's in this browser.
    ///   - cookieDigest: The SHA-256 of the browser's cookie, in hexadecimal digits; nil if it has none.
    public static func closeLoginSession(
        provider: String, nameID: String, sessionIndexes: [String], cookieDigest: String?
    ) -> Self {
        Self(.providerLoggedOut, ["provider": provider, "user": nameID]) { (state, context) throws(Refusal) in
            guard let cookieDigest, let open = state.loginSession(cookieDigest, provider: provider, now: context.now),
                open.subscriber.userID == nameID,
                sessionIndexes.isEmpty || sessionIndexes.contains(open.session.sessionIndex)
            else { return Decision(false) }
            return Decision(true, changes: [.remove(LoginSession.self, cookieDigest)])
        }
    }
}
