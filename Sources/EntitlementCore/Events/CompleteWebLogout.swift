import TVWorld

/// Accepts a provider's response to a logout: `GET /sp/saml/LogoutServiceHTTPRedirectResponse`.
public struct CompleteWebLogout: EntitlementEvent {
    /// The caller's next step.
    public enum Answer: Sendable, Equatable {
        /// Redirect the browser to the URL, or, without one, to a page about the logout.
        case done(redirectURL: String?)
        /// Verify the response for this provider, then send the event again.
        case needsVerification(Provider)
    }

    public var journalEvent: JournalEvent { .logoutCompleted }

    /// The answered request: the `RelayState`, which must match the verified response.
    public var request: String
    /// The state of the response, which says whether the provider has ended its session.
    public var evidence: Evidence<Bool>

    /// Creates the event for a provider's response.
    public init(request: String, evidence: Evidence<Bool> = .unverified) {
        self.request = request
        self.evidence = evidence
    }

    public var journalDetails: [String: String] { ["request": request] }

    public func outcome(of answer: Answer) -> String? {
        if case .needsVerification = answer { nil } else { "ok" }
    }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        guard let pending = state.pendingRequests[request], case .logout(let redirectURL) = pending.origin,
            let provider = state.world.provider(mvpd: pending.mvpd)
        else {
            throw Refusal(
                400, .invalidSAMLResponse, "The provider's response does not belong to a logout that was started here.",
                details: "Go back to the app.")
        }
        // Repeated, for instance by a step back: the user is logged out, and there is nothing else to report.
        guard pending.usedAt == nil else { return Decision(.done(redirectURL: redirectURL)) }
        guard context.now < pending.expiresAt else {
            throw Refusal(
                400, .logoutIncomplete, "You are logged out of the app. The provider's response came too late.",
                details: "Go back to the app."
            ).returning(to: redirectURL)
        }
        switch evidence {
        case .absent, .unverified: return Decision(.needsVerification(provider))
        case .refused(let reason):
            throw Refusal(
                400, .invalidSAMLResponse, "You are logged out of the app. \(reason)", details: "Go back to the app."
            ).returning(to: redirectURL)
        case .verified(true):
            return Decision(.done(redirectURL: redirectURL), changes: [.save(pending.used(at: context.now))])
        case .verified(false):
            throw Refusal(
                403, .logoutIncomplete, "You are logged out of the app, but \(provider.name) has not ended its own session.",
                details: "This browser may still be logged in there. Close the browser, then go back to the app.",
                changes: [.save(pending.used(at: context.now))]
            ).returning(to: redirectURL)
        }
    }
}
