import EntitlementModel

/// A random walk through the calls of a client, and the events around it.
struct RESTClientWalk: RandomWalk {
    var steps: [RESTClientStep] = []

    init(seed: UInt64) {
        var random = WalkRandom(seed: seed)
        for _ in 0..<(6 + random.below(16)) {
            switch random.below(12) {
            case 0, 1: steps += Self.signIn(&random)
            case 2, 3, 4: steps.append(.happening(Self.happening(&random)))
            case 5: steps += random.once(in: 2) ? Self.trouble(&random) : Self.overtaking(&random)
            default: steps.append(.call(Self.call(&random), Self.interruption(&random)))
            }
        }
    }

    /// A call without its interruption.
    static func parts(of step: RESTClientStep) -> [RESTClientStep] {
        if case .call(let call, _?) = step { [.call(call, nil)] } else { [] }
    }
}

// The app's calls.
extension RESTClientWalk {
    private static let mvpds = ["Alpha", "Alpha", "Alpha", "Alpha", "Beta", "Gamma", "TempPass", "Nobody"]

    private static func fields(_ random: inout WalkRandom) -> RESTFields {
        RESTFields(
            mvpd: random.once(in: 5) ? nil : random.one(of: mvpds), domain: random.once(in: 6) ? nil : true,
            redirect: random.one(of: [true, true, true, true, true, false, nil]))
    }

    private static func resources(_ random: inout WalkRandom) -> [String] {
        random.one(of: [
            ["news"], ["news"], ["news", "sports"], ["sports", "news", "sports"], ["flaky"], ["flaky", "news"],
            ["opera", "flaky"],
            ["login"], ["news", "login"], ["opera"], [], ["a", "b", "c", "d", "e", "news"],
        ])
    }

    private static func recent(_ random: inout WalkRandom) -> Int { random.one(of: [-1, -1, -1, -2, 0]) }

    private static func call(_ random: inout WalkRandom) -> RESTClientCall {
        switch random.below(28) {
        case 0, 1: .configuration
        case 2, 3: .createSession(fields(&random))
        case 4: .resumeSession(code: recent(&random), fields(&random))
        case 5: .session(code: recent(&random))
        case 6, 7: .waitForProfile(code: recent(&random), seconds: random.one(of: [1, 4, 4, 20, 70]))
        case 8, 9: .profiles
        case 10, 11: .profile(random.one(of: mvpds))
        case 12: .profileByCode(recent(&random))
        case 13, 14, 15: .currentProfile
        case 16: .rememberedSignIn
        case 17, 18: .authorize(resources(&random), at: random.one(of: mvpds))
        case 19, 20, 21: .preauthorize(resources(&random), at: random.one(of: mvpds))
        case 22, 23: .logout(random.one(of: mvpds), redirect: random.one(of: [true, true, false, nil]))
        case 24: .refreshPartnerStatus
        case 25, 26: .partnerSignIn(fields(&random))
        default: .identify(random.one(of: ["one", "two", nil]))
        }
    }

    private static func interruption(_ random: inout WalkRandom) -> RESTClientInterruption? {
        guard random.once(in: 3) else { return nil }
        let event: RESTClientInterruption.Event =
            switch random.below(5) {
            case 0, 1: .cancellation
            case 2, 3: .call(call(&random))
            default: .happening(happening(&random))
            }
        return RESTClientInterruption(1 + random.below(random.one(of: [1, 3, 6])), event)
    }
}

// What walks would rarely reach by chance.
extension RESTClientWalk {
    /// A whole login in a browser, or with the account; often with a preauthorization.
    private static func signIn(_ random: inout WalkRandom) -> [RESTClientStep] {
        var steps: [RESTClientStep] = []
        let mvpd = random.one(of: ["Alpha", "Alpha", "Gamma"])
        if random.once(in: 3) {
            steps = [
                .happening(.account(RESTClientStatus(.granted, "alpha.example", end(&random)))),
                .happening(.response(.response(from: random.one(of: [nil, "alpha.example", "alpha.example", "beta.example"])))),
                .call(.partnerSignIn(RESTFields()), interruption(&random)),
            ]
            if random.once(in: 4) {
                // Then another user uses the device.
                steps += [
                    .happening(.account(RESTClientStatus(.granted, "beta.example"))), .call(.refreshPartnerStatus, nil),
                    .call(.authorize(["news"], at: "Alpha"), nil), .call(.profiles, nil),
                ]
            }
        } else {
            let fields = RESTFields(mvpd: mvpd, domain: true, redirect: true)
            steps = [
                .call(.createSession(fields), nil),
                .happening(.login(code: -1, user: random.one(of: ["alice", "alice", "bob"]))),
                .call(.waitForProfile(code: -1, seconds: 4), interruption(&random)),
            ]
        }
        if random.once(in: 2) { steps.append(.call(.preauthorize(["news", "sports"], at: mvpd), interruption(&random))) }
        return steps
    }

    /// Cached values expire during a call, or before the next one.
    private static func overtaking(_ random: inout WalkRandom) -> [RESTClientStep] {
        let login = RESTFields(mvpd: "Gamma", domain: true, redirect: true)
        let wait = RESTClientCall.waitForProfile(code: -1, seconds: 4)
        let signIn: [RESTClientStep] = [
            .call(.createSession(login), nil), .happening(.login(code: -1, user: "alice")), .call(wait, nil),
        ]
        let logout = RESTClientInterruption(1 + random.below(2), .call(.logout("Gamma", redirect: nil)))
        switch random.below(6) {
        case 0:
            let time = random.one(of: [RESTClientHappening.elapse(seconds: 7_300), .clock(seconds: 100_000)])
            return signIn + [.happening(time), .call(.currentProfile, nil)]
        case 1:
            let call = RESTClientCall.preauthorize(["news"], at: "Gamma")
            return signIn + [.call(call, logout), .call(call, nil)]
        case 2: return signIn + [.call(random.one(of: [.profiles, .profile("Gamma")]), logout), .call(.currentProfile, nil)]
        case 3:
            // The profile ends, and is replaced by degradation.
            return signIn + [
                .happening(.profiles("Gamma", user: nil)), .happening(.degrade("Gamma", true)), .call(.profile("Gamma"), nil),
                .call(.currentProfile, nil),
            ]
        case 4:
            let other = RESTClientInterruption(2 + random.below(4), .call(.createSession(login)))
            return [.call(.createSession(login), nil), .call(wait, other)]
        default:
            return [
                .call(.configuration, nil), .happening(.clock(seconds: -3_000)), .happening(.rename), .call(.configuration, nil),
            ]
        }
    }

    /// Credentials that expire, for one call or several at once; or a call whose requests fail.
    private static func trouble(_ random: inout WalkRandom) -> [RESTClientStep] {
        switch random.below(5) {
        case 0:
            let end = random.one(of: [RESTClientHappening.tokensEnd, .registrationsEnd, .elapse(seconds: 3_600)])
            return [.happening(end), .together(2 + random.below(4))]
        case 1: return [.happening(.flaky(1 + random.below(6))), .call(.authorize(["news", "flaky"], at: "Alpha"), nil)]
        case 2:
            // Mostly at the account, so that the service fails its response.
            let interruption = RESTClientInterruption(3 + random.below(4), .happening(faults(&random)))
            return [
                .happening(.account(RESTClientStatus(.granted, "alpha.example"))),
                .happening(.response(.response(from: nil))), .call(.partnerSignIn(RESTFields()), interruption),
            ]
        default: return [.happening(faults(&random)), .call(call(&random), interruption(&random))]
        }
    }

    private static func faults(_ random: inout WalkRandom) -> RESTClientHappening {
        let fault = random.one(of: RESTClientFault.allCases)
        guard random.once(in: 3) else {
            return .faults(Array(repeating: fault, count: random.one(of: [1, 1, 2, 3, 4, 5])))
        }
        return .faults((0...random.below(4)).map { _ in random.one(of: RESTClientFault.allCases) })
    }
}

// The events around the client.
extension RESTClientWalk {
    /// When the account's sign-in expires: soon, later, or at an unknown time.
    private static func end(_ random: inout WalkRandom) -> Int64? {
        random.one(of: [nil, 1_700_000_500_000, 1_700_100_000_000, 1_900_000_000_000])
    }

    private static func status(_ random: inout WalkRandom) -> RESTClientStatus {
        let access = random.one(of: [RESTHeaders.Status.Access.granted, .granted, .granted, .granted, .denied, .notDetermined])
        let provider = random.one(of: ["alpha.example", "alpha.example", "beta.example", "gamma.example", "else.example", nil])
        return RESTClientStatus(access, provider, end(&random))
    }

    private static func happening(_ random: inout WalkRandom) -> RESTClientHappening {
        switch random.below(26) {
        case 0, 1: .elapse(seconds: random.one(of: [1, 30, 61, 179, 181, 3_539, 3_541, 7_300]))
        case 2, 3: .clock(seconds: random.one(of: [-100_000, -3_000, -60, 60, 3_000, 100_000]))
        case 4, 5: .relaunch
        case 6: .tokensEnd
        case 7: .registrationsEnd
        case 8: .statement(isAccepted: !random.once(in: 3))
        case 9, 10: faults(&random)
        case 11, 12: .login(code: recent(&random), user: random.one(of: ["alice", "bob"]))
        case 13, 14: .profiles(random.one(of: ["Alpha", "Gamma"]), user: random.one(of: [nil, "alice", "bob"]))
        case 15: .degrade(random.one(of: ["Alpha", "Gamma"]), !random.once(in: 3))
        case 16: .singleSignOn(!random.once(in: 2))
        case 17: .rename
        case 18: .flaky(random.below(6))
        case 19, 20: .account(status(&random))
        case 21, 22:
            .selection(
                random.one(of: [
                    .signsIn(status(&random)), .signsIn(status(&random)), .unsupported("gamma.example"), .unsupported(nil),
                    .cancels,
                    .fails,
                ]))
        case 23, 24:
            .response(
                random.one(of: [
                    .response(from: "alpha.example"), .response(from: nil), .response(from: "beta.example"), .blank, .nothing,
                ]))
        default: .identity(random.one(of: ["one", "two", nil]))
        }
    }
}
