import TVWorld

/// The app's next step after the end of a profile.
public enum ProfileLogout: Sendable, Equatable {
    /// Open the logout's URL in a browser.
    case logout(PendingLogout)
    /// Ask the user to sign out of the system account.
    case partner
    /// Nothing: the logout is complete.
    case complete
    /// Nothing: there was no profile.
    case invalid
}

extension EntitlementEvent where Self == PlainEvent<ProfileLogout> {
    /// Ends a profile, and prepares the logout at its provider: REST v2 `GET /api/v2/{serviceProvider}/logout/{mvpd}`.
    ///
    /// - Parameters:
    ///   - mvpd: The provider of the path.
    ///   - redirectURL: The browser's destination after the logout; nil if missing.
    public static func endProfile(call: ClientCall, mvpd: String, redirectURL: String?) -> Self {
        Self(.profileLoggedOut, call.journalDetails.merging(["mvpd": mvpd]) { $1 }) { (state, context) throws(Refusal) in
            let requestor = try state.admit(call.access, serviceProvider: call.serviceProvider)
            try state.check(mvpd: mvpd)
            let key = ProfileKey(owner: try state.owner(of: call, requestor), mvpd: mvpd)
            let (integration, provider) = try state.activeIntegration(requestor, mvpd: mvpd)
            let addresses = try state.loginAddresses(admitted: key.owner, requestor)
            try SessionFields(redirectURL: redirectURL).requireRedirectURL(addresses, requestor)
            if provider.isTemporaryPass { return Decision(.complete) }
            let own = state.profile(key, now: context.now).profile
            let shared = call.identities.compactMap {
                state.shared($0, key, integration, provider, on: call.platform, now: context.now)
            }
            let found = (own.map { [$0] } ?? []) + shared
            let removed = Set(found.map(\.source) + [key]).sorted { $0.values.lexicographicallyPrecedes($1.values) }
            let changes =
                found.isEmpty
                ? [] : removed.flatMap { [Change.remove(ProfileRecord.self, $0), .remove(ProfileAuthorization.self, $0)] }
            let rule = state.authenticationRule(requestor.id, mvpd, on: call.platform, now: context.now)
            if rule != nil { return Decision(.complete, changes: changes) }
            guard let profile = found.first else { return Decision(.invalid) }
            if profile.type == .appleSSO { return Decision(.partner, changes: changes) }
            guard state.singleLogout(of: profile.session.record) != nil else { return Decision(.complete, changes: changes) }
            let logout = PendingLogout(
                id: context.random.uuid(), authentication: profile.session.record,
                redirectURL: redirectURL ?? addresses.standard, expiresAt: context.now + PendingLogout.lifetime)
            return Decision(.logout(logout), changes: changes + [.save(logout)])
        }
    }
}
