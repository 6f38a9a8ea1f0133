import TVWorld
import Testing

@testable import EntitlementCore

@Suite("REST v2, table 29: preauthorization")
struct PreauthorizeResourcesTests {
    @Test(
        "29.1 as 28.1: a list of resources that is missing, empty or has a blank text → 400",
        arguments: [nil, [], [""], ["news", " "]] as [[String]?])
    func resources(_ resources: [String]?) {
        var service = Fixture()
        service.addProfile()
        #expect(service.refusal(Fixture.preauthorize(resources)).isA(400, .invalidResources))
    }

    @Test("29.1 as 28.2, 28.3: the limit counts different resources; each is answered once, in order")
    func limit() throws {
        var service = Fixture()
        service.addProfile()
        let five = ["news", "1", "2", "3", "4"]
        #expect(try service.send(Fixture.preauthorize(five + five)).map(\.resource) == five)
        #expect(service.refusal(Fixture.preauthorize(five + ["5"])).isA(403, .tooManyResources))
    }

    @Test("29.1 as 28.4: AuthZNone → denied with its message")
    func authorizeNone() throws {
        var service = Fixture()
        service.addProfile()
        try service.addRule(.authorizeNone, message: "Back at noon.")
        #expect(try service.preauthorize() == [Fixture.denial(.degradationRule, "news", .degradation, details: "Back at noon.")])
    }

    @Test(
        "29.1 as 28.5, 28.6: AuthNAll and AuthZAll → permitted without times, token and profile",
        arguments: [Degradation.authenticateAll, .authorizeAll])
    func permitAll(_ kind: Degradation) throws {
        var service = Fixture()
        try service.degrade(kind)
        #expect(
            try service.preauthorize(["opera"])
                == [Fixture.offer("opera", .degradation, user: Fixture.anonymous(.degradation))])
    }

    @Test("29.1 as 28.8, 28.9: no profile, one that has expired, one that was ended")
    func noProfile() throws {
        var service = Fixture()
        #expect(try service.preauthorize() == [Fixture.denial(.profileMissing)])
        service.addProfile(lifetime: 1_000)
        service.now += 1_000
        #expect(try service.preauthorize() == [Fixture.denial(.profileExpired)])
        var profile = ProfileRecord(authentication: service.addLogin())
        profile.isInvalidated = true
        service.save(profile)
        #expect(try service.preauthorize() == [Fixture.denial(.profileInvalidated)])
    }

    @Test("29.1 as 28.10: only an appleSSO profile, P1 to P5", arguments: AuthorizeResourcesTests.unaccepted)
    func partner(_ call: ClientCall, _ code: ErrorCode) throws {
        var service = Fixture()
        service.addProfile(Fixture.owner(), .apple)
        #expect(try service.preauthorize(call: call) == [Fixture.denial(code, status: 400)])
        #expect(try service.preauthorize(call: Fixture.partnerCall()) == [Fixture.offer()])
    }

    @Test("29.1 as 28.11: a home-based profile, and the device is away")
    func home() throws {
        var service = Fixture { $0.providers[0].isHomeBased = true }
        service.addProfile(attributes: ["hba_status": .flag(true)])
        let text = "Alpha Cable signed this device in at home, and it has left the home network. Sign in again."
        #expect(
            try service.preauthorize(call: Fixture.clientCall().from("203.0.113.9"))
                == [Fixture.denial(.homePolicy, details: text)])
        #expect(try service.preauthorize() == [Fixture.offer()])
    }

    @Test("29.1 as 28.12: a cached authorization is used; a preauthorization does not grant, cache or count anything")
    func cached() throws {
        var service = Fixture()
        service.addProfile()
        #expect(try service.preauthorize() == [Fixture.offer()])
        #expect(service.authorizations() == [])
        try service.send(Fixture.authorize())
        try service.answer(["*": ResourceOverride(denial: .byProvider, message: "No.")])
        let denial = Fixture.denial(.preauthorizationDenied, "sports", details: "No.")
        for _ in 1...5 {
            #expect(try service.preauthorize(["news", "sports"]) == [Fixture.offer(), denial])
        }
        #expect(try service.authorize(["sports"]) == [Fixture.denial(.authorizationDenied, "sports", details: "No.")])
    }

    @Test("29.1 as 28.13: malformed media RSS → denied with the reason; the others are decided")
    func malformed() throws {
        var service = Fixture()
        service.addProfile()
        #expect(
            try service.send(Fixture.preauthorize(["<rss/>", "news"])) == [
                ResourceDecision(
                    resource: "<rss/>", serviceProvider: "REF30", mvpd: "AlphaCable", source: .mvpd,
                    refusal: Refusal(403, .preauthorizationDenied, "The resource is malformed.")),
                Fixture.offer(),
            ])
    }

    @Test(
        "29.2 the MVPD denies → preauthorization_denied_by_mvpd; other reasons keep their code",
        arguments: ResourceDenial.allCases)
    func denied(_ denial: ResourceDenial) throws {
        var service = Fixture()
        service.addProfile()
        try service.answer(["news": ResourceOverride(denial: denial, message: "Because.")])
        let code = denial == .byProvider ? .preauthorizationDenied : try #require(ErrorCode(rawValue: denial.rawValue))
        #expect(try service.preauthorize() == [Fixture.denial(code, details: "Because.")])
    }

    @Test("29.3 a resource that is unknown to the MVPD has its own item, even if the MVPD then answers nothing")
    func unknown() throws {
        var service = Fixture()
        service.addProfile()
        let text = "Your Alpha Cable subscription does not include opera."
        #expect(
            try service.preauthorize(["opera", "news"])
                == [Fixture.denial(.preauthorizationDenied, "opera", details: text), Fixture.offer()])
        var silent = Fixture { $0.providers[0].preauthorizesKnownOnly = true }
        silent.addProfile()
        #expect(
            try silent.preauthorize(["opera", "news"])
                == [Fixture.denial(.preauthorizationDenied, "opera"), Fixture.denial(.preauthorizationDenied, "news")])
    }
}
