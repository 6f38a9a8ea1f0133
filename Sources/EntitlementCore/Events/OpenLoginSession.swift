import TVWorld

/// Logs a user in on a provider's page, in the provider's role: the form of `/mvpd/{provider}/saml/sso`.
public struct OpenLoginSession: EntitlementEvent {
    /// The session of the browser, and the user.
    public struct Answer: Sendable, Equatable {
        /// The session.
        public var session: LoginSession
        /// The user.
        public var subscriber: Subscriber
    }

    public var journalEvent: JournalEvent { .providerLoggedIn }

    /// The provider's platform identifier.
    public var provider: String
    /// The name in the form.
    public var username: String
    /// Whether the password in the form is the subscriber's.
    public var isPasswordRight: Bool
    /// The SHA-256 of the browser's new cookie, in hexadecimal digits.
    public var cookieDigest: String

    /// Creates the event for a submitted form.
    public init(provider: String, username: String, isPasswordRight: Bool, cookieDigest: String) {
        self.provider = provider
        self.username = username
        self.isPasswordRight = isPasswordRight
        self.cookieDigest = cookieDigest
    }

    public var journalDetails: [String: String] { ["provider": provider, "username": username] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        guard isPasswordRight, let subscriber = state.world.subscriber(provider: provider, username: username) else {
            throw Refusal(403, .wrongPassword, "The user name or the password is wrong.")
        }
        let session = LoginSession(
            id: cookieDigest, provider: provider, username: username, sessionIndex: "_" + context.random.uuid(),
            authenticatedAt: context.now, expiresAt: context.now + LoginSession.lifetime)
        // A suspended account is rejected after a correct password, and never stored.
        return Decision(
            Answer(session: session, subscriber: subscriber),
            changes: subscriber.isSuspended ? [] : [.save(session)])
    }
}

extension EntitlementState {
    /// Returns the session of a browser at a provider and the user, while the provider stores them.
    public func loginSession(_ digest: String, provider: String, now: Int64) -> OpenLoginSession.Answer? {
        guard let session = loginSessions[digest], session.provider == provider, now < session.expiresAt,
            let subscriber = world.subscriber(provider: provider, username: session.username)
        else { return nil }
        return OpenLoginSession.Answer(session: session, subscriber: subscriber)
    }
}
