import Testing

@testable import EntitlementCore
@testable import TVWorld

@Suite("REST v2, tables 31, 36.6 and 36.7: temporary passes")
struct TemporaryAccessTests {
    /// A service whose pass is promotional, for a number of resources.
    private func promotional(_ limit: Int? = nil) -> Fixture {
        var service = Fixture.promotional(resources: limit)
        service.draw(0)
        return service
    }

    private static let lifetime: Int64 = 600_000
    private static let user = Fixture.anonymous(.temporaryPass, mvpd: "TempPass")
    private static let one = Fixture.clientCall().identified(email: "one")

    private func authorize(_ resources: String..., call: ClientCall = Self.one) -> EntitlementEvent<[ResourceDecision]> {
        Fixture.authorize(resources, call: call, mvpd: "TempPass")
    }

    private func preauthorize(_ resources: String..., call: ClientCall = Self.one) -> EntitlementEvent<[ResourceDecision]> {
        Fixture.preauthorize(resources, call: call, mvpd: "TempPass")
    }

    private func permit(_ resource: String, _ service: Fixture, until end: Int64) -> ResourceDecision {
        service.permit(resource, .temppass, mvpd: "TempPass", during: service.now...end, user: Self.user)
    }

    private func offer(_ resource: String) -> ResourceDecision {
        Fixture.offer(resource, .temppass, mvpd: "TempPass", user: Self.user)
    }

    private func denial(_ code: ErrorCode, _ resource: String = "news", status: Int = 403) -> ResourceDecision {
        Fixture.denial(code, resource, .temppass, mvpd: "TempPass", status: status)
    }

    /// The profile that is returned now.
    private func profile(from start: Int64, _ data: [String: AttributeValue] = [:]) -> ProfileAnswer {
        let end = start + Self.lifetime
        let common: [String: AttributeValue] = ["userID": .text(Self.user), "expiration_date": .number(end)]
        return ProfileAnswer(
            mvpd: "TempPass", type: .temporary, notBefore: start, notAfter: end,
            metadata: UserMetadata(updated: start / 1_000, data: data.merging(common) { $1 }))
    }

    @Test("31.1 profile: no settings → 500")
    func profileWithoutSettings() {
        var service = Fixture { $0.temporaryPasses = [] }
        let refusal = service.refusal(.readProfiles(call: Fixture.clientCall(), mvpd: "TempPass"))
        #expect(refusal.isA(500, .temporaryAccessConfiguration))
    }

    @Test("31.2 profile: a promotional pass without its key in AP-TempPass-Identity → 400")
    func profileWithoutIdentity() {
        var service = promotional()
        for identifiers in [nil, [:], ["phone": "one"]] as [[String: String]?] {
            var call = Fixture.clientCall()
            call.temporaryPassIdentifiers = identifiers
            #expect(service.refusal(.readProfiles(call: call, mvpd: "TempPass")).isA(400, .invalidTemporaryPassIdentity))
        }
    }

    @Test("31.3 profile: no trial yet → from now for the pass's lifetime; nothing is stored")
    func newProfile() throws {
        var service = Fixture()
        #expect(try service.profiles("TempPass") == [profile(from: service.now)])
        service.now += 1_000
        #expect(try service.profiles("TempPass") == [profile(from: service.now)])
        #expect(service.startedPass(.device, Fixture.device) == nil)
        var promotional = promotional(2)
        let data: [String: AttributeValue] = ["used_assets": .list([]), "remaining_resources": .number(2)]
        #expect(try promotional.profiles("TempPass", call: Self.one) == [profile(from: promotional.now, data)])
    }

    @Test("31.4 profile: the trial runs → from its start to its end; promotional: what is left, and what was used")
    func runningProfile() throws {
        var service = Fixture()
        let start = service.now
        try service.send(authorize("news"))
        service.now += 1_000
        #expect(try service.profiles("TempPass") == [profile(from: start)])
        var promotional = promotional(2)
        try promotional.send(authorize("news"))
        promotional.now += 1_000
        let data: [String: AttributeValue] = ["used_assets": .list(["news"]), "remaining_resources": .number(1)]
        #expect(try promotional.profiles("TempPass", call: Self.one) == [profile(from: start, data)])
    }

    @Test("31.5 profile: the trial is over → 403")
    func endedProfile() throws {
        var service = Fixture()
        try service.send(authorize("news"))
        service.now += Self.lifetime - 1
        #expect(try service.profiles("TempPass").count == 1)
        service.now += 1
        let refusal = service.refusal(.readProfiles(call: Fixture.clientCall(), mvpd: "TempPass"))
        #expect(refusal.isA(403, .temporaryAccessEnded))
    }

    @Test("31.6 profile: promotional, nothing remaining → 403")
    func usedUpProfile() throws {
        var service = promotional(1)
        try service.send(authorize("news"))
        #expect(service.refusal(.readProfiles(call: Self.one, mvpd: "TempPass")).isA(403, .temporaryAccessUsedUp))
    }

    @Test("31.7 authorization: no settings, no identity, trial over → denied items with 500, 400, 403")
    func deniedAuthorization() throws {
        var unconfigured = Fixture { $0.temporaryPasses = [] }
        #expect(try unconfigured.decide(authorize("news")) == [denial(.temporaryAccessConfiguration, status: 500)])
        var service = promotional()
        #expect(
            try service.decide(authorize("news", call: Fixture.clientCall()))
                == [denial(.invalidTemporaryPassIdentity, status: 400)])
        try service.send(authorize("news"))
        service.now += Self.lifetime
        #expect(
            try service.decide(authorize("news", "sports"))
                == [denial(.temporaryAccessEnded), denial(.temporaryAccessEnded, "sports")])
    }

    @Test("31.8 the first permission starts the trial; later ones end with it; promotional: the asset counts")
    func firstPermission() throws {
        var service = promotional(3)
        let end = service.now + Self.lifetime
        #expect(try service.decide(authorize("news", "opera")) == ["news", "opera"].map { permit($0, service, until: end) })
        service.now += 1_000
        #expect(try service.decide(authorize("kids")) == [permit("kids", service, until: end)])
        #expect(
            service.startedPass(.device, Fixture.device)
                == StartedTemporaryPass(
                    id: Fixture.uuid(0), requestor: "REF30", mvpd: "TempPass", deviceID: Fixture.device, identity: "one",
                    resources: ["news", "opera", "kids"], resourcesChangedAt: service.now, startedAt: end - Self.lifetime,
                    expiresAt: end))
        var basic = Fixture()
        basic.draw(0)
        #expect(try basic.decide(authorize("anything")) == [permit("anything", basic, until: end)])
        #expect(basic.startedPass(.device, Fixture.device)?.resources == [])
    }

    @Test("31.8 a trial that REST v1 started continues in v2: the same device, the same user")
    func startedByVersion1() throws {
        var service = promotional(2)
        let end = service.now + Self.lifetime
        var call = Fixture.call()
        call.genericData = ["email": "one"]
        try service.send(.startTemporaryPass(call: call, mvpd: "TempPass", domain: "example.com"))
        try service.send(.authorize(call: Fixture.call(), resource: "news"))
        service.now += 1_000
        let other = Fixture.clientCall(device: "device-2").identified(email: "one")
        #expect(try service.send(authorize("opera", call: other)).map(\.notAfter) == [end])
        #expect(service.startedPass(.device, "device-2")?.resources == ["news", "opera"])
        #expect(service.refusal(.authorize(call: Fixture.call(), resource: "kids"))?.code == .temporaryAccessUsedUp)
    }

    @Test("31.9 promotional, an asset that was used before → permitted without being counted, also with nothing remaining")
    func usedAsset() throws {
        var service = promotional(1)
        let end = service.now + Self.lifetime
        try service.send(authorize("news"))
        service.now += 1_000
        #expect(try service.decide(authorize("news")) == [permit("news", service, until: end)])
        #expect(service.startedPass(.device, Fixture.device)?.resources == ["news"])
    }

    @Test("31.10 promotional, a new asset, nothing remaining → denied; several at once are counted in order")
    func usedUp() throws {
        var service = promotional(2)
        let end = service.now + Self.lifetime
        let answer = try service.decide(authorize("a", "b", "c", "a", "d"))
        #expect(
            answer == [
                permit("a", service, until: end), permit("b", service, until: end), denial(.temporaryAccessUsedUp, "c"),
                denial(.temporaryAccessUsedUp, "d"),
            ])
        #expect(
            try service.decide(authorize("e", "b")) == [denial(.temporaryAccessUsedUp, "e"), permit("b", service, until: end)])
        #expect(service.startedPass(.device, Fixture.device)?.resources == ["a", "b"])
    }

    @Test("31.11 preauthorization while the trial is not over → permitted for all; starts nothing")
    func preauthorized() throws {
        var service = promotional(2)
        #expect(try service.decide(preauthorize("a", "b", "c")) == ["a", "b", "c"].map(offer))
        #expect(service.startedPass(.device, Fixture.device) == nil)
        try service.send(authorize("a"))
        #expect(try service.decide(preauthorize("b", "c")) == ["b", "c"].map(offer))
        #expect(service.startedPass(.device, Fixture.device)?.resources == ["a"])
    }

    @Test("31.12 preauthorization: no settings, no identity, trial over, a new asset with nothing remaining → denied")
    func notPreauthorized() throws {
        var unconfigured = Fixture { $0.temporaryPasses = [] }
        #expect(try unconfigured.decide(preauthorize("news")) == [denial(.temporaryAccessConfiguration, status: 500)])
        var service = promotional(1)
        #expect(
            try service.decide(preauthorize("news", call: Fixture.clientCall()))
                == [denial(.invalidTemporaryPassIdentity, status: 400)])
        try service.send(authorize("news"))
        #expect(
            try service.decide(preauthorize("news", "opera")) == [offer("news"), denial(.temporaryAccessUsedUp, "opera")])
        service.now += Self.lifetime
        #expect(try service.decide(preauthorize("news")) == [denial(.temporaryAccessEnded)])
    }

    @Test("36.6 two authorizations start one trial; both permissions count")
    func oneTrial() throws {
        var service = promotional(3)
        let end = service.now + Self.lifetime
        let other = Fixture.clientCall(device: "device-2").identified(email: "one")
        #expect(try service.send(authorize("a")).map(\.notAfter) == [end])
        service.now += 1
        #expect(try service.send(authorize("b", call: other)).map(\.notAfter) == [end])
        #expect(service.startedPass(.device, Fixture.device)?.resources == ["a", "b"])
        #expect(service.startedPass(.device, "device-2") == service.startedPass(.device, Fixture.device))
    }

    @Test("36.7 two promotional authorizations with one asset left → one permission, one denial")
    func oneLeft() throws {
        var service = promotional(1)
        let end = service.now + Self.lifetime
        #expect(try service.decide(authorize("a")) == [permit("a", service, until: end)])
        #expect(try service.decide(authorize("b")) == [denial(.temporaryAccessUsedUp, "b")])
    }
}
