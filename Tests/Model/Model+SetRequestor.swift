// Table 1.
extension Model {
    mutating func setRequestor(_ id: String, _ services: [World.Service]) {
        if id != requestor {
            cancelLogin()
            preset = nil
            decisions = [:]
        }
        requestor = id
        let others = otherLogins
        removeForeignTokens()
        guard let list = configurations(services) else { return }
        phase = .configured(list)
        if world.isClockWrong { raise(["CFG100"]) }
        // 1.17 and 1.7
        if regularToken == nil {
            let isShareable = usableTokens.isEmpty
            if !isShareable || !share(others) {
                if hasSingleSignOn { signInSilently() }
                // The platform's token may have been the cause.
                if !isShareable, usableTokens.isEmpty { _ = share(remaining(others)) }
            }
        }
        complete(remaining(others))
    }

    /// The service may have reported that they are another device's.
    private func remaining(_ others: [OtherLogin]) -> [OtherLogin] {
        others.filter { tokens[$0.requestor]?[$0.mvpd] != nil }
    }

    /// Rows 1.1 to 1.5; nil when it is over.
    private mutating func configurations(_ named: [World.Service]) -> [Configured]? {
        guard world.statement != .missing else { return fail("R400") }
        guard !requestor.isEmpty else { return fail("CFG400") }
        let services = named.isEmpty ? [.first] : named
        var list: [Configured]?
        var refusals: [World.Service: String] = [:]
        // Each MVPD belongs to the service that returned it first.
        for service in services.sorted(by: { $0 == world.fastest && $1 != world.fastest }) {
            switch reach(.configuration, service) {
            case .answer where World.requestors.contains(requestor):
                let known = Set((list ?? []).map(\.provider.mvpd))
                let added = world.providers(of: service).filter { !known.contains($0.mvpd) }
                list = (list ?? []) + added.map { Configured(provider: $0, service: service) }
            case let reply: refusals[service] = Self.configurationCode(reply)
            }
        }
        // The most specific code.
        let codes = services.compactMap { refusals[$0] }
        return list ?? fail(codes.first { $0 != "CFG404" } ?? "CFG404")
    }

    private static func configurationCode(_ reply: Reply) -> String {
        switch reply {
        case .answer, .status(400), .status(403): "CFG400"
        case .status(let status) where status == 429 || status >= 500: "CFG\(status)"
        case .noCredentials(let status) where status == 429 || status >= 500: "CFG\(status)"
        case .status, .noCredentials, .portal, .unreachable: "CFG404"
        case .notRegistered, .noAccessToken, .insecure, .otherDevice: codes(for: reply)[0]
        }
    }

    private mutating func fail(_ code: String) -> [Configured]? {
        phase = .failed
        raise([code])
        emit("setRequestorComplete(0)")
        return nil
    }

    /// Rows 1.8 to 1.21.
    private mutating func signInSilently() {
        let account = account()
        raise(Self.codes(account, .setRequestor))
        switch account {
        // 1.8, 1.9, 1.11 and 1.16
        case .denied, .notDetermined, .nobody, .unsupported: removeAppleTokens()
        // 1.10
        case .failed, .rejected, .cancelled: break
        case .signedIn(let account):
            // 1.12, 1.18 and 1.21
            removeAppleTokens(butOf: account)
            guard let provider = configured(onPlatform: account.platformID), provider.provider.isOffered else { return }
            signIn(provider, isExpired: account.isExpired)
        }
    }

    private mutating func signIn(_ provider: Configured, isExpired: Bool) {
        let hasToken = appleToken(provider.provider.mvpd) != nil
        let outcome: Exchange
        if provider.provider.degradation == .authenticateAll {
            // 1.13
            guard !hasToken else { return raise(["N010"]) }
            let degraded = authenticateDegraded(provider)
            outcome = if case .ruleEnded = degraded { exchange(provider) } else { degraded }
        } else {
            // 1.20, else 1.14 and 1.15
            guard !hasToken else { return }
            outcome = exchange(provider)
        }
        switch outcome {
        case .degraded: raise(["N010"])
        case .accountFailed(.rejected) where isExpired: break
        case .accountFailed(let account): raise(Self.codes(account, .setRequestor))
        case .failed(let codes): raise(codes)
        case .stored, .refused, .ruleEnded: break
        }
    }
}
