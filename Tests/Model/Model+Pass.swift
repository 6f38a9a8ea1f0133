// Temporary passes (rows 3.18 and 4.10).
extension Model {
    /// Logs in at once, without a page.
    mutating func logInWithPass(_ provider: Configured) {
        let (mvpd, service) = (provider.provider.mvpd, provider.service)
        let reply = reach(.temporaryPass, service)
        guard reply == .answer else { return refusePass(Self.codes(for: reply)) }
        guard let live = world.provider(mvpd, of: service), live.isPass else { return refusePass([]) }
        let identity = live.kind == .promotionalPass ? open?.identity : nil
        let holder = "\(requestor) \(mvpd) \(identity ?? "")"
        let end = passEnds[service]?[holder] ?? .max
        guard end > world.now else { return refusePass(["N111"]) }
        serviceLogins[service, default: [:]][requestor] = ServiceLogin(
            mvpd: mvpd, user: World.passUser(identity), expires: min(world.now + live.lifetime, end), isDegraded: false,
            passHolder: holder)
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

    /// The first authorization starts the pass, with which the login expires. Nil: the login has another origin.
    mutating func useTemporaryPass(_ service: World.Service) -> Int64? {
        guard let login = serviceLogin(service), let holder = login.passHolder else { return nil }
        let end = passEnds[service]?[holder] ?? world.now + World.passDuration
        passEnds[service, default: [:]][holder] = end
        serviceLogins[service]?[requestor]?.expires = min(login.expires, end)
        return end
    }

    /// The library learns when the pass expires, if the service reports it. Returns false if the login is another device's.
    mutating func readPassEnd(_ token: inout Token, _ service: World.Service) -> Bool {
        let reply = reach(.authenticationToken, service)
        if reply == .answer, let login = serviceLogin(service), login.expires < token.expires {
            if open?.former?[token.mvpd] == token.expires { open?.former?[token.mvpd] = login.expires }
            if open?.page?.former[token.mvpd] == token.expires { open?.page?.former[token.mvpd] = login.expires }
            token.expires = login.expires
        }
        return reply != .otherDevice
    }

    /// Whether the last login was with a pass that has expired.
    func hasPassEnded(_ service: World.Service) -> Bool {
        guard let holder = serviceLogins[service]?[requestor]?.passHolder, let end = passEnds[service]?[holder] else {
            return false
        }
        return end <= world.now
    }
}
