import TVWorld

extension RegistrationCode {
    /// Returns the service's own page at which a login on a second screen ends.
    func activationPage(at activationURL: String) -> String { "\(activationURL)/done?code=\(code)" }

    /// Returns the request of a login in a browser, which can be answered as long as the code is valid.
    func loginRequest(to provider: Provider, redirectURL: String, _ context: DecisionContext) -> PendingRequest {
        PendingRequest(
            id: "_" + context.random.uuid(), key: key, mvpd: provider.mvpd, platform: platform, createdAt: context.now,
            expiresAt: min(context.now + PendingRequest.webLifetime, expiresAt),
            sentBy: .web(code: code, redirectURL: redirectURL))
    }

    /// Returns the changes of a sign-in with the code: the token or profile, and that the code was used. Previous authorizations
    /// are removed.
    func signedIn(_ record: AuthenticationRecord, _ state: EntitlementState, now: Int64) -> [Change] {
        guard let session else {
            var used = self
            used.isUsed = true
            return Change.signIn(record) + [.save(used)]
        }
        let key = ProfileKey(owner: record.deviceKey, mvpd: record.mvpd)
        // An identity keeps sharing the first profile as long as that is valid.
        let identities = session.identities.filter { identity in
            state.sharedProfile(identity, mvpd: key.mvpd, now: now).map { $0.recordKey == key } ?? true
        }
        let profile = ProfileRecord(authentication: record, identities: identities)
        return [
            .remove(ProfileAuthorization.self, key), .save(profile), .save(completed(by: record)),
        ]
    }

    /// Returns the code of a session of REST v2 that a profile has completed.
    func completed(by record: AuthenticationRecord) -> RegistrationCode {
        var code = self
        code.isUsed = true
        code.mvpd = record.mvpd
        code.session?.profileSessionID = record.sessionID
        code.session?.profileExpiresAt = record.expiresAt
        return code
    }
}

extension EntitlementState {
    /// Returns the provider at which the user of a code is signed in; nil if no user is.
    func signedIn(with code: RegistrationCode, now: Int64) -> Provider? {
        guard code.session == nil else { return code.isUsed ? profile(of: code, now: now)?.session.provider : nil }
        guard let token = authentications[code.key], now < token.expiresAt else { return nil }
        return world.provider(mvpd: token.mvpd)
    }

    /// Returns the regular profile of a session's client and device for the session's provider; for a completed session, only
    /// that of its login.
    func profile(of code: RegistrationCode, now: Int64) -> FoundProfile? {
        guard let mvpd = code.mvpd,
            let found = profile(ProfileKey(owner: code.key, mvpd: mvpd), now: now, admitting: { _ in false }).profile
        else { return nil }
        return code.isUsed && found.session.record.sessionID != code.session?.profileSessionID ? nil : found
    }
}
