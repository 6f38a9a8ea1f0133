import TVWorld

extension EntitlementEvent where Self == PlainEvent<OpenLogin?> {
    /// Logs a browser in without a prompt, in the provider's role, because its address belongs to a subscriber's home
    /// (home-based authentication). The answer is nil if the browser must be prompted, which is not recorded as an event; no
    /// browser stores the session.
    ///
    /// A real provider knows the subscriber of an address; here the home belongs to the provider's first subscriber in the world.
    ///
    /// - Parameters:
    ///   - provider: The provider's platform identifier.
    ///   - requestor: The requestor on whose behalf the provider was asked; nil if it is unknown.
    ///   - address: The browser's address.
    public static func openHomeSession(provider: String, requestor: String?, address: String?) -> Self {
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
}
