// The app's own choice of a provider, and the end of logins.
extension Model {
    mutating func setSelectedProvider(_ mvpd: String?) {
        emit("track(selection \(mvpd ?? ""))")
        guard let mvpd else { return unselect() }
        guard let provider = configured(mvpd) else {
            preset = nil
            return endLogin(Text.generic)
        }
        // Without an open login it is only preset, except for a temporary pass that does not need the user.
        guard isAwaited || provider.provider.kind == .temporaryPass else {
            preset = mvpd
            return
        }
        isLoggingOut = false
        withdraw()
        leavePage()
        logIn(provider)
    }

    /// Row 3.17.
    mutating func unselect() {
        preset = nil
        selected[requestor] = nil
        // Closing a logout's page does not cancel a login.
        guard !isLoggingOut else { return closeLogoutPage() }
        endLogin(Text.notSelected, isAwaited ? ["N005"] : [])
    }

    /// Rows 3.15, 3.16 and 3.22.
    mutating func logIn(_ provider: Configured) {
        let mvpd = provider.provider.mvpd
        preset = nil
        guard !provider.provider.isPass else { return logInWithPass(provider) }
        if provider.provider.degradation == .authenticateAll,
            case .degraded(let token) = authenticateDegraded(provider)
        {
            return completeLogin(token, isCached: false, ["N010"])
        }
        let reply = reach(.registrationCode, provider.service)
        guard reply == .answer else {
            let codes = Self.codes(for: reply)
            return failLogin(world.platform == .tvos ? codes + ["REG500"] : codes.isEmpty ? ["N500"] : codes)
        }
        let shown = Page(
            mvpd: mvpd, service: provider.service, requestor: requestor, former: presentTokens)
        page = shown
        open?.page = shown
        if world.platform == .ios {
            navigate(to: provider.provider)
        } else {
            open?.screen = Screen(end: world.now + World.codeLifetime, nextQuestion: world.now + 5_000)
            raise(["REGCODE"])
        }
    }

    /// The login continues without the page or the second screen.
    mutating func leavePage() {
        open?.page = nil
        open?.screen = nil
    }

    mutating func handleExternalURL() {
        closeLogoutPage()
        // Without a page the login cannot continue.
        guard let shown = open?.page, open?.screen == nil else { return }
        finishLogin(fetch(shown.mvpd, from: configured(shown.mvpd)?.service ?? .first, .regular, former: shown.former))
    }

    /// Rows 3.15 and 3.19.
    private mutating func finishLogin(_ outcome: Exchange) {
        switch outcome {
        case .stored(let token): return completeLogin(token, isCached: false, token.source == .pass ? ["N011"] : [])
        case _ where open?.page?.isPassive == true: endPassivePage()
        case .failed(let codes):
            track(nil)
            failLogin(codes.isEmpty ? ["N500"] : codes)
        default:
            track(nil)
            endLogin(Text.generic, ["N130"])
        }
    }

    /// A login that the service does not continue.
    mutating func failLogin(_ codes: [String]) {
        endLogin(codes.contains("SEC412") ? Text.notAuthenticated : Text.generic, codes)
    }

    /// Time passes; a second screen is polled meanwhile.
    mutating func elapse(until end: Int64) {
        while let screen = open?.screen, min(screen.end, screen.nextQuestion) <= end {
            world.now = min(screen.end, screen.nextQuestion)
            if screen.end <= screen.nextQuestion { endScreen() } else { askForScreen() }
            serveContinued()
        }
        world.now = end
    }

    private mutating func endScreen() {
        endLogin(Text.generic)
    }

    private mutating func askForScreen() {
        guard let shown = open?.page, var screen = open?.screen else { return }
        let service = configured(shown.mvpd)?.service ?? .first
        let reply = reach(.authenticationToken, service)
        switch reply {
        case .answer:
            if let login = serviceLogin(service), shown.former[login.mvpd] != login.expires {
                return returnFromScreen(shown, service)
            }
        case .status(403), .status(404), .status(410): break
        case .status(429), .status(500...), .unreachable, .portal, .noCredentials:
            screen.interval = min(2 * screen.interval, 60_000)
        default: return failLogin(Self.codes(for: reply).isEmpty ? ["N500"] : Self.codes(for: reply))
        }
        screen.nextQuestion = world.now + screen.interval
        open?.screen = screen
    }

    private mutating func returnFromScreen(_ shown: Page, _ service: World.Service) {
        guard case .configured = phase else { return refuseLogin() }
        finishLogin(fetch(shown.mvpd, from: service, .regular, former: shown.former, mayBeAnother: true))
    }

    mutating func getSelectedProvider() {
        let shown = open?.page.flatMap { $0.isPassive ? nil : $0.mvpd }
        var known = selected[requestor]
        if let mvpd = known, let token = tokens[requestor]?[mvpd], !isHeardOf(token) { known = nil }
        let named = (shown ?? preset ?? known).flatMap { configured($0) }
        emit("selectedProvider(\(named?.provider.mvpd ?? "nil"))")
    }

    /// Table 5.
    mutating func logout() {
        cancelLogin()
        let token = world.platform == .ios ? regularToken ?? usableTokens.first : nil
        let shown = token.map { ended($0, requestor) }
        let isSignedInAtSystem = usableTokens.contains { $0.source == .apple }
        let told = endedLogins.filter { $0 != shown }
        forgetEverything()
        // 5.2, and 5.3
        if isSignedInAtSystem { raise(["VSA203"]) }
        var isInsecure = false
        for login in told {
            switch reach(.logout, login.service, mayRegisterAgain: login.requestor == requestor) {
            case .answer: serviceLogins[login.service]?[login.requestor] = nil
            case .insecure: isInsecure = true
            default: break
            }
        }
        if isInsecure { raise(["SEC420"]) }
        // 5.1
        guard let token, let provider = configured(token.mvpd) else { return result(false, Text.notAuthenticated) }
        isLoggingOut = true
        navigate(to: provider.provider)
    }

    /// A login that a service has to forget.
    private struct EndedLogin: Hashable {
        let service: World.Service
        let requestor: String
        let device: Int
    }

    private func ended(_ token: Token, _ owner: String) -> EndedLogin {
        let bound = owner == requestor ? configured(token.mvpd)?.service : nil
        return EndedLogin(service: bound ?? token.service, requestor: owner, device: token.device)
    }

    /// Every login that a service still has, the requestor's own first.
    private var endedLogins: [EndedLogin] {
        let own = (tokens[requestor] ?? [:]).values.sorted { ($0.storedAt, $0.mvpd) > ($1.storedAt, $1.mvpd) }
        let others = tokens.keys.filter { $0 != requestor }.sorted().flatMap { owner in
            (tokens[owner] ?? [:]).values.sorted { $0.mvpd < $1.mvpd }.map { (owner, $0) }
        }
        var seen: Set<EndedLogin> = []
        return (own.map { (requestor, $0) } + others).filter { $0.1.expires > world.now }
            .map { ended($0.1, $0.0) }.filter { seen.insert($0).inserted }
    }

    /// The page of a logout is over, if there is one.
    mutating func closeLogoutPage() {
        guard isLoggingOut else { return }
        isLoggingOut = false
        result(false, Text.notAuthenticated)
    }

    mutating func navigate(to provider: World.Provider) {
        isInBrowser = provider.requiresSVC && !handlesSVC
        guard !isInBrowser else { return emit("browser(\(provider.mvpd))") }
        emit("navigateToUrl(\(provider.mvpd)\(provider.requiresSVC ? " svc" : ""))")
    }
}

// Metadata.
extension Model {
    mutating func getMetadata(_ metadata: ModelCall.Metadata) {
        let token = usableTokens.first(where: isHeardOf)
        var value: String?
        var isEncrypted = false
        switch metadata {
        case .authentication: value = token.map { String($0.expires) }
        case .authorization(let resource):
            value = token?.authorizations[resource].flatMap { $0.expires > world.now ? String($0.expires) : nil }
        case .user(let field):
            guard var found = token else { break }
            if !found.hasMetadata, let provider = configured(found.mvpd) {
                switch fetchFields(of: &found, provider.service) {
                case .got: tokens[requestor]?[found.mvpd] = found
                case .none: found.fields = [:]
                case .failed(let codes): raise(codes)
                }
            }
            value = found.fields[field]
            isEncrypted = value != nil && field == "zip"
        case .deviceID, .unknown: break
        }
        emit("setMetadataStatus(\(metadata.key) \(value ?? "nil")\(isEncrypted ? " encrypted" : ""))")
    }
}
