// The app's own choice of a provider, and the end of logins.
extension Model {
    mutating func setSelectedProvider(_ mvpd: String?) {
        emit("track(selection \(mvpd ?? ""))")
        guard let mvpd else {
            // 3.17
            preset = nil
            selected[requestor] = nil
            // Whoever closes a logout's page has not cancelled a login.
            guard !isLoggingOut else { return closeLogoutPage() }
            return endLogin(Text.notSelected, isAwaited ? ["N005"] : [])
        }
        guard let provider = configured(mvpd) else {
            preset = nil
            return endLogin(Text.generic)
        }
        // With no login running it is only preset, but a temporary pass that need not know the person.
        guard isAwaited || provider.provider.kind == .temporaryPass else {
            preset = mvpd
            return
        }
        closeLogoutPage()
        withdraw()
        leavePage()
        logIn(provider)
    }

    /// Rows 3.15, 3.16 and 3.22.
    mutating func logIn(_ provider: Configured) {
        let mvpd = provider.provider.mvpd
        preset = nil
        guard !provider.provider.isPass else { return logInWithPass(provider) }
        if provider.provider.degradation == .authenticateAll,
            case .degraded(let token) = authenticateDegraded(provider, mayExchange: false)
        {
            return completeLogin(token, isCached: false, ["N010"])
        }
        let reply = reach(.registrationCode, provider.service)
        guard reply == .answer else {
            let codes = Self.codes(for: reply)
            return endLogin(Text.generic, world.platform == .tvos ? codes + ["REG500"] : codes.isEmpty ? ["N500"] : codes)
        }
        let shown = Page(
            mvpd: mvpd, service: provider.service, requestor: requestor, former: (tokens[requestor] ?? [:]).mapValues(\.expires))
        page = shown
        open?.page = shown
        if world.platform == .ios {
            navigate(to: provider.provider)
        } else {
            open?.screen = Screen(end: world.now + World.codeLifetime, nextQuestion: world.now + 5_000)
            raise(["REGCODE"])
        }
    }

    /// The login goes on without the page or the second screen.
    mutating func leavePage() {
        open?.page = nil
        open?.screen = nil
    }

    mutating func handleExternalURL() {
        closeLogoutPage()
        // Without a page there is nothing to go on with.
        guard let shown = open?.page, open?.screen == nil else { return }
        finishLogin(fetch(shown.mvpd, from: configured(shown.mvpd)?.service ?? .first, .regular, former: shown.former))
    }

    /// Rows 3.15 and 3.19.
    private mutating func finishLogin(_ outcome: Exchange) {
        switch outcome {
        case .stored(let token): return completeLogin(token, isCached: false, [])
        case _ where open?.page?.isPassive == true: endPassivePage()
        case .failed(let codes):
            track(nil)
            endLogin(Text.generic, codes.isEmpty ? ["N500"] : codes)
        default:
            track(nil)
            endLogin(Text.generic, ["N130"])
        }
    }

    /// Time passes; a second screen is asked for meanwhile.
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
        default: return endLogin(Text.generic, Self.codes(for: reply).isEmpty ? ["N500"] : Self.codes(for: reply))
        }
        screen.nextQuestion = world.now + screen.interval
        open?.screen = screen
    }

    private mutating func returnFromScreen(_ shown: Page, _ service: World.Service) {
        guard case .configured = phase else { return endLogin(Text.generic) }
        finishLogin(fetch(shown.mvpd, from: service, .regular, former: shown.former, mayBeAnother: true))
    }

    mutating func getSelectedProvider() {
        emit("selectedProvider(\((preset ?? selected[requestor]).flatMap({ configured($0) })?.provider.mvpd ?? "nil"))")
    }

    /// Table 5.
    mutating func logout() {
        dropUnaskedLogin()
        if open != nil { endLogin(Text.notSelected, ["N005"]) }
        let token = regularToken ?? usableTokens.first
        let isSignedInAtSystem = usableTokens.contains { $0.source == .apple }
        forgetEverything()
        guard let token, let provider = configured(token.mvpd) else { return result(false, Text.notAuthenticated) }
        // 5.2, and 5.3
        if isSignedInAtSystem { raise(["VSA203"]) }
        // 5.1
        if world.platform == .ios {
            isLoggingOut = true
            return navigate(to: provider.provider)
        }
        switch reach(.logout, provider.service) {
        case .answer: serviceLogins[provider.service]?[requestor] = nil
        case .insecure: raise(["SEC420"])
        default: break
        }
        result(false, Text.notAuthenticated)
    }

    /// The page of a logout is over, if there is one.
    mutating func closeLogoutPage() {
        guard isLoggingOut else { return }
        isLoggingOut = false
        result(false, Text.notAuthenticated)
    }

    mutating func navigate(to provider: World.Provider) {
        emit("navigateToUrl(\(provider.mvpd)\(provider.requiresSVC && handlesSVC ? " svc" : ""))")
    }
}

// Metadata.
extension Model {
    mutating func getMetadata(_ metadata: ModelCall.Metadata) {
        let token = usableTokens.first
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
