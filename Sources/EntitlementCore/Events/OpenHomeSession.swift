import TVWorld

/// Logs a browser in without a prompt, in the provider's role, because its address belongs to a subscriber's home (home-based
/// authentication).
///
/// A real provider knows the subscriber of an address; here the home belongs to the provider's first subscriber in the world.
public struct OpenHomeSession: EntitlementEvent {
    /// The session, which no browser stores, and the user; nil if the browser must be prompted.
    public typealias Answer = OpenLogin?

    public var journalEvent: JournalEvent { .providerLoggedIn }

    /// The provider's platform identifier.
    public var provider: String
    /// The requestor on whose behalf the provider was asked; nil if it is unknown.
    public var requestor: String?
    /// The browser's address.
    public var address: String?

    /// Creates the event for a browser at a provider.
    public init(provider: String, requestor: String?, address: String?) {
        self.provider = provider
        self.requestor = requestor
        self.address = address
    }

    public var journalDetails: [String: String] { ["provider": provider, "home": "true"] }

    /// Returns whether an answer is recorded as an event; a prompt is not.
    public static func isFinal(_ answer: Answer) -> Bool { answer != nil }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        guard let provider = state.world.provider(id: provider), provider.isHomeBased, let requestor,
            let integration = state.world.integration(requestor: requestor, mvpd: provider.mvpd),
            integration.isAtHome(address), let subscriber = state.world.subscribers.first(where: { $0.provider == provider.id })
        else { return Decision(nil) }
        let session = LoginSession(
            id: "", provider: provider.id, username: subscriber.username, sessionIndex: "_" + context.random.uuid(),
            authenticatedAt: context.now, expiresAt: context.now)
        return Decision(OpenLogin(session: session, subscriber: subscriber))
    }
}
