// Table 2.
extension Model {
    /// The token that may be used, or the codes for its absence.
    mutating func check() -> (token: Token?, codes: [String]) {
        if let token = regularToken { return (token, []) }
        // 2.8
        if usableTokens.isEmpty, (tokens[requestor] ?? [:]).values.contains(where: { $0.device != world.device }) {
            forgetEverything()
            return (nil, ["SEC412", "N000"])
        }
        guard hasSingleSignOn else { return (nil, ["N000"]) }
        let account = account()
        if case .signedIn(let account) = account, let provider = configured(onPlatform: account.platformID),
            let token = appleToken(provider.provider.mvpd), isHeardOf(token)
        {
            return (token, [])
        }
        return (nil, Self.codes(account, .checkAuthentication) + ["N000"])
    }

    mutating func checkAuthentication() {
        let (token, codes) = check()
        track(token, isCached: true)
        raise(codes)
        result(token != nil, token == nil ? Text.notAuthenticated : "")
    }

    /// Every login of every requestor.
    mutating func forgetEverything() {
        tokens = [:]
        selected = [:]
        decisions = [:]
        preset = nil
    }
}

// Table 3.
extension Model {
    /// The result of a login before the user has to act.
    enum Direction {
        case authenticated(Token, isCached: Bool, [String])
        case user(isForced: Bool, Account)
        case dialog([String])
        case provider(Configured, [String])
        case unavailable
    }

    /// The picker's entries of one `getAuthentication`.
    struct Filter {
        var shown: [String]?
        var featured: [String] = []
    }

    mutating func getAuthentication(_ isForced: Bool, _ filter: Filter, _ identity: String?) {
        // A second one joins the login for which the system prompts the user.
        guard open?.asked == nil else { return keep(filter, identity) }
        let isListShown = isAwaited && open?.page == nil
        let direction = login(isForced: isForced && (!isAwaited || isListShown), maySwitch: true)
        if case .authenticated(let token, let isCached, _) = direction, !isCached || isListShown || !isUsersTurn(beside: token) {
            return follow(direction, Filter())
        }
        // A call for a new login does not wait for a page without a prompt.
        if isForced { dropUnaskedLogin() }
        // 3.25: an app that ignores the list gets it again.
        if isListShown {
            let former = isForced ? presentTokens : nil
            open?.former = former
            open?.isTracked = false
            keep(filter, identity)
            return follow(direction, filter)
        }
        openLogin(direction, filter, waiting: nil, identity, isForced: isForced)
    }

    /// Whether the user still has to answer the system, or to use a page or the list of a forced login that is newer than a token:
    /// the token does not end that.
    func isUsersTurn(beside token: Token) -> Bool {
        guard open?.asked == nil else { return true }
        guard let page = open?.page else { return open?.former?[token.mvpd] == token.expires }
        return !page.isPassive && page.former[token.mvpd] == token.expires
    }

    /// When the requestor's tokens expire, by MVPD.
    var presentTokens: [String: Int64] { (tokens[requestor] ?? [:]).mapValues(\.expires) }

    /// - Parameter maySwitch: Whether a provider that was chosen since precedes a valid token of another (3.26).
    mutating func login(isForced: Bool, maySwitch: Bool) -> Direction {
        let chosen = preset.flatMap { configured($0) }
        // 3.1
        if !isForced, let token = regularToken, !maySwitch || chosen == nil || chosen?.provider.mvpd == token.mvpd {
            return .authenticated(token, isCached: true, [])
        }
        // 3.20 and 3.2
        guard !configuration.isEmpty else { return .unavailable }
        guard hasSingleSignOn else { return ownDialog([]) }
        return login(isForced: isForced, maySwitch: maySwitch, chosen, account())
    }

    private mutating func login(isForced: Bool, maySwitch: Bool, _ chosen: Configured?, _ account: Account) -> Direction {
        if case .signedIn(let account) = account { removeAppleTokens(butOf: account) }
        let direction = direction(account)
        if let chosen, leadsElsewhere(direction, than: chosen) {
            let hasToken = direction.provider.map { appleToken($0) != nil } ?? false
            if maySwitch || !hasToken { return .provider(chosen, []) }
        }
        switch direction {
        case .user: return prompt(isForced: isForced, account)
        case .ends(let direction): return direction
        // 3.12
        case .degraded(let provider):
            if let token = appleToken(provider.provider.mvpd) { return .authenticated(token, isCached: true, ["N010"]) }
            let outcome = authenticateDegraded(provider)
            if case .ruleEnded = outcome { return login(isForced: isForced, maySwitch: maySwitch, chosen, account) }
            return after(outcome, account)
        // 3.11 and 3.24
        case .exchange(let provider):
            if isForced { return prompt(isForced: true, account) }
            if let token = appleToken(provider.provider.mvpd) { return .authenticated(token, isCached: true, []) }
            return after(exchange(provider), account)
        }
    }

    private mutating func after(_ outcome: Exchange, _ account: Account) -> Direction {
        if case .accountFailed(.rejected) = outcome, case .signedIn(let signedIn) = account, signedIn.isExpired {
            return prompt(isForced: true, account)
        }
        return after(outcome)
    }

    /// The system prompts the user; after the user has declined in this login, the app gets the list again (3.25).
    private func prompt(isForced: Bool, _ account: Account) -> Direction {
        open?.declined.map { ownDialog($0) } ?? .user(isForced: isForced, account)
    }

    private func after(_ outcome: Exchange) -> Direction {
        switch outcome {
        case .stored(let token): return .authenticated(token, isCached: false, [])
        case .degraded(let token): return .authenticated(token, isCached: false, ["N010"])
        // 3.13
        case .refused, .ruleEnded: return ownDialog(["VSA503"])
        case .failed(let codes): return ownDialog(codes + ["VSA503"])
        case .accountFailed(let account): return ownDialog(Self.codes(account, .getAuthentication))
        }
    }

    /// Whether the account leads to another provider than the one that the app has chosen.
    private func leadsElsewhere(_ direction: AccountDirection, than chosen: Configured) -> Bool {
        direction.provider != chosen.provider.mvpd
    }

    /// displayProviderDialog, or the result of a preset provider (3.23).
    private func ownDialog(_ codes: [String]) -> Direction {
        preset.flatMap({ configured($0) }).map { .provider($0, codes) } ?? .dialog(codes)
    }

    private enum AccountDirection {
        case user
        case degraded(Configured)
        case exchange(Configured)
        case ends(Direction)

        /// The MVPD to which it leads.
        var provider: String? {
            switch self {
            case .degraded(let provider), .exchange(let provider), .ends(.provider(let provider, _)): provider.provider.mvpd
            case .user, .ends: nil
            }
        }
    }

    private func direction(_ account: Account) -> AccountDirection {
        switch account {
        case .nobody: return .user
        case .signedIn(let account):
            // 3.14
            guard let provider = offered(account.platformID) else { return .ends(ownDialog(["N004"])) }
            return provider.provider.degradation == .authenticateAll ? .degraded(provider) : .exchange(provider)
        case .unsupported(let platformID?):
            // 3.10, 3.21 and 3.22; a provider that the app did not accept is 3.8
            guard let provider = offered(platformID) else { break }
            if provider.provider.degradation == .authenticateAll { return .degraded(provider) }
            if provider.provider.boarding == .picker { return .ends(.provider(provider, [])) }
        default: break
        }
        return .ends(ownDialog(Self.codes(account, .getAuthentication)))
    }

    private func offered(_ platformID: String) -> Configured? {
        configured(onPlatform: platformID).flatMap { $0.provider.isOffered ? $0 : nil }
    }

    /// One login at a time: another joins it.
    mutating func openLogin(
        _ direction: Direction, _ filter: Filter, waiting resource: String?, _ identity: String? = nil, isForced: Bool = false
    ) {
        let joins = open != nil
        if open == nil { open = OpenLogin(former: isForced ? presentTokens : nil) }
        open?.isUnasked = false
        keep(filter, identity)
        if let resource { open?.waiting.append(resource) }
        if !joins { follow(direction, filter) }
    }

    /// The filter of a later prompt, and the user of a promotional pass, are the last that were given.
    private mutating func keep(_ filter: Filter, _ identity: String?) {
        if filter.shown != nil || !filter.featured.isEmpty { open?.filter = filter }
        if let identity { open?.identity = identity }
    }

    mutating func follow(_ direction: Direction, _ filter: Filter) {
        switch direction {
        case .authenticated(let token, let isCached, let codes): completeLogin(token, isCached: isCached, codes)
        case .user(let isForced, let account): ask(isForced: isForced, account, filter)
        case .dialog(let codes):
            trackOnce()
            raise(codes)
            emit("displayProviderDialog(\(configuration.map(\.provider.mvpd).joined(separator: ",")))")
        case .provider(let provider, let codes):
            trackOnce()
            raise(codes)
            // A selection of the app was reported when it was made.
            if preset != provider.provider.mvpd { emit("track(selection \(provider.provider.mvpd))") }
            logIn(provider)
        case .unavailable:
            trackOnce()
            endLogin(Text.notAvailable)
        }
    }

    private mutating func trackOnce() {
        guard open?.isTracked == false else { return }
        open?.isTracked = true
        track(nil)
    }

    mutating func completeLogin(_ token: Token, isCached: Bool, _ codes: [String]) {
        withdraw()
        leavePage()
        continued += open?.waiting ?? []
        open = nil
        preset = nil
        if !isCached {
            for mvpd in (tokens[requestor] ?? [:]).keys where mvpd != token.mvpd {
                tokens[requestor]?[mvpd] = nil
                decisions[mvpd] = nil
            }
        }
        track(token, isCached: isCached)
        raise(codes)
        result(true)
    }

    /// The app continues without the login.
    mutating func cancelLogin() {
        dropUnaskedLogin()
        if open != nil { endLogin(Text.notSelected, ["N005"]) }
    }

    mutating func endLogin(_ code: String, _ codes: [String] = []) {
        withdraw()
        leavePage()
        let waiting = open?.waiting ?? []
        open = nil
        raise(codes)
        result(false, code)
        for resource in waiting { refuseToken(resource, Text.notAuthenticated) }
    }

    /// The user has been on the page or the second screen, after a `setRequestor` that completed with 0.
    mutating func refuseLogin() {
        if open?.page?.isPassive != true { track(nil) }
        endLogin(Text.generic)
    }
}

// The system prompts the user.
extension Model {
    private mutating func ask(isForced: Bool, _ account: Account, _ filter: Filter) {
        open?.asked = account
        let offered = configuration.filter { $0.provider.isOffered }
        let shown = (filter.shown ?? []).compactMap { id in offered.first { $0.provider.mvpd == id }?.provider.platformID }
        let featured = filter.featured.filter { filter.shown?.contains($0) == true }
            .compactMap { id in offered.first { $0.provider.mvpd == id }?.provider.platformID }
        let accepted = accepted
        open?.accepted = accepted
        let lists = [shown, featured, accepted].map { $0.joined(separator: ",") }
        emit("ask(forced=\(isForced) shown=\(lists[0]) featured=\(lists[1]) accepted=\(lists[2]))")
    }

    /// The providers where the app permits the system to sign in.
    private var accepted: [String] {
        configuration.map(\.provider)
            .filter { $0.isOffered && $0.boarding == .supported && $0.degradation != .authenticateAll }
            .compactMap(\.platformID).sorted()
    }

    private mutating func dismiss() {
        guard open?.isDialogShown == true else { return }
        open?.isDialogShown = false
        emit("dismiss")
    }

    mutating func withdraw() {
        guard open?.asked != nil else { return }
        dismiss()
        open?.asked = nil
        emit("withdraw")
    }

    /// What the user does during a prompt of the system, or while a page is in the system's browser.
    public mutating func act(_ action: UserAction) {
        if case .endsPage = action { return endPage() }
        guard open?.asked != nil else { return }
        switch action {
        case .dialogAppears:
            dismiss()
            trackOnce()
            open?.isDialogShown = true
            return emit("present")
        case .dialogGoes: return dismiss()
        default: break
        }
        dismiss()
        let answer = answer(to: action)
        // What has been answered is not withdrawn.
        let earlier = open?.asked
        open?.asked = nil
        if case .failed = phase {
            trackOnce()
            endLogin(Text.generic)
        } else {
            goOn(after: answer, earlier)
        }
        serveContinued()
    }

    /// The page in the system's browser ends, as if the app had shown it.
    private mutating func endPage() {
        guard isBrowsing else { return }
        isInBrowser = false
        if case .failed = phase {
            refuseLogin()
        } else {
            handleExternalURL()
        }
        serveContinued()
    }

    private mutating func goOn(after answer: Account, _ earlier: Account?) {
        note(answer)
        // The provider at which the user is still signed in was not accepted.
        if case .signedIn(let account) = earlier, case .unsupported(account.platformID) = answer { known = earlier }
        switch direction(answer) {
        case .user: follow(ownDialog(["VSA503"]), Filter())
        case .ends(let direction):
            if case .dialog(let codes) = direction, isUsersChoice(answer) { open?.declined = codes }
            follow(direction, Filter())
        case .degraded(let provider):
            let outcome = authenticateDegraded(provider)
            guard case .ruleEnded = outcome else { return follow(after(outcome), Filter()) }
            if case .signedIn = answer { return follow(after(exchange(provider)), Filter()) }
            // The system has shown no form of a degraded provider: from the start.
            follow(login(isForced: open?.former != nil, maySwitch: true), open?.filter ?? Filter())
        case .exchange(let provider): follow(after(exchange(provider)), Filter())
        }
    }

    /// Whether the user has answered, but does not sign in.
    private func isUsersChoice(_ answer: Account) -> Bool {
        switch answer {
        case .cancelled, .unsupported: true
        case .denied, .notDetermined, .nobody, .failed, .rejected, .signedIn: false
        }
    }

    /// The device's result.
    private mutating func answer(to action: UserAction) -> Account {
        switch action {
        case .cancels: return .cancelled
        case .choosesOther: return .unsupported(nil)
        case .picks(let platformID):
            guard World.deviceSignsIn(at: platformID) else {
                world.signIn(at: platformID)
                return .unsupported(platformID)
            }
            guard open?.accepted.contains(platformID) == true else { return .unsupported(platformID) }
            world.signIn(at: platformID)
            return world.account.map(Account.signedIn) ?? .nobody
        case .permissionGoes(let permission):
            world.permission = permission
            return permission == .notDetermined ? .notDetermined : .denied
        case .nothing, .dialogAppears, .dialogGoes, .endsPage: return .nobody
        case .fails: return .failed
        }
    }
}
