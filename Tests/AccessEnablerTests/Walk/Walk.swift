import EntitlementModel
import ServiceAccess

/// A random walk: what the app calls, what happens around it, and what the user does, step by step.
struct Walk: RandomWalk {
    enum Step: Sendable {
        /// Calls without a pause; the number decides in which order answers arrive.
        case calls([ModelCall], order: UInt64)
        case happening(Happening)
        case user(UserAction, order: UInt64)
    }

    let platform: World.Platform
    var steps: [Step]

    init(seed: UInt64) {
        var random = WalkRandom(seed: seed)
        platform = random.once(in: 3) ? .tvos : .ios
        steps = Self.beginning(&random)
        for _ in 0..<(4 + random.below(10)) {
            switch random.below(10) {
            case 0, 1, 2: steps.append(.happening(Self.happening(&random)))
            case 3, 4: steps.append(.user(Self.action(&random), order: random.next()))
            default: steps.append(.calls(Self.calls(&random), order: random.next()))
            }
        }
    }

    /// Mostly an app that has access, on a device with or without a signed-in user.
    private static func beginning(_ random: inout WalkRandom) -> [Step] {
        var steps: [Step] = []
        if !random.once(in: 4) { steps.append(.happening(.permission(.granted))) }
        if random.once(in: 2) { steps.append(.happening(.account("alpha.example"))) }
        for _ in 0..<random.below(3) { steps.append(.happening(happening(&random))) }
        if random.once(in: 5) { steps += prelude(&random) }
        if !random.once(in: 5) { steps.append(.calls([.setRequestor("REF30", [])], order: random.next())) }
        return steps
    }
}

// What walks would rarely reach by chance.
extension Walk {
    /// A user is logged in for another requestor, or has started a temporary pass.
    private static func prelude(_ random: inout WalkRandom) -> [Step] {
        let calls: [ModelCall]
        let login = ModelCall.getAuthentication(isForced: true, shown: nil, featured: [], identity: random.one(of: [nil, "one"]))
        switch random.below(4) {
        case 0: calls = [.setRequestor("REF30", []), .setSelectedProvider("TempPass"), .getAuthorization("news")]
        case 1: calls = [.setRequestor("REF30", []), .setSelectedProvider("PromoPass"), login, .getAuthorization("news")]
        default:
            let mvpd = random.one(of: ["ZetaPlay", "ZetaPlay", "GammaSat"])
            let steps: [Step] = [
                .calls([.setRequestor("REF60", []), .setSelectedProvider(mvpd), login], order: random.next()),
                .happening(.pageLogin), .calls([.handleExternalURL], order: random.next()),
            ]
            return steps
        }
        let time = Happening.elapse(milliseconds: random.one(of: [60_000, 7_200_000]))
        return [.calls(calls, order: random.next()), .happening(time)]
    }
}

// The app's calls.
extension Walk {
    private static let mvpds = [
        "AlphaCable", "BetaFiber", "GammaSat", "DeltaCoop", "EpsilonTV", "OmegaNet", "TempPass", "PromoPass", "ZetaPlay",
    ]
    private static let resources = ["news", "news", "kids", "sports", "again", "offline", "<rss>", ""]

    private static func calls(_ random: inout WalkRandom) -> [ModelCall] {
        // These two take effect immediately, outside the queue of calls.
        if random.once(in: 24) { return [.setOptions(handlesSVC: random.once(in: 2))] }
        if random.once(in: 12) { return [.preauthorize(list(&random), usesCache: !random.once(in: 3))] }
        return (0...random.below(3)).map { _ in call(&random) }
    }

    private static func call(_ random: inout WalkRandom) -> ModelCall {
        switch random.below(28) {
        case 0, 1, 2: setRequestor(&random)
        case 3, 4, 5: .checkAuthentication
        case 6, 7, 8, 9, 10: getAuthentication(&random)
        case 11, 12, 13: .setSelectedProvider(random.once(in: 3) ? nil : random.one(of: mvpds + ["Nobody"]))
        case 14, 15: .handleExternalURL
        case 16, 17: .checkAuthorization(random.one(of: resources))
        case 18, 19, 20, 21: .getAuthorization(random.one(of: resources))
        case 22: .checkPreauthorizedResources(list(&random), usesCache: !random.once(in: 3))
        case 23, 24: .getMetadata(metadata(&random))
        case 25: .getSelectedProvider
        default: .logout
        }
    }

    private static func setRequestor(_ random: inout WalkRandom) -> ModelCall {
        let requestor = random.one(of: ["REF30", "REF30", "REF30", "REF30", "REF30", "REF60", "NOBODY", ""])
        let services: [[World.Service]] = [[], [], [], [.first], [.first, .second], [.second, .first], [.second]]
        return .setRequestor(requestor, random.one(of: services))
    }

    private static func getAuthentication(_ random: inout WalkRandom) -> ModelCall {
        let identity = random.one(of: [nil, nil, "one", "two"])
        guard random.once(in: 3) else {
            return .getAuthentication(isForced: random.once(in: 4), shown: nil, featured: [], identity: identity)
        }
        let shown = (0...random.below(3)).map { _ in random.one(of: mvpds + ["Nobody"]) }
        var seen: Set<String> = []
        return .getAuthentication(
            isForced: random.once(in: 4), shown: shown.filter { seen.insert($0).inserted },
            featured: random.once(in: 2) ? [] : [random.one(of: mvpds)], identity: identity)
    }

    private static func list(_ random: inout WalkRandom) -> [String] {
        let names = ["news", "kids", "sports", "movies", "games", "music", "travel"]
        return Array(names.prefix(random.once(in: 6) ? names.count : 1 + random.below(4)))
    }

    private static func metadata(_ random: inout WalkRandom) -> ModelCall.Metadata {
        switch random.below(8) {
        case 0: .authentication
        case 1: .authorization(random.one(of: resources))
        case 2: .deviceID
        case 3: .unknown
        case 4: .user("zip")
        case 5: .user("nothing")
        default: .user("userID")
        }
    }
}

// What happens around the app.
extension Walk {
    private static func happening(_ random: inout WalkRandom) -> Happening {
        switch random.below(30) {
        case 0, 1, 2: .permission(random.one(of: [.granted, .granted, .denied, .restricted, .notDetermined]))
        case 3, 4, 5, 6: .account(random.one(of: World.lineUp + [nil]))
        case 7: random.once(in: 2) ? .accountExpires : .accountIsRenewed
        case 8: .device(isReachable: !random.once(in: 2))
        case 9: .integration(random.one(of: mvpds), random.once(in: 2))
        case 10, 11: .singleSignOn(random.one(of: mvpds), !random.once(in: 3))
        case 12, 13, 14: .degradation(random.one(of: mvpds), random.one(of: World.Degradation.allCases))
        case 15: .lifetime(random.one(of: mvpds), milliseconds: 3_600_000)
        case 16, 17, 18: fault(&random)
        case 19: .refusesResponses(random.once(in: 2))
        case 20: .moves(device: 1 + random.below(2))
        case 21: .clock(isWrong: random.once(in: 2))
        case 22: .fastest(random.one(of: World.Service.allCases))
        case 23, 24: .elapse(milliseconds: random.one(of: [60_000, 7_200_000, 90_000_000, 3_000_000_000]))
        case 25: .relaunch(random.one(of: [.valid, .valid, .missing, .refused]))
        case 26: random.once(in: 2) ? .accessTokensEnd : .registrationsEnd
        case 27: random.once(in: 2) ? .loginsEnd : .authorizationsEnd
        default: .pageLogin
        }
    }

    private static func fault(_ random: inout WalkRandom) -> Happening {
        let endpoint = random.one(of: World.Endpoint.allCases)
        let isForCredentials = endpoint == .register || endpoint == .token
        return .fault(endpoint, random.one(of: isForCredentials ? faults : faults + [.status(404), .status(412), .otherDevice]))
    }

    private static let faults: [World.Fault?] = [
        nil, nil, .unreachable, .insecure, .portal, .status(400), .status(403), .status(429), .status(500), .status(503),
    ]

    private static func action(_ random: inout WalkRandom) -> UserAction {
        switch random.below(20) {
        case 0, 1, 2, 3: .dialogAppears
        case 4: .dialogGoes
        case 5: .cancels
        case 6: .choosesOther
        case 7: .fails
        case 8: .permissionGoes(random.one(of: [.denied, .restricted, .notDetermined]))
        case 9: .nothing
        case 10, 11, 12, 13: .endsPage
        default: .picks(random.one(of: World.lineUp + ["alpha.example"]))
        }
    }
}
