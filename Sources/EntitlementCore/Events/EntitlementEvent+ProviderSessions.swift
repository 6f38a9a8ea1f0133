import TVWorld

/// A browser's session at a provider, and the user.
public struct OpenLogin: Sendable, Equatable {
    /// The session.
    public var session: LoginSession
    /// The user.
    public var subscriber: Subscriber
}

extension EntitlementEvent {
    /// Logs a user in on a provider's page, in the provider's role: the form of `/mvpd/{provider}/saml/sso`.
    ///
    /// - Parameters:
    ///   - provider: The provider's platform identifier.
    ///   - username: The name in the form.
    ///   - isPasswordRight: Whether the password in the form is the subscriber's.
    ///   - cookieDigest: The SHA-256 of the browser's new cookie, in hexadecimal digits.
    public static func openLoginSession(
        provider: String, username: String, isPasswordRight: Bool, cookieDigest: String
    ) -> Self where Answer == OpenLogin {
        Self(.providerLoggedIn, ["provider": provider, "username": username]) { (state, context) throws(Refusal) in
            guard isPasswordRight, let subscriber = state.world.subscriber(provider: provider, username: username) else {
                throw Refusal(403, .wrongPassword, "The user name or the password is wrong.")
            }
            let session = LoginSession(
                id: cookieDigest, provider: provider, username: username, sessionIndex: "_" + context.random.uuid(),
                authenticatedAt: context.now, expiresAt: context.now + LoginSession.lifetime)
            // A suspended account is rejected after a correct password, and never stored.
            return Decision(
                OpenLogin(session: session, subscriber: subscriber),
                changes: subscriber.isSuspended ? [] : [.save(session)])
        }
    }

    /// Logs a browser in without a prompt, in the provider's role, because its address belongs to a subscriber's home
    /// (home-based authentication). The answer is nil if the browser must be prompted, which is not recorded as an event; no
    /// browser stores the session.
    ///
    /// A real provider knows the subscriber of an address; here the home belongs to the provider's first subscriber in the world.
    ///
    /// - Parameters:
    ///   - provider: The provider's platform identifier.
    ///   - requestor: The requestor on whose behalf the provider was contacted; nil if it is unknown.
    ///   - address: The browser's address.
    public static func openHomeSession(provider: String, requestor: String?, address: String?) -> Self
    where Answer == OpenLogin? {
        Self(.providerLoggedIn, ["provider": provider, "home": "true"]) { (state, context) throws(Refusal) in
            guard let provider = state.world.provider(id: provider), provider.isHomeBased, let requestor,
                let integration = state.world.integration(requestor: requestor, mvpd: provider.mvpd),
                integration.isAtHome(address),
                let subscriber = state.world.subscribers.first(where: { $0.provider == provider.id })
            else { return Decision(nil) }
            let session = LoginSession(
                id: "", provider: provider.id, username: subscriber.username, sessionIndex: "_" + context.random.uuid(),
                authenticatedAt: context.now, expiresAt: context.now)
            return Decision(OpenLogin(session: session, subscriber: subscriber))
        } outcome: { answer in
            answer == nil ? nil : "ok"
        }
    }

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
    ) -> Self where Answer == Bool {
        Self(.providerLoggedOut, ["provider": provider, "user": nameID]) { (state, context) throws(Refusal) in
            guard let cookieDigest, let open = state.loginSession(cookieDigest, provider: provider, now: context.now),
                open.subscriber.userID == nameID,
                sessionIndexes.isEmpty || sessionIndexes.contains(open.session.sessionIndex)
            else { return Decision(false) }
            return Decision(true, changes: [.remove(LoginSession.self, cookieDigest)])
        }
    }
}

extension EntitlementState {
    /// Returns the session of a browser at a provider and the user, while the provider stores them.
    public func loginSession(_ digest: String, provider: String, now: Int64) -> OpenLogin? {
        guard let session = loginSessions[digest], session.provider == provider, now < session.expiresAt,
            let subscriber = world.subscriber(provider: provider, username: session.username)
        else { return nil }
        return OpenLogin(session: session, subscriber: subscriber)
    }
}
