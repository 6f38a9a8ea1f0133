import TVWorld

/// A browser's session at a provider, and the user.
public struct OpenLogin: Sendable, Equatable {
    /// The session.
    public var session: LoginSession
    /// The user.
    public var subscriber: Subscriber
}

extension EntitlementEvent where Self == PlainEvent<OpenLogin> {
    /// Logs a user in on a provider's page, in the provider's role: the form of `/mvpd/{provider}/saml/sso`.
    ///
    /// - Parameters:
    ///   - provider: The provider's platform identifier.
    ///   - username: The name in the form.
    ///   - isPasswordRight: Whether the password in the form is the subscriber's.
    ///   - cookieDigest: The SHA-256 of the browser's new cookie, in hexadecimal digits.
    public static func openLoginSession(
        provider: String, username: String, isPasswordRight: Bool, cookieDigest: String
    ) -> Self {
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
