extension Model {
    /// The app's registration at a service, and what the service still knows about it.
    struct Registration: Sendable {
        /// When the access token expires; nil without one.
        var tokenExpires: Int64?
        var serviceKnowsClient = true
        var serviceKnowsToken = false
    }

    /// A login as a service stores it: one for a device and a requestor.
    struct ServiceLogin: Sendable {
        let mvpd: String
        let user: String
        var expires: Int64
        let isDegraded: Bool
        var isApple = false
        /// The holder of the temporary pass; nil for other logins.
        var passHolder: String?
        /// The authorizations: whether a degradation rule granted them.
        var authorized: [String: Bool] = [:]
    }

    /// The outcome of a request, before its content matters.
    enum Reply: Equatable {
        /// The service answers according to its state.
        case answer
        /// Another status, with a page that is not JSON.
        case status(Int)
        /// 200, with a page that is not JSON.
        case portal
        /// The login is another device's: the app has forgotten every login.
        case otherDevice
        case notRegistered, noAccessToken, unreachable, insecure
        /// The status of registration or token request, if it is not a refusal.
        case noCredentials(Int)
    }

    private static let tokenLifetime: Int64 = 21_600_000

    /// Sends a request: with registration and access token, each renewed once if the service does not accept it.
    ///
    /// - Parameter mayRegisterAgain: Whether the app registers again when the service does not know it.
    mutating func reach(_ endpoint: World.Endpoint, _ service: World.Service, mayRegisterAgain: Bool = true) -> Reply {
        guard world.statement != .missing else { return .notRegistered }
        var hasRegistered = false
        var hasFetched = false
        var mustRegister = registrations[service] == nil
        var mustFetch = (registrations[service]?.tokenExpires ?? 0) <= world.now
        while true {
            if mustRegister {
                guard !hasRegistered else { return .noAccessToken }
                if let failure = register(service) { return failure }
                (hasRegistered, mustRegister, mustFetch) = (true, false, true)
            }
            if mustFetch {
                hasFetched = true
                mustFetch = false
                if let failure = fetchToken(service) {
                    guard failure == .noAccessToken else { return failure }
                    mustRegister = true
                    continue
                }
            }
            switch world.fault(endpoint, of: service) {
            // A configuration is the same for every device.
            case .otherDevice? where endpoint == .configuration: return .status(412)
            case .otherDevice?:
                forgetEverything()
                return .otherDevice
            case let fault?: return Self.reply(fault)
            case nil: break
            }
            if registrations[service]?.serviceKnowsClient == false {
                guard mayRegisterAgain else { return .noAccessToken }
                mustRegister = true
            } else if registrations[service]?.serviceKnowsToken == false {
                guard !hasFetched else { return .noAccessToken }
                mustFetch = true
            } else {
                return .answer
            }
        }
    }

    private static func reply(_ fault: World.Fault) -> Reply {
        switch fault {
        case .unreachable: .unreachable
        case .insecure: .insecure
        case .status(let status): .status(status)
        case .portal: .portal
        case .otherDevice: .otherDevice
        }
    }

    /// Nil: the app is registered.
    private mutating func register(_ service: World.Service) -> Reply? {
        switch world.fault(.register, of: service).map(Self.reply) {
        case .status(400...403): return .notRegistered
        case .status(let status): return .noCredentials(status)
        case .portal: return .unreachable
        case let failure?: return failure
        case nil:
            guard world.statement == .valid else { return .notRegistered }
            registrations[service] = Registration()
            return nil
        }
    }

    /// Nil: there is a token. `noAccessToken`: the service does not know the app.
    private mutating func fetchToken(_ service: World.Service) -> Reply? {
        switch world.fault(.token, of: service).map(Self.reply) {
        case .status(400...403): return .noAccessToken
        case .status(let status): return .noCredentials(status)
        case .portal: return .unreachable
        case let failure?: return failure
        case nil:
            guard registrations[service]?.serviceKnowsClient == true else { return .noAccessToken }
            registrations[service]?.tokenExpires = world.now + Self.tokenLifetime
            registrations[service]?.serviceKnowsToken = true
            return nil
        }
    }

    /// The codes for a request that failed before its own call.
    static func codes(for reply: Reply) -> [String] {
        switch reply {
        case .notRegistered: ["R400"]
        case .noAccessToken: ["R401"]
        case .insecure: ["SEC420"]
        case .otherDevice: ["SEC412"]
        case .answer, .status, .portal, .unreachable, .noCredentials: []
        }
    }
}

// Logins at a service.
extension Model {
    /// The service's login for this device and requestor, while it is valid.
    func serviceLogin(_ service: World.Service) -> ServiceLogin? {
        serviceLogins[service]?[requestor].flatMap { $0.expires > world.now ? $0 : nil }
    }

    mutating func logIn(
        _ mvpd: String, at service: World.Service, requestor: String? = nil, isDegraded: Bool = false, isApple: Bool = false
    ) {
        guard let provider = world.provider(mvpd, of: service) else { return }
        let requestor = requestor ?? self.requestor
        serviceLogins[service, default: [:]][requestor] = ServiceLogin(
            mvpd: mvpd, user: isDegraded ? World.degradedUser : World.user(of: mvpd), expires: world.now + provider.lifetime,
            isDegraded: isDegraded, isApple: isApple)
    }

    mutating func logInOnPage() {
        guard let page else { return }
        logIn(page.mvpd, at: page.service, requestor: page.requestor)
    }

    /// The result of the exchange of the account's answer for a token.
    enum Exchange {
        case stored(Token)
        case degraded(Token)
        /// The service refuses.
        case refused
        /// The rule of a degraded MVPD has ended since the configuration was read.
        case ruleEnded
        /// The service does not answer itself; the codes for that.
        case failed([String])
        case accountFailed(Account)

        /// An exchange without an answer, or with a refusal.
        init(without reply: Reply) {
            if case .status(400...499) = reply, reply != .status(429) {
                self = .refused
            } else {
                self = .failed(Model.codes(for: reply))
            }
        }
    }

    /// Exchanges the account's response to the service's request for a token, without prompting the user; not during a prompt.
    mutating func exchange(_ provider: Configured) -> Exchange {
        guard open?.asked == nil else { return .refused }
        let mvpd = provider.provider.mvpd
        let reply = reach(.profileRequest, provider.service)
        guard reply == .answer else { return Exchange(without: reply) }
        guard let live = world.provider(mvpd, of: provider.service) else { return .refused }
        guard live.degradation != .authenticateAll else {
            learnDegradation(of: mvpd)
            return authenticateDegraded(provider)
        }
        let signIn: World.Account
        switch liveAccount {
        case .signedIn(let account) where account.isExpired: return .accountFailed(.rejected)
        case .signedIn(let account): signIn = account
        case .nobody: return .accountFailed(.failed)
        case let account:
            note(account)
            return .accountFailed(account)
        }
        let isOfThisProvider = signIn.platformID == provider.provider.platformID
        switch reach(.exchange, provider.service) {
        case .answer:
            guard !world.refusesResponses, isOfThisProvider else { return .refused }
            logIn(mvpd, at: provider.service, isApple: true)
        case let reply: return Exchange(without: reply)
        }
        return fetch(mvpd, from: provider.service, .apple, signIn: signIn)
    }

    /// The login of a degraded MVPD: no exchange, the service accepts every user.
    mutating func authenticateDegraded(_ provider: Configured) -> Exchange {
        let mvpd = provider.provider.mvpd
        switch reach(.exchange, provider.service) {
        case .answer:
            guard world.provider(mvpd, of: provider.service)?.degradation == .authenticateAll else {
                learnDegradation(of: mvpd, isActive: false)
                return .ruleEnded
            }
            // Keeps a valid login of a user.
            if serviceLogin(provider.service).map({ $0.mvpd != mvpd || $0.isDegraded }) ?? true {
                logIn(mvpd, at: provider.service, isDegraded: true)
            }
        case let reply: return Exchange(without: reply)
        }
        let outcome = fetch(mvpd, from: provider.service, .degraded)
        if case .stored(let token) = outcome { return .degraded(token) }
        return outcome
    }

    /// Fetches the token that the service has, and stores it.
    ///
    /// - Parameters:
    ///   - former: Tokens that do not count: when they expire, by MVPD.
    ///   - mayBeAnother: Whether the token of another MVPD is accepted.
    ///   - signIn: The sign-in to the account that it was exchanged for.
    mutating func fetch(
        _ wanted: String, from service: World.Service, _ source: Token.Source, former: [String: Int64] = [:],
        mayBeAnother: Bool = false, signIn: World.Account? = nil
    ) -> Exchange {
        let reply = reach(.authenticationToken, service)
        guard reply == .answer else { return Exchange(without: reply) }
        guard let login = serviceLogin(service) else { return .refused }
        let mvpd = login.mvpd
        guard mvpd == wanted || (mayBeAnother && configured(mvpd)?.service == service), former[mvpd] != login.expires else {
            return .refused
        }
        // The rule was activated after the configuration was read.
        if login.isDegraded { learnDegradation(of: mvpd) }
        let origin: Token.Source =
            login.isDegraded ? .degraded : configured(mvpd)?.provider.isPass == true ? .pass : source
        var token = Token(
            mvpd: mvpd, source: origin, user: login.user, expires: login.expires, device: world.device, storedAt: world.now,
            service: service, signIn: login.isDegraded ? nil : signIn)
        if case .failed(["SEC412"]) = fetchFields(of: &token, service) { return .failed(["SEC412"]) }
        // What appears to be a user's own login outlives the rule.
        let isOwn = !token.fields.isEmpty && token.fields["tokenSource"] == nil
        if token.source == .degraded, !login.isDegraded, isOwn { token.source = .regular }
        if token.source == .apple { removeAppleTokens(except: mvpd) }
        decisions[mvpd] = nil
        tokens[requestor, default: [:]][mvpd] = token
        selected[requestor] = mvpd
        return .stored(token)
    }

    /// The outcome of a request for the user metadata.
    enum Fields {
        case got
        /// The service does not return them now, or does not know the login.
        case none
        /// It failed; the codes.
        case failed([String])
    }

    mutating func fetchFields(of token: inout Token, _ service: World.Service) -> Fields {
        let reply = reach(.userMetadata, service)
        switch reply {
        case .answer:
            guard let login = serviceLogin(service) else { return .none }
            token.fields = ["userID": login.user, "zip": "…"]
            if login.isApple { token.fields["tokenSource"] = "Apple" }
        case .status(404): token.fields = [:]
        case .status(429), .status(412), .noCredentials(429): return .none
        case .status, .portal, .noCredentials: return .failed(["500"])
        case .unreachable, .insecure, .notRegistered, .noAccessToken, .otherDevice: return .failed(Self.codes(for: reply))
        }
        token.hasMetadata = true
        return .got
    }

    private mutating func learnDegradation(of mvpd: String, isActive: Bool = true) {
        guard case .configured(var list) = phase, let index = list.firstIndex(where: { $0.provider.mvpd == mvpd }) else { return }
        list[index].provider.degradation = isActive ? .authenticateAll : .none
        phase = .configured(list)
    }
}
