import TVWorld

/// Performs the browser's part of a logout: the URL of ``EndProfile``'s answer, `GET /adobe-services/logout`.
public struct StartProfileLogout: EntitlementEvent {
    public var journalEvent: JournalEvent { .logoutStarted }

    /// The opaque identifier in the URL (`pt_device_id`).
    public var id: String

    /// Creates a logout in a browser.
    public init(id: String) {
        self.id = id
    }

    public var journalDetails: [String: String] { ["deviceId": id] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<StartWebLogout.Answer> {
        // The app's profile has already been removed; opening the URL a second time only leads to the service's page.
        guard let logout = state.pendingLogouts[id] else { return Decision(.done(redirectURL: nil)) }
        let removal = Change.remove(PendingLogout.self, id)
        guard context.now < logout.expiresAt else { return Decision(.done(redirectURL: logout.redirectURL), changes: [removal]) }
        return state.webLogout(of: logout.authentication, redirectURL: logout.redirectURL, context, changes: [removal])
    }
}
