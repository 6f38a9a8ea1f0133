import TVWorld
import Testing

@testable import EntitlementCore

@Suite("Degradation rules")
struct DegradationTests {
    /// A call of a device that reports its platform.
    private func call(_ platform: Platform?) -> DeviceCall {
        var call = Fixture.call()
        call.deviceType = platform?.deviceType
        return call
    }

    private func authorize(_ resource: String, on platform: Platform? = nil) -> EntitlementEvent<DecidedAuthorization> {
        EntitlementEvent.authorize(call: call(platform), resource: resource)
    }

    private func degradation(_ service: Fixture, _ resource: String? = nil, on platform: Platform? = nil) -> DegradationStatus {
        service.state.degradation(
            requestor: "REF30", mvpd: "AlphaCable", platform: platform, resource: resource.flatMap { Resource($0) },
            now: service.now)
    }

    @Test("a rule applies only to its requestor and its provider")
    func scope() throws {
        var service = Fixture()
        try service.addRule(.authorizeNone)
        #expect(degradation(service).authorization?.kind == .authorizeNone)
        for (requestor, mvpd) in [("REF60", "AlphaCable"), ("REF30", "BetaFiber")] {
            #expect(
                service.state.degradation(requestor: requestor, mvpd: mvpd, platform: nil, now: service.now)
                    == DegradationStatus())
        }
    }

    @Test("several providers in one call, by either identifier, each once; an unknown one adds no rule")
    func severalProviders() throws {
        var service = Fixture()
        let rules = try service.send(
            .addDegradationRules(requestor: "REF30", mvpds: ["BetaFiber", "alpha.example", "AlphaCable"], kind: .authorizeAll))
        #expect(rules.map(\.mvpd) == ["BetaFiber", "AlphaCable"])
        #expect(service.state.degradationRules.all.count == 2)
        for mvpds in [["GammaSat", "Nobody"], ["GammaSat", "AlphaCabel"]] {
            #expect(service.refusal(.addDegradationRules(requestor: "REF30", mvpds: mvpds, kind: .authorizeAll))?.status == 404)
        }
        #expect(
            service.refusal(.addDegradationRules(requestor: "REF60", mvpds: ["BetaFiber"], kind: .authorizeAll))?.status == 404)
        #expect(service.refusal(.addDegradationRules(requestor: "X", mvpds: ["BetaFiber"], kind: .authorizeAll))?.status == 404)
        #expect(service.state.degradationRules.all.count == 2)
    }

    @Test("a rule expires by the service's clock, and what it permitted ends with it")
    func timed() throws {
        var service = Fixture()
        try service.signIn("u-1002-bob")
        try service.addRule(.authorizeAll, seconds: 600)
        let given = try service.send(authorize("sports"))
        #expect(given.degradation == .authorizeAll && given.record.expiresAt == service.now + 600_000)
        service.now += 599_999
        #expect(try service.send(authorize("sports")) == given)
        service.now += 1
        #expect(service.refusal(authorize("sports"))?.code == .authorizationDenied)
        #expect(service.refusal(.readAuthorization(call: Fixture.call(), resource: "sports"))?.status == 410)
        #expect(service.refusal(.issueMediaToken(call: Fixture.call(), resource: "sports"))?.status == 403)
    }

    @Test("an AuthNAll rule signs in without the provider; the session ends with the rule, at its expiry or removal")
    func degradedSession() throws {
        var service = Fixture()
        let exchange = EntitlementEvent.exchangeToken(
            call: Fixture.call(), mvpd: "BetaFiber", deviceType: "iOS", evidence: .absent)
        #expect(service.refusal(exchange)?.status == 400)
        let rules = try service.addRule(.authenticateAll, mvpd: "BetaFiber", seconds: 60)
        let request = EntitlementEvent.createProfileRequest(call: Fixture.call(), mvpd: "BetaFiber", deviceType: "iOS")
        #expect(try service.send(request) == .degraded)
        try service.send(exchange)
        let token = try service.send(.readAuthentication(call: Fixture.call(), form: .token))
        #expect(token.degradation == .authenticateAll && token.record.expiresAt == service.now + 60_000)
        #expect(try service.send(authorize("anything")).degradation == .authenticateAll)
        let metadata = try service.send(.readUserMetadata(call: Fixture.call()))
        #expect(metadata.data.keys.sorted() == ["userID"])
        let id = try #require(rules.first?.id)
        try service.send(.removeDegradationRule(id: id))
        #expect(service.refusal(.readAuthentication(call: Fixture.call(), form: .token))?.status == 410)
        #expect(service.refusal(.removeDegradationRule(id: id))?.status == 404)
    }

    @Test("a session of an AuthNAll rule expires with the rule")
    func degradedSessionEnds() throws {
        var service = Fixture()
        try service.addRule(.authenticateAll, seconds: 60)
        try service.send(.exchangeToken(call: Fixture.call(), mvpd: "AlphaCable", deviceType: "iOS", evidence: .absent))
        service.now += 60_000
        #expect(service.refusal(.readAuthentication(call: Fixture.call(), form: .token))?.status == 410)
        #expect(service.refusal(.readAuthentication(call: Fixture.call(), form: .check))?.status == 403)
        #expect(service.refusal(authorize("news"))?.code == .sessionExpired)
    }

    @Test("rules for resources do not affect the others; media RSS is matched by its channel title")
    func resources() throws {
        var service = Fixture()
        try service.signIn("u-1002-bob")
        try service.addRule(.authorizeNone, resources: ["news"], message: "Back at noon.")
        try service.addRule(.authorizeAll, resources: ["kids"])
        let refusal = service.refusal(authorize("news"))
        #expect(refusal?.code == .degradationRule && refusal?.details == "Back at noon.")
        #expect(service.refusal(authorize("<rss><channel><title>news</title></channel></rss>"))?.code == .degradationRule)
        #expect(try service.send(authorize("kids")).degradation == .authorizeAll)
        #expect(service.refusal(authorize("sports"))?.code == .authorizationDenied)
        let items = try service.send(.preauthorize(call: Fixture.call(), resources: "news,kids,sports"))
        #expect(items.map(\.isAuthorized) == [false, true, false])
        #expect(items.map { $0.refusal?.code } == [.degradationRule, nil, .preauthorizationDenied])
        #expect(items[0].refusal?.details == "Back at noon.")
        #expect(degradation(service).configured == nil)
    }

    @Test("an AuthNAll rule for resources signs everybody in, for these resources only")
    func authenticateAllForResources() throws {
        var service = Fixture()
        try service.addRule(.authenticateAll, resources: ["news"])
        #expect(degradation(service).configured == .authenticateAll)
        try service.send(.exchangeToken(call: Fixture.call(), mvpd: "AlphaCable", deviceType: "iOS", evidence: .absent))
        #expect(try service.send(authorize("news")).degradation == .authenticateAll)
        #expect(service.refusal(authorize("sports"))?.code == .identityNotRecognized)
    }

    @Test("a rule for a platform affects neither the other platform nor devices of unknown platform")
    func platform() throws {
        var service = Fixture()
        try service.signIn()
        try service.addRule(.authorizeNone, platform: .tvos)
        #expect(service.refusal(authorize("news", on: .tvos))?.code == .degradationRule)
        try service.send(authorize("news", on: .ios))
        try service.send(authorize("news"))
        var told = Fixture.call()
        told.device = .fields(["osName": "tvOS"])
        #expect(service.refusal(.authorize(call: told, resource: "news"))?.code == .degradationRule)
        let configuration = { (platform: Platform) in
            EntitlementEvent.readConfiguration(
                call: DeviceCall(
                    clientID: Fixture.client, requestor: "REF30", deviceID: nil, deviceType: platform.deviceType))
        }
        #expect(try service.send(configuration(.tvos)).entries[0].degradation == .authorizeNone)
        #expect(try service.send(configuration(.ios)).entries[0].degradation == nil)
    }

    @Test(
        "H16 AuthZNone takes precedence for authorization, whichever rule came first; sign-in follows AuthNAll",
        arguments: [
            [Degradation.authenticateAll, .authorizeAll, .authorizeNone], [.authorizeNone, .authorizeAll, .authenticateAll],
        ])
    func precedence(_ kinds: [Degradation]) throws {
        var service = Fixture()
        for kind in kinds { try service.addRule(kind) }
        let status = degradation(service, "news")
        #expect(status.authorization?.kind == .authorizeNone && status.authentication?.kind == .authenticateAll)
        #expect(status.configured == .authenticateAll)
        try service.send(.exchangeToken(call: Fixture.call(), mvpd: "AlphaCable", deviceType: "iOS", evidence: .absent))
        #expect(service.refusal(authorize("news"))?.code == .degradationRule)
    }

    @Test("the integration's own setting and the rules combine: the setting does not expire, and the stronger one decides")
    func switchAndRules() throws {
        var service = Fixture()
        try service.signIn("u-1002-bob")
        try service.degrade(.authorizeAll)
        try service.addRule(.authorizeNone, message: "Soon.", seconds: 10)
        #expect(service.refusal(authorize("sports"))?.details == "Soon.")
        service.now += 10_000
        #expect(try service.send(authorize("sports")).degradation == .authorizeAll)
        #expect(degradation(service).authorization?.expiresAt == .max)
    }

    @Test("an authorization of the provider outlives a permitting rule")
    func ownAuthorization() throws {
        var service = Fixture()
        try service.signIn()
        let own = try service.send(authorize("news")).record
        try service.addRule(.authorizeAll, seconds: 10)
        let degraded = try service.send(authorize("news"))
        #expect(degraded.degradation == .authorizeAll && degraded.record == own)
        service.now += 10_000
        #expect(try service.send(.readAuthorization(call: Fixture.call(), resource: "news")).record == own)
    }

    @Test("denials by a rule are not the provider's: the guard does not count them")
    func notCounted() throws {
        var service = Fixture()
        try service.signIn("u-1002-bob")
        try service.degrade(.authorizeNone)
        for _ in 1...5 { #expect(service.refusal(authorize("sports"))?.code == .degradationRule) }
        try service.degrade(.none)
        #expect(service.refusal(authorize("sports"))?.code == .authorizationDenied)
    }

    @Test("the number of rules is limited; expired ones make room; a reset removes all")
    func limit() throws {
        var service = Fixture()
        let names = ["AlphaCable", "BetaFiber", "GammaSat", "DeltaCoop", "EpsilonTV"]
        for _ in 1...(DegradationRules.limit / names.count) {
            try service.send(.addDegradationRules(requestor: "REF30", mvpds: names, kind: .authorizeAll, lifetime: 60))
        }
        let one = EntitlementEvent.addDegradationRules(
            requestor: "REF30", mvpds: ["AlphaCable"], kind: .authorizeNone)
        #expect(service.refusal(one)?.status == 409)
        service.now += 60_001
        try service.send(one)
        #expect(service.state.degradationRules.all.count == 1)
        try service.send(.resetService(clock: ClockRecord(setting: "real", start: "real")))
        #expect(service.state.degradationRules.all.isEmpty)
    }
}
