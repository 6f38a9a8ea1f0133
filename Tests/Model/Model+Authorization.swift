// Table 4.
extension Model {
    mutating func checkAuthorization(_ resource: String) {
        let (token, codes) = check()
        track(token, isCached: true)
        if let token { return authorize(token, resource) }
        // 4.1
        raise(codes)
        result(false, Text.notAuthenticated)
        refuseToken(resource, Text.notAuthenticated)
    }

    mutating func getAuthorization(_ resource: String, isContinued: Bool) {
        let direction = login(isForced: false, maySwitch: false)
        // 4.2
        guard case .authenticated(let token, let isCached, let codes) = direction else {
            return openLogin(direction, Filter(), waiting: resource)
        }
        // A login that waits for the user does not end because an older one is still valid.
        if !isCached || (open != nil && !isUsersTurn(beside: token)) {
            completeLogin(token, isCached: isCached, codes)
        } else if !isContinued {
            track(token, isCached: true)
            raise(codes)
        }
        authorize(token, resource)
    }

    private mutating func authorize(_ token: Token, _ resource: String) {
        guard let provider = configured(token.mvpd) else { return }
        guard !resource.isEmpty else {
            return refuseToken(resource, Text.notAuthorized, ["Z130"], about: resource)
        }
        var token = token
        var isCached = (token.authorizations[resource]?.expires ?? 0) > world.now
        if !isCached {
            guard askForAuthorization(&token, resource, provider.service) else { return }
        }
        var refusal = mediaTokenRefusal(resource, provider.service)
        // The service no longer knows the cached authorization: it is requested again, once.
        if isCached, refusal == .status(403) || refusal == .forgotten {
            token.authorizations[resource] = nil
            tokens[requestor]?[token.mvpd] = token
            isCached = false
            guard askForAuthorization(&token, resource, provider.service) else { return }
            refusal = mediaTokenRefusal(resource, provider.service)
        }
        if let refusal { return refuse(token, resource, refusal) }
        // 4.3, 4.9
        emit("track(authorization true \(token.mvpd) cached=\(isCached))")
        if token.authorizations[resource]?.isDegraded == true { raise(["Z010"], resource: resource) }
        if token.source == .pass { raise(["Z011"], resource: resource) }
        emit("setToken(\(resource))")
    }

    /// Why a request for a token fails.
    private enum Refusal: Equatable {
        case status(Int)
        case portal
        case unreachable
        /// R400, R401, SEC420
        case code(String)
        /// Rows 4.4 to 4.8.
        case verdict(String)
        /// The service does not know the login.
        case sessionLost
        /// The service does not know the authorization.
        case forgotten
        /// The service reports that the login is another device's.
        case otherDevice
    }

    private static func refusal(_ reply: Reply) -> Refusal? {
        switch reply {
        case .answer: nil
        case .status(412): .sessionLost
        case .status(let status), .noCredentials(let status): .status(status)
        case .portal: .portal
        case .unreachable: .unreachable
        case .otherDevice: .otherDevice
        case .notRegistered, .noAccessToken, .insecure: .code(codes(for: reply)[0])
        }
    }

    /// Whether the authorization exists now; otherwise the app has received the reason.
    private mutating func askForAuthorization(_ token: inout Token, _ resource: String, _ service: World.Service) -> Bool {
        if let refusal = Self.refusal(reach(.authorize, service)) ?? serviceRefusal(resource, service) {
            refuse(token, resource, refusal)
            return false
        }
        let rule = serviceLogin(service).flatMap { world.provider($0.mvpd, of: service)?.degradation } ?? .none
        let isDegraded = rule.permitsAll
        // The provider's own authorization outlives a rule.
        let isRules = isDegraded && serviceLogin(service)?.authorized[resource] != false
        serviceLogins[service]?[requestor]?.authorized[resource] = isRules
        let end = min(world.now + 86_400_000, isDegraded ? .max : useTemporaryPass(service) ?? .max)
        token.authorizations[resource] = (min(end, token.expires), isDegraded)
        token.hasMetadata = false
        if token.source == .pass, !readPassEnd(&token, service) {
            refuse(token, resource, .otherDevice)
            return false
        }
        tokens[requestor]?[token.mvpd] = token
        return true
    }

    private func serviceRefusal(_ resource: String, _ service: World.Service) -> Refusal? {
        if hasPassEnded(service) { return .verdict("N111") }
        guard let login = serviceLogin(service), let provider = world.provider(login.mvpd, of: service) else {
            return .sessionLost
        }
        switch (provider.degradation, World.verdict(resource)) {
        case (_, .malformed): return .verdict("Z130")
        case (.authorizeNone, _): return .verdict("Z169")
        case (.authenticateAll, _), (.authorizeAll, _), (_, .permit): return nil
        case (.none, _) where login.passHolder != nil: return nil
        case (.none, .deny): return .verdict("Z100")
        case (.none, .repeatedly): return .verdict("Z110")
        case (.none, .offline): return .verdict("Z120")
        }
    }

    private mutating func mediaTokenRefusal(_ resource: String, _ service: World.Service) -> Refusal? {
        if let refusal = Self.refusal(reach(.mediaToken, service)) { return refusal }
        guard let login = serviceLogin(service) else { return .sessionLost }
        guard let isRules = login.authorized[resource], let provider = world.provider(login.mvpd, of: service),
            provider.degradation.keepsAuthorization(ofRule: isRules)
        else { return .forgotten }
        return nil
    }

    private mutating func refuse(_ token: Token, _ resource: String, _ refusal: Refusal) {
        let code = Text.notAuthorized
        switch refusal {
        case .verdict(let status): refuseToken(resource, code, [status], about: resource)
        case .code(let status): refuseToken(resource, code, [status])
        case .unreachable: refuseToken(resource, code, ["Z120"], about: resource)
        case .status(429): refuseToken(resource, code, ["Z100"], about: resource)
        case .status, .portal, .forgotten: refuseToken(resource, code, ["Z500"], about: resource)
        case .sessionLost:
            forget(token)
            refuseToken(resource, Text.notAuthenticated, ["N000"], about: resource)
        // Like row 2.8, in row 4.1.
        case .otherDevice:
            track(nil)
            raise(["SEC412", "N000"])
            result(false, Text.notAuthenticated)
            refuseToken(resource, Text.notAuthenticated)
        }
    }
}

// Preauthorization.
extension Model {
    /// The outcome of a request for several resources.
    private enum Preauthorized {
        case decided([String: Bool])
        case tooMany
        case sessionLost
        case failed(Reply)
    }

    mutating func checkPreauthorized(_ resources: [String], _ usesCache: Bool) {
        let list = resources.joined(separator: ",")
        var permitted: [String] = []
        if !resources.isEmpty {
            let (token, codes) = check()
            // The call that finds that the tokens were cleared reports it.
            raise(codes.filter { $0 == "SEC412" })
            if let token {
                switch preauthorized(resources, usesCache, token) {
                case .decided(let decisions): permitted = resources.filter { decisions[$0] == true }
                case .tooMany: raise(["P100"], resource: list)
                case .sessionLost, .failed(.status(412)): forget(token)
                case .failed(let reply):
                    let codes = Self.codes(for: reply)
                    if codes.isEmpty { raise(["P100"], resource: list) } else { raise(codes) }
                }
            }
        }
        emit("preauthorizedResources(\(permitted.joined(separator: ",")))")
    }

    /// The service no longer knows the login.
    private mutating func forget(_ token: Token) {
        tokens[requestor]?[token.mvpd] = nil
        decisions[token.mvpd] = nil
    }

    mutating func preauthorize(_ resources: [String], _ usesCache: Bool) {
        emit("preauthorize(\(answer(resources, usesCache)))")
    }

    private mutating func answer(_ resources: [String], _ usesCache: Bool) -> String {
        guard let token = check().token else {
            let newest = (tokens[requestor] ?? [:]).values.max { ($0.storedAt, $0.mvpd) < ($1.storedAt, $1.mvpd) }
            let isExpired = newest.map { $0.expires <= world.now } ?? false
            return "failure authentication_session_\(isExpired ? "expired" : "missing")"
        }
        switch preauthorized(resources, usesCache, token) {
        case .decided(let decisions): return "response " + resources.filter { decisions[$0] == true }.joined(separator: ",")
        case .tooMany: return "response status too_many_resources"
        case .sessionLost:
            forget(token)
            return "response status authentication_session_missing"
        case .failed(.unreachable), .failed(.insecure), .failed(.status(429)), .failed(.noCredentials(429)):
            return "failure network_error"
        case .failed(.status(500...)): return "response status internal_error"
        case .failed(.otherDevice): return "response status device_id_mismatch"
        case .failed(.notRegistered), .failed(.noAccessToken), .failed(.noCredentials): return "failure access_token_unavailable"
        case .failed: return "failure server_response_format_unknown"
        }
    }

    private mutating func preauthorized(_ resources: [String], _ usesCache: Bool, _ token: Token) -> Preauthorized {
        guard let provider = configured(token.mvpd) else { return .sessionLost }
        if !usesCache { decisions[token.mvpd] = nil }
        let known = decisions[token.mvpd] ?? [:]
        if usesCache, decisions[token.mvpd] != nil, resources.allSatisfy({ known[$0] != nil }) { return .decided(known) }
        let reply = reach(.preauthorize, provider.service)
        guard reply == .answer else { return .failed(reply) }
        guard serviceLogin(provider.service) != nil else { return .sessionLost }
        guard resources.count <= 5 else { return .tooMany }
        for resource in resources { decisions[token.mvpd, default: [:]][resource] = World.verdict(resource) == .permit }
        return .decided(decisions[token.mvpd] ?? [:])
    }
}
