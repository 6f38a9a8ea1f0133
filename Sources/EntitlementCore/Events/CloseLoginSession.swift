import TVWorld

/// Ends a browser's session at a provider, in the provider's role: `GET /mvpd/{provider}/saml/slo`.
public struct CloseLoginSession: EntitlementEvent {
    /// Whether there was a session to end; the response is the same if there was none.
    public typealias Answer = Bool

    public var journalEvent: JournalEvent { .providerLoggedOut }

    /// The provider's platform identifier.
    public var provider: String
    /// The user's name in the provider's assertions.
    public var nameID: String
    /// The sessions to end; if empty, all of the user's in this browser.
    public var sessionIndexes: [String]
    /// The SHA-256 of the browser's cookie, in hexadecimal digits; nil if it has none.
    public var cookieDigest: String?

    /// Creates a logout that the service requests.
    public init(provider: String, nameID: String, sessionIndexes: [String], cookieDigest: String?) {
        self.provider = provider
        self.nameID = nameID
        self.sessionIndexes = sessionIndexes
        self.cookieDigest = cookieDigest
    }

    public var journalDetails: [String: String] { ["provider": provider, "user": nameID] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        guard let cookieDigest, let open = state.loginSession(cookieDigest, provider: provider, now: context.now),
            open.subscriber.userID == nameID, sessionIndexes.isEmpty || sessionIndexes.contains(open.session.sessionIndex)
        else { return Decision(false) }
        return Decision(true, changes: [.remove(LoginSession.self, cookieDigest)])
    }
}
