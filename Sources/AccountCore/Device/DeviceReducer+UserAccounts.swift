import TVWorld

/// A change of an app's user account, by the app or by the user.
public enum UserAccountEvent: Sendable, Equatable {
    /// `VSUserAccountManager.update(_:)`: replaces the account of the app on this device.
    case updated(UserAccount)
    /// `VSSubscriptionRegistrationCenter.setCurrentSubscription(_:)` with nil, which signs the account out. A subscription itself
    /// is an account.
    case subscriptionEnded
    /// The user decided about automatic sign-in; the context allows the app to store a token.
    case autoSignInDecided(AutoSignInAuthorization, context: String)
    /// `updateAutoSignInToken(_:updateContext:)`
    case autoSignInTokenUpdated(String, context: String)
    /// `deleteAutoSignInToken()`
    case autoSignInTokenDeleted
}

/// The user accounts and automatic sign-in of apps.
extension DeviceReducer {
    /// Applies an app's event. If this throws, the state is unchanged; an event without a change has no effects.
    ///
    /// - Throws: `InvalidInput`, `VSError`, `Refusal`.
    static func reduce(
        _ state: inout DeviceState, _ event: UserAccountEvent, of app: ApplicationID
    ) throws -> [DeviceEffect] {
        let old = state.userAccounts[app] ?? ApplicationUserAccount()
        var new = old
        switch event {
        case .updated(let account):
            try check(account, of: app, in: state)
            new.account = account
        case .subscriptionEnded: new.account?.isSignedOut = true
        case .autoSignInDecided(let authorization, let context):
            new.authorization = authorization
            new.updateContext = authorization == .granted ? context : nil
        case .autoSignInTokenUpdated(let token, let context): try setToken(token, context: context, in: &new)
        case .autoSignInTokenDeleted:
            new.token = nil
            new.authorization = .notDetermined
            new.updateContext = nil
        }
        guard new != old else { return [] }
        guard new.size <= old.size || state.userAccounts.size - old.size + new.size <= UserAccounts.sizeLimit else {
            throw Refusal(.limitReached, "the accounts of all apps together may have \(UserAccounts.sizeLimit >> 20) MiB")
        }
        state.userAccounts[app] = new
        return [.store(.userAccount(app, state.userAccounts[app])), .record(record(of: event, app))]
    }

    /// Checks the TV provider that an account names: it must be the one that is signed in, and the app needs access. The error is
    /// the same in both cases, so that it does not reveal who is signed in.
    private static func check(_ account: UserAccount, of app: ApplicationID, in state: DeviceState) throws {
        try account.check()
        guard let provider = account.accountProviderIdentifier else { return }
        guard state.accessStatus(of: app) == .granted, state.signedInAccount?.provider == provider else {
            throw VSError(
                .rejected, "account-provider-identifier must be the provider that is signed in, and the app needs access to it")
        }
    }

    private static func setToken(_ token: String, context: String, in entry: inout ApplicationUserAccount) throws {
        let isBlank = token.unicodeScalars.allSatisfy { $0.properties.isWhitespace }
        guard !isBlank, token.utf8.count <= UserAccount.maximumLength else {
            throw InvalidInput(field: "token", message: "must be 1 to \(UserAccount.maximumLength) bytes and not blank")
        }
        guard entry.authorization == .granted, let expected = entry.updateContext, expected == context else {
            throw VSError(.rejected, "the context must be that of the app's last granted RequestAutoSignInAuthorization")
        }
        entry.token = token
    }

    private static func record(of event: UserAccountEvent, _ app: ApplicationID) -> JournalRecord {
        let (name, detail): (JournalEvent, JournalDetail) =
            switch event {
            case .updated(let account): (.userAccountUpdated, JournalDetail("signed-out", .flag(account.isSignedOut)))
            case .subscriptionEnded: (.userAccountUpdated, JournalDetail("signed-out", .flag(true)))
            case .autoSignInDecided(let decision, _): (.autoSignInChanged, JournalDetail("authorization", decision.rawValue))
            case .autoSignInTokenUpdated: (.autoSignInChanged, JournalDetail("token", "stored"))
            case .autoSignInTokenDeleted: (.autoSignInChanged, JournalDetail("token", "deleted"))
            }
        return JournalRecord(name, application: app, details: [detail])
    }
}
