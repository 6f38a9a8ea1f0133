import TVWorld

/// The caller's next step after a provider's response to a logout.
public enum WebLogoutCompletion: Sendable, Equatable {
    /// Redirect the browser to the URL, or, without one, to a page about the logout.
    case done(redirectURL: String?)
    /// Verify the response for this provider, then send the event again.
    case needsVerification(Provider)
}

extension EntitlementEvent where Self == PlainEvent<WebLogoutCompletion> {
    /// Accepts a provider's response to a logout: `GET /sp/saml/LogoutServiceHTTPRedirectResponse`.
    ///
    /// - Parameters:
    ///   - request: The answered request: the `RelayState`, which must match the verified response.
    ///   - evidence: The state of the response, which says whether the provider has ended its session.
    public static func completeWebLogout(request: String, evidence: Evidence<Bool> = .unverified) -> Self {
        Self(.logoutCompleted, ["request": request]) { (state, context) throws(Refusal) in
            guard let pending = state.pendingRequests[request], case .logout(let redirectURL) = pending.sentBy,
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
        } outcome: { answer in
            if case .needsVerification = answer { nil } else { "ok" }
        }
    }
}
