import EntitlementModel

/// A random walk through the calls of REST v2.
struct RESTWalk: RandomWalk {
    var steps: [RESTStep] = []

    init(seed: UInt64) {
        var random = WalkRandom(seed: seed)
        for _ in 0..<(12 + random.below(24)) {
            steps +=
                random.once(in: 6) ? Self.signIn(&random) : random.once(in: 4) ? [Self.happening(&random)] : [Self.call(&random)]
        }
    }
}

extension RESTWalk {
    private static let mvpds = [
        "AlphaCable", "AlphaCable", "AlphaCable", "BetaFiber", "GammaSat", "TempPass", "PromoPass", "PromoPass",
        "EpsilonTV", "NoSuch",
    ]
    /// Enough to be the last one of any walk, counted from the end.
    private static func recent(_ random: inout WalkRandom) -> Int { random.below(12) }

    private static func caller(_ random: inout WalkRandom) -> RESTCaller {
        random.once(in: 2)
            ? RESTCaller(client: 0, device: 0) : RESTCaller(client: random.below(2), device: random.below(3))
    }

    private static func headers(_ random: inout WalkRandom) -> RESTHeaders {
        let access = random.one(of: [RESTHeaders.Status.Access.granted, .granted, .granted, .granted, .denied, .notDetermined])
        let provider = random.one(of: [
            "alpha.example", "alpha.example", "alpha.example", "beta.example", "gamma.example", "epsilon.example", "no", nil,
        ])
        let status = RESTHeaders.Status(access, provider, random.one(of: [.future, .future, .absent, .past]))
        return RESTHeaders(
            status: random.once(in: 3) ? nil : status, identities: identities(&random, oneIn: 3),
            passUser: random.once(in: 4) ? nil : random.below(2))
    }

    /// The identities of tokens, the platform's first.
    private static func identities(_ random: inout WalkRandom, oneIn count: Int) -> [RESTIdentity] {
        var identities: [RESTIdentity] = []
        if random.once(in: count) { identities.append(.platform(random.below(2))) }
        if random.once(in: count) { identities.append(.service(random.below(2))) }
        return identities
    }

    private static func fields(_ random: inout WalkRandom) -> RESTFields {
        RESTFields(
            mvpd: random.once(in: 4) ? nil : random.one(of: mvpds), domain: random.one(of: [true, true, true, false, nil]),
            redirect: random.one(of: [true, true, true, true, true, false, nil]))
    }

    private static func resources(_ random: inout WalkRandom) -> [String] {
        if random.once(in: 12) { return random.one(of: [[], [""], ["a", "b", "c", "d", "e", "f"]]) }
        return (0...random.below(3)).map { _ in random.one(of: ["news", "news", "sports", "opera", "<rss>"]) }
    }

    /// A whole login, in a browser or with the system account.
    private static func signIn(_ random: inout WalkRandom) -> [RESTStep] {
        let caller = caller(&random)
        let mvpd = random.one(of: ["AlphaCable", "AlphaCable", "GammaSat"])
        guard random.once(in: 3) else {
            let headers = RESTHeaders(identities: identities(&random, oneIn: 2))
            let fields = RESTFields(mvpd: mvpd, domain: true, redirect: true)
            let user = random.one(of: ["alice", "bob"])
            return [.createSession(caller, headers, fields), .openLogin(code: -1), .finishLogin(request: -1, user: user)]
        }
        let headers = RESTHeaders(status: .init(.granted, "alpha.example", .future))
        return [.partnerSession(caller, headers, RESTFields()), .partnerProfile(caller, headers, request: -1)]
    }

    private static func call(_ random: inout WalkRandom) -> RESTStep {
        let caller = caller(&random)
        switch random.below(20) {
        case 0, 1: return .createSession(caller, headers(&random), fields(&random))
        case 2, 3: return .resumeSession(code: recent(&random), random.once(in: 3) ? RESTFields() : fields(&random))
        case 4: return .readSession(code: recent(&random))
        case 5: return .openLogin(code: recent(&random))
        case 6: return .finishLogin(request: recent(&random), user: random.one(of: ["alice", "bob"]))
        case 7, 8: return .profiles(caller, headers(&random), mvpd: nil)
        case 9, 10: return .profiles(caller, headers(&random), mvpd: random.one(of: mvpds))
        case 11, 12: return .profileByCode(recent(&random))
        case 13, 14, 15:
            return .decide(
                caller, headers(&random), mvpd: random.one(of: mvpds), resources(&random), isPlayback: !random.once(in: 3))
        case 16:
            return .logout(
                caller, headers(&random), mvpd: random.one(of: mvpds), redirect: random.one(of: [true, true, false, nil]))
        case 17, 18: return .partnerSession(caller, headers(&random), fields(&random))
        default: return .partnerProfile(caller, headers(&random), request: recent(&random))
        }
    }

    private static func happening(_ random: inout WalkRandom) -> RESTStep {
        let mvpd = random.one(of: ["AlphaCable", "AlphaCable", "GammaSat"])
        let minute: Int64 = 60_000
        switch random.below(8) {
        case 0, 1: return .elapse(milliseconds: minute * random.one(of: [1, 7, 11, 31, 120, 1_500]))
        case 2: return .elapse(milliseconds: minute * 1_440 * random.one(of: [1, 29, 31]))
        case 3, 4: return .degrade(mvpd, random.one(of: RESTModel.Rule.allCases + [nil]))
        case 5: return .integrate(mvpd, !random.once(in: 2))
        case 6: return .singleSignOn(random.one(of: ["AlphaCable", "BetaFiber"]), !random.once(in: 2))
        default: return .endProfile(caller(&random), mvpd: mvpd)
        }
    }
}
