import TVWorld

/// Logs a browser in without asking, in the provider's role, because it calls from a subscriber's home (home-based
/// authentication).
///
/// The provider of the real thing knows whose line an address is; here the home belongs to the first subscriber that the world
/// has of the provider.
public struct OpenHomeSession: EntitlementEvent {
    /// The session, which no browser remembers, and the user; nil where the browser must be asked.
    public typealias Answer = OpenLoginSession.Answer?

    public static let journalEvent = JournalEvent.providerLoggedIn

    /// The provider's platform identifier.
    public var provider: String
    /// The requestor on whose behalf the provider was asked; nil when it was not told.
    public var requestor: String?
    /// The address that the browser calls from.
    public var address: String?

    /// A browser at a provider.
    public init(provider: String, requestor: String?, address: String?) {
        self.provider = provider
        self.requestor = requestor
        self.address = address
    }

    public var journalDetails: [String: String] { ["provider": provider, "home": "true"] }

    /// A browser that is asked is no event.
    public static func isFinal(_ answer: Answer) -> Bool { answer != nil }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        guard let provider = state.world.provider(id: provider), provider.isHomeBased, let requestor,
            let integration = state.world.integration(requestor: requestor, mvpd: provider.mvpd),
            integration.isAtHome(address), let subscriber = state.world.subscribers.first(where: { $0.provider == provider.id })
        else { return Decision(nil) }
        let session = LoginSession(
            id: "", provider: provider.id, username: subscriber.username, sessionIndex: "_" + context.random.uuid(),
            authenticatedAt: context.now, expiresAt: context.now)
        return Decision(OpenLoginSession.Answer(session: session, subscriber: subscriber))
    }
}
