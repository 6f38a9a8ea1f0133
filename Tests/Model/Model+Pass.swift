// Temporary passes (rows 3.18 and 4.10).
extension Model {
    /// Logs in at once, without a page.
    mutating func logInWithPass(_ provider: Configured) {
        let (mvpd, service) = (provider.provider.mvpd, provider.service)
        let reply = reach(.freePreview, service)
        guard reply == .answer else { return refusePass(Self.codes(for: reply)) }
        guard let live = world.provider(mvpd, of: service), live.isPass else { return refusePass([]) }
        let identity = live.kind == .promotionalPass ? open?.identity : nil
        let trial = "\(requestor) \(mvpd) \(identity ?? "")"
        let end = trials[service]?[trial] ?? .max
        guard end > world.now else { return refusePass(["N111"]) }
        serviceLogins[service, default: [:]][requestor] = ServiceLogin(
            mvpd: mvpd, user: World.passUser(identity), expires: min(world.now + live.lifetime, end), isDegraded: false,
            trial: trial)
        switch fetch(mvpd, from: service, .pass) {
        case .stored(let token): completeLogin(token, isCached: false, ["N011"])
        case .failed(let codes): refusePass(codes)
        default: refusePass([])
        }
    }

    private mutating func refusePass(_ codes: [String]) {
        track(nil)
        failLogin(codes.isEmpty ? ["N500"] : codes)
    }

    /// The first authorization begins the trial, whose end is the login's, too. Nil: the login is no temporary pass's.
    mutating func useTrial(_ service: World.Service) -> Int64? {
        guard let login = serviceLogin(service), let trial = login.trial else { return nil }
        let end = trials[service]?[trial] ?? world.now + World.trialLength
        trials[service, default: [:]][trial] = end
        serviceLogins[service]?[requestor]?.expires = min(login.expires, end)
        return end
    }

    /// The library learns when the trial ends, if the service says it. False when it says that the login is another device's.
    mutating func readTrial(_ token: inout Token, _ service: World.Service) -> Bool {
        let reply = reach(.authenticationToken, service)
        if reply == .answer, let login = serviceLogin(service) { token.expires = min(token.expires, login.expires) }
        return reply != .otherDevice
    }

    /// Whether the last login was with a pass whose trial is over.
    func hasTrialEnded(_ service: World.Service) -> Bool {
        guard let trial = serviceLogins[service]?[requestor]?.trial, let end = trials[service]?[trial] else { return false }
        return end <= world.now
    }
}
