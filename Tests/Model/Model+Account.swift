extension Model {
    /// The answer of the system account.
    enum Account: Sendable, Equatable {
        case denied, notDetermined, nobody
        /// Any failure that is not the user's choice.
        case failed
        /// The provider did not renew its session silently.
        case rejected
        case cancelled
        /// A provider at which the device cannot sign users in; nil for "Other TV Provider".
        case unsupported(String?)
        case signedIn(World.Account)
    }

    /// The call in which the account was queried: its errors have other codes in each.
    enum Step { case setRequestor, checkAuthentication, getAuthentication }

    /// Queries the account without interrupting the user. During a prompt, it is in its previous state.
    mutating func account() -> Account {
        let account = open?.asked ?? liveAccount
        note(account)
        return account
    }

    /// Remembers the answer of the account; a failure is not an answer, unless it says that nobody is signed in.
    mutating func note(_ account: Account) {
        switch account {
        case .denied, .notDetermined, .nobody, .signedIn: known = account
        case .unsupported: known = .nobody
        case .failed, .rejected, .cancelled: break
        }
    }

    /// The current answer of the device.
    var liveAccount: Account {
        guard world.isDeviceReachable else { return .failed }
        switch world.permission {
        case .denied, .restricted: return .denied
        case .notDetermined: return .notDetermined
        case .granted: break
        }
        guard let account = world.account else { return .nobody }
        guard World.deviceSignsIn(at: account.platformID) else { return .unsupported(account.platformID) }
        return .signedIn(account)
    }

    /// The codes for an account that does not lead to a token.
    static func codes(_ account: Account, _ step: Step) -> [String] {
        switch account {
        case .denied: ["VSA403"]
        case .notDetermined: ["VSA404"]
        case .nobody, .signedIn: []
        case .cancelled: ["N005"]
        case .unsupported(nil): ["N003"]
        case .unsupported: step == .getAuthentication ? ["N004"] : []
        case .failed, .rejected:
            switch step {
            case .setRequestor: ["APPL"]
            case .checkAuthentication: ["APPL_ERROR"]
            case .getAuthentication: ["VSA503"]
            }
        }
    }
}

// What the app knows about MVPDs and logins.
extension Model {
    /// The configuration of the last successful `setRequestor`.
    var configuration: [Configured] {
        if case .configured(let list) = phase { list } else { [] }
    }

    func configured(_ mvpd: String) -> Configured? { configuration.first { $0.provider.mvpd == mvpd } }

    func configured(onPlatform platformID: String) -> Configured? { configuration.first { $0.provider.platformID == platformID } }

    /// Whether single sign-on is on for any MVPD.
    var hasSingleSignOn: Bool { configuration.contains { $0.provider.isOffered } }

    /// The tokens that can be used on this device now, the newest first; an Apple one only together with the account.
    var usableTokens: [Token] {
        (tokens[requestor] ?? [:]).values.filter { token in
            guard token.device == world.device, token.expires > world.now, let provider = configured(token.mvpd)?.provider else {
                return false
            }
            return switch token.source {
            case .regular, .pass: true
            case .apple: provider.isOffered
            case .degraded: provider.degradation == .authenticateAll
            }
        }.sorted { ($0.storedAt, $0.mvpd) > ($1.storedAt, $1.mvpd) }
    }

    /// A token that does not require a query of the account.
    var regularToken: Token? { usableTokens.first { $0.source != .apple } }

    func appleToken(_ mvpd: String) -> Token? { usableTokens.first { $0.source == .apple && $0.mvpd == mvpd } }

    mutating func removeAppleTokens(except kept: String? = nil) {
        for (mvpd, token) in tokens[requestor] ?? [:] where token.source == .apple && mvpd != kept { removeAppleToken(mvpd) }
    }

    /// Removes those of a sign-in other than the current one.
    mutating func removeAppleTokens(butOf account: World.Account) {
        for (mvpd, token) in tokens[requestor] ?? [:] where token.source == .apple && !isOf(account, token) {
            removeAppleToken(mvpd)
        }
    }

    private mutating func removeAppleToken(_ mvpd: String) {
        tokens[requestor]?[mvpd] = nil
        decisions[mvpd] = nil
        if selected[requestor] == mvpd { selected[requestor] = nil }
    }

    private func isOf(_ account: World.Account, _ token: Token) -> Bool {
        configured(onPlatform: account.platformID)?.provider.mvpd == token.mvpd && token.signIn?.number == account.number
    }

    /// Whether the app still learns of a token: not of an Apple token that the account no longer supports.
    func isHeardOf(_ token: Token) -> Bool {
        guard token.source == .apple, let known else { return true }
        if case .signedIn(let account) = known { return isOf(account, token) }
        return false
    }

    /// The tokens of another device are useless on this one.
    mutating func removeForeignTokens() {
        for (mvpd, token) in tokens[requestor] ?? [:] where token.device != world.device {
            tokens[requestor]?[mvpd] = nil
            decisions[mvpd] = nil
        }
    }
}
