import TVWorld

/// The account.
extension DeviceReducer {
    func signIn(
        _ subscriber: String, at provider: String, lifetime: Int64, now: Int64, seed: [UInt8], in state: inout DeviceState
    ) throws -> [DeviceEffect] {
        guard state.provider(id: provider) != nil else {
            let known = state.world.platformProviderIDs
            throw Refusal.unknown("provider", provider, known: state.developer.providers.map(\.id) + known)
        }
        guard !subscriber.isEmpty, state.subscriber(provider: provider, username: subscriber) != nil else {
            throw Refusal.unknown(
                "subscriber", subscriber, at: provider,
                known: state.world.subscribers.filter { $0.provider == provider }.map(\.username))
        }
        let longest = Scenario.Account.maximumLifetime
        guard (0...longest).contains(lifetime) else {
            throw InvalidInput(field: "expires-in", message: "must be 0 to \(longest) seconds (a hundred years)")
        }
        let account = SystemAccount(
            provider: provider, subscriber: subscriber, signedInAt: now, expiresAt: now + lifetime, seed: seed)
        return store(account, in: &state, .accountSignedIn, Self.details(of: account) + [Self.expiration(of: account)])
    }

    func remember(
        _ provider: String, now: Int64, in state: inout DeviceState
    ) throws(Refusal) -> [DeviceEffect] {
        guard state.provider(id: provider) != nil else {
            throw .unknown("provider", provider, known: state.lineUp.map(\.id))
        }
        if let account = state.storedAccount, account.isRemembered, account.provider == provider { return [] }
        let account = SystemAccount(provider: provider, subscriber: "", signedInAt: now, expiresAt: now, seed: [])
        return store(account, in: &state, .accountRemembered, [JournalDetail("account-provider-identifier", provider)])
    }

    func signOut(keepsAccess: Bool, from state: inout DeviceState) -> [DeviceEffect] {
        guard let account = state.storedAccount else { return [] }
        state.storedAccount = nil
        var effects: [DeviceEffect] = [.store(.account(nil)), .announce(.accountChanged)]
        if !keepsAccess { effects += resetAllAccess(in: &state) }
        let details = Self.details(of: account) + [JournalDetail("keep-access", .flag(keepsAccess))]
        return effects + [.record(.accountSignedOut, details)]
    }

    func expire(at now: Int64, in state: inout DeviceState) throws(Refusal) -> [DeviceEffect] {
        guard var account = state.signedInAccount else { throw Refusal(.notFound, "no user is signed in") }
        guard account.isValid(at: now) else { return [] }
        account.expiresAt = now
        return store(account, in: &state, .accountExpired, Self.details(of: account))
    }

    /// Announces that the authentication has expired. Nothing is stored, because the expiry follows from the time.
    func lapse(_ account: SystemAccount, in state: DeviceState) -> [DeviceEffect] {
        guard state.storedAccount == account else { return [] }
        return [.announce(.accountChanged), .record(.accountExpired, Self.details(of: account))]
    }

    func renew(_ renewed: SystemAccount, until: Int64, in state: inout DeviceState) -> [DeviceEffect] {
        // Since the provider's answer, another user may have signed in, or the same one again.
        guard var account = state.storedAccount, account.seed == renewed.seed, account.provider == renewed.provider,
            account.expiresAt < until
        else { return [] }
        account.expiresAt = until
        return store(
            account, in: &state, .accountRenewed, Self.details(of: account) + [Self.expiration(of: account)],
            announcing: .accountRenewed)
    }

    private func store(
        _ account: SystemAccount, in state: inout DeviceState, _ event: JournalEvent, _ details: [JournalDetail],
        announcing announcement: Announcement = .accountChanged
    ) -> [DeviceEffect] {
        state.storedAccount = account
        return [.store(.account(account)), .announce(announcement), .record(event, details)]
    }

    private static func expiration(of account: SystemAccount) -> JournalDetail {
        JournalDetail("authentication-expiration-date", .number(account.expiresAt))
    }

    private static func details(of account: SystemAccount) -> [JournalDetail] {
        [
            JournalDetail("account-provider-identifier", account.provider),
            JournalDetail("subscriber", account.subscriber),
        ]
    }
}
