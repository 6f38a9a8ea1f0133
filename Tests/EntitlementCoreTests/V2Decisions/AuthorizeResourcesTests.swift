import TVWorld
import Testing

@testable import EntitlementCore

@Suite("REST v2, table 28: authorization")
struct AuthorizeResourcesTests {
    @Test(
        "28.1 a list of resources that is missing, empty or has a blank text or a control character → 400",
        arguments: [nil, [], [""], [" "], ["news", "\t"], ["a\u{0}b"], ["\u{1F}"], ["\u{FFFF}"]] as [[String]?])
    func resources(_ resources: [String]?) {
        var service = Fixture()
        service.addProfile()
        #expect(service.refusal(Fixture.authorize(resources)).isA(400, .invalidResources))
    }

    @Test("28.1 a character that XML can contain is accepted")
    func legalCharacters() throws {
        var service = Fixture()
        service.addProfile()
        #expect(try service.send(Fixture.authorize(["a\u{1FFFE}b"])).count == 1)
    }

    @Test("28.2 resources are compared by their bytes")
    func spelling() throws {
        var service = Fixture()
        service.addProfile()
        let decisions = try service.send(Fixture.authorize(["Caf\u{E9}", "Cafe\u{301}", "Caf\u{E9}"]))
        #expect(decisions.map { Array($0.resource.utf8) } == ["Caf\u{E9}", "Cafe\u{301}"].map { Array($0.utf8) })
    }

    @Test("28.2 more different resources than the integration's or else the provider's limit → 403")
    func limit() throws {
        var service = Fixture()
        service.addProfile()
        let names = ["1", "2", "3", "4", "5"]
        #expect(try service.send(Fixture.authorize(names + names)).map(\.resource) == names)
        #expect(service.refusal(Fixture.authorize(names + ["6"])).isA(403, .tooManyResources))
        try service.changeIntegration(of: "REF30", with: "AlphaCable") { $0.preauthorizeLimit = 1 }
        #expect(try service.send(Fixture.authorize(["news", "news"])).map(\.resource) == ["news"])
        #expect(service.refusal(Fixture.authorize(["news", "sports"])).isA(403, .tooManyResources))
    }

    @Test("28.3 a resource named twice is answered once, at its first place")
    func duplicates() throws {
        var service = Fixture()
        service.addProfile()
        let validity = service.now...service.now + Fixture.day
        #expect(
            try service.authorize(["sports", "news", "sports"])
                == [service.permit("sports", during: validity), service.permit("news", during: validity)])
    }

    @Test("28.4 AuthZNone → denied with its message, cached authorizations included, with and without a profile")
    func authorizeNone() throws {
        var service = Fixture()
        let denial = Fixture.denial(.degradationRule, "news", .degradation, details: "Back at noon.")
        try service.addRule(.authorizeNone, message: "Back at noon.", seconds: 60)
        #expect(try service.authorize() == [denial])
        service.now += 60_000
        service.addProfile()
        try service.send(Fixture.authorize())
        try service.addRule(.authorizeNone, message: "Back at noon.")
        try service.addRule(.authenticateAll)
        #expect(try service.authorize() == [denial])
    }

    @Test("28.5 AuthNAll → permitted until the rule ends, without a profile; nothing is stored")
    func authenticateAll() throws {
        var service = Fixture()
        service.draw(0)
        try service.addRule(.authenticateAll, seconds: 60)
        let validity = service.now...service.now + 60_000
        #expect(
            try service.authorize(["opera"]) == [
                service.permit("opera", .degradation, during: validity, user: Fixture.anonymous(.degradation))
            ])
        service.addProfile()
        #expect(try service.authorize(["opera"]) == [service.permit("opera", .degradation, during: validity)])
        #expect(service.authorizations() == [])
    }

    @Test("28.6 AuthZAll → permitted without times, without a profile")
    func authorizeAll() throws {
        var service = Fixture()
        service.draw(0)
        try service.degrade(.authorizeAll)
        #expect(
            try service.authorize(["opera"]) == [
                service.permit("opera", .degradation, during: nil, user: Fixture.anonymous(.degradation))
            ])
    }

    @Test("28.7 a temporary pass decides by its own table, a degradation rule before it")
    func temporaryPass() throws {
        var service = Fixture()
        service.draw(0)
        let user = Fixture.anonymous(.temporaryPass, mvpd: "TempPass")
        let ask = Fixture.authorize(["opera"], mvpd: "TempPass")
        try service.addRule(.authorizeAll, mvpd: "TempPass", seconds: 60)
        #expect(
            try service.decide(ask) == [
                service.permit("opera", .degradation, mvpd: "TempPass", during: nil, user: user)
            ])
        service.now += 60_000
        #expect(
            try service.decide(ask) == [
                service.permit(
                    "opera", .temppass, mvpd: "TempPass", during: service.now...service.now + 600_000, user: user)
            ])
    }

    @Test("28.8 no profile of this service provider, device, client and MVPD → authenticated_profile_missing")
    func missing() throws {
        var service = Fixture()
        service.addProfile(Fixture.owner("REF60"))
        service.addProfile(Fixture.owner(device: "device-2"))
        service.addProfile(Fixture.owner(client: "client-2"))
        service.addProfile(mvpd: "BetaFiber")
        #expect(
            try service.authorize(["news", "sports"])
                == [Fixture.denial(.profileMissing, "news"), Fixture.denial(.profileMissing, "sports")])
    }

    @Test("28.9 a profile that has expired, or was ended by the administration or the MVPD")
    func ended() throws {
        var service = Fixture()
        service.addProfile(lifetime: 1_000)
        service.now += 1_000
        #expect(try service.authorize() == [Fixture.denial(.profileExpired)])
        var profile = ProfileRecord(authentication: service.addLogin())
        profile.isInvalidated = true
        service.save(profile)
        #expect(try service.authorize() == [Fixture.denial(.profileInvalidated)])
    }

    /// Calls that may not use a profile of the system account, with the reason.
    static let unaccepted: [(ClientCall, ErrorCode)] = [
        (Fixture.clientCall(), .partnerAccessMissing), (Fixture.partnerCall(.notDetermined), .partnerAccessUndetermined),
        (Fixture.partnerCall(.denied), .partnerAccessDenied), (Fixture.partnerCall(.restricted), .partnerAccessDenied),
        (Fixture.partnerCall(provider: nil), .partnerProviderUndetermined),
        (Fixture.partnerCall(provider: "nobody.example"), .partnerProviderUndetermined),
        // This one has no platformMappingId.
        (Fixture.partnerCall(provider: "gamma.example"), .partnerProviderUndetermined),
        (Fixture.partnerCall(provider: "beta.example"), .partnerProviderMismatch),
    ]

    @Test("28.10 only an appleSSO profile: P1 to P5 → the code with 400 inside", arguments: unaccepted)
    func partner(_ call: ClientCall, _ code: ErrorCode) throws {
        var service = Fixture()
        service.addProfile(Fixture.owner(), .apple)
        #expect(try service.authorize(call: call) == [Fixture.denial(code, status: 400)])
    }

    @Test(
        "28.10 an appleSSO profile with an accepted status, or one that has expired, is used",
        arguments: [PartnerFrameworkStatus.Expiration.absent, .at(0), .unreadable])
    func acceptedPartner(_ expiration: PartnerFrameworkStatus.Expiration) throws {
        var service = Fixture()
        service.addProfile(Fixture.owner(), .apple)
        #expect(
            try service.authorize(call: Fixture.partnerCall(expiration: expiration))
                == [service.permit(during: service.now...service.now + Fixture.day)])
    }

    @Test("28.11 a home-based profile, and the device is away → authorization_denied_by_hba_policies, until it is back")
    func home() throws {
        var service = Fixture { $0.providers[0].isHomeBased = true }
        service.addProfile(attributes: ["hba_status": .flag(true)])
        let permit = service.permit(during: service.now...service.now + Fixture.day)
        let home = Fixture.authorize(call: Fixture.clientCall().from("192.168.1.7"))
        #expect(try service.decide(home) == [permit])
        let text = "Alpha Cable signed this device in at home, and it has left the home network. Sign in again."
        #expect(
            try service.authorize(call: Fixture.clientCall().from("203.0.113.9"))
                == [Fixture.denial(.homePolicy, details: text)])
        #expect(try service.decide(home) == [permit])
    }

    @Test("28.12 a cached authorization → permitted with its times and a new token; the MVPD is not contacted")
    func cached() throws {
        var service = Fixture()
        service.addProfile()
        let validity = service.now...service.now + Fixture.day
        try service.send(Fixture.authorize())
        try service.answer(["*": ResourceOverride(denial: .byProvider, message: "No.")])
        service.now += 1_000
        #expect(
            try service.authorize(["news", "sports"]) == [
                service.permit(during: validity), Fixture.denial(.authorizationDenied, "sports", details: "No."),
            ])
        service.now = validity.upperBound
        #expect(try service.authorize() == [Fixture.denial(.authorizationDenied, details: "No.")])
    }

    @Test("28.13 malformed media RSS → authorization_denied_by_mvpd with the reason; the others are decided")
    func malformed() throws {
        var service = Fixture()
        service.addProfile()
        let answer = try service.send(Fixture.authorize(["<rss/>", "news"]))
        #expect(
            answer == [
                ResourceDecision(
                    resource: "<rss/>", serviceProvider: "REF30", mvpd: "AlphaCable", source: .mvpd,
                    refusal: Refusal(403, .authorizationDenied, "The resource is malformed.")),
                service.permit(during: service.now...service.now + Fixture.day),
            ])
    }

    @Test("28.14 the MVPD permits → token, times until the authorization or the profile ends; cached")
    func permitted() throws {
        var service = Fixture()
        service.addProfile(lifetime: Fixture.day + 1_000)
        let first = service.now...service.now + Fixture.day
        #expect(try service.authorize() == [service.permit(during: first)])
        service.now += 2_000
        let second = service.now...service.now + Fixture.day - 1_000
        #expect(try service.authorize(["sports"]) == [service.permit("sports", during: second)])
        #expect(
            service.authorizations()
                == [("news", first), ("sports", second)].map { resource, validity in
                    ProfileAuthorization(
                        profile: Fixture.key, sessionID: "session", resource: resource, createdAt: validity.lowerBound,
                        expiresAt: validity.upperBound)
                })
    }

    @Test(
        "28.15 the MVPD denies → its code and text, no times; not cached",
        arguments: [ResourceDenial.byProvider, .byParentalControls, .unknownIdentity, .bySessionEnd])
    func denied(_ denial: ResourceDenial) throws {
        var service = Fixture()
        service.addProfile()
        try service.answer(["news": ResourceOverride(denial: denial, message: "Because.")])
        let code = try #require(ErrorCode(rawValue: denial.rawValue))
        #expect(try service.authorize() == [Fixture.denial(code, details: "Because.")])
        try service.answer([:])
        #expect(try service.authorize() == [service.permit(during: service.now...service.now + Fixture.day)])
    }

    @Test(
        "28.16 the MVPD cannot be reached, breaks off or takes too long → a network code, action retry",
        arguments: [ResourceDenial.connectionTimeout, .receiveError, .executionTime])
    func unreachable(_ denial: ResourceDenial) throws {
        var service = Fixture()
        service.addProfile()
        try service.answer(["news": ResourceOverride(denial: denial)])
        let code = try #require(ErrorCode(rawValue: denial.rawValue))
        #expect(code.action == "retry")
        for _ in 1...5 { #expect(try service.authorize() == [Fixture.denial(code)]) }
    }

    @Test("3 the guard against repeated denials counts by MVPD and resource, and has the MVPD's code")
    func repeatedDenials() throws {
        var service = Fixture()
        for mvpd in ["AlphaCable", "BetaFiber"] {
            service.addProfile(mvpd: mvpd)
            try service.answer(["news": ResourceOverride(denial: .byProvider, message: "No.")], mvpd: mvpd)
        }
        let no = Fixture.denial(.authorizationDenied, details: "No.")
        for _ in 1...3 { #expect(try service.authorize(["news", "news"]) == [no]) }
        let guarded = try service.send(Fixture.authorize(["news", "sports"]))
        #expect(guarded.map(\.isAuthorized) == [false, true])
        #expect(
            guarded[0].refusal
                == Refusal(
                    403, .authorizationDenied,
                    "The provider denied this resource 3 times within 60 seconds; it is not asked again yet."))
        #expect(
            try service.authorize(mvpd: "BetaFiber")
                == [Fixture.denial(.authorizationDenied, mvpd: "BetaFiber", details: "No.")])
        service.now += 60_000
        #expect(try service.authorize() == [no])
    }

    @Test("the journal's outcome is ok if any resource may be played, or else the code of the first one")
    func outcome() {
        let event = Fixture.authorize()
        let denials = [Fixture.denial(.authorizationDenied), Fixture.denial(.homePolicy, "sports")]
        #expect(event.outcome(denials) == "authorization_denied_by_mvpd")
        #expect(event.outcome(denials + [Fixture.offer("kids")]) == "ok")
    }
}
