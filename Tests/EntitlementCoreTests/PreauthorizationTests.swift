import EntitlementCore
import TVWorld
import Testing

@Suite("Preauthorization, denials guard, denials of an integration, home-based authentication")
struct PreauthorizationTests {
    private func service(_ change: (inout Provider) -> Void) -> Fixture {
        Fixture { world in change(&world.providers[0]) }
    }

    private func preauthorize(_ resources: String, address: String? = nil) -> EntitlementEvent<[PreauthorizedResource]> {
        var call = Fixture.call()
        call.address = address
        return .preauthorize(call: call, resources: resources)
    }

    private func authorized(_ items: [PreauthorizedResource]) -> [String] { items.filter(\.isAuthorized).map(\.resource) }

    private func signIn(_ service: inout Fixture, _ attributes: [String: AttributeValue], address: String? = nil) throws {
        let request = try service.profileRequest()
        var call = Fixture.call()
        call.address = address
        try service.send(Fixture.exchange(inResponseTo: request.id, call: call, attributes: attributes))
    }

    @Test("the limit is the provider's, unless the integration has its own")
    func limits() throws {
        var service = service { $0.preauthorizeLimit = 2 }
        try service.signIn()
        try service.send(preauthorize("a,b"))
        let refusal = service.refusal(preauthorize("a,b,c"))
        #expect(refusal?.status == 403 && refusal?.code == .tooManyResources && refusal?.message.contains("at most 2") == true)
        #expect(refusal?.code?.action == "configuration")
        try service.changeIntegration(of: "REF30", with: "AlphaCable") { $0.preauthorizeLimit = 300 }
        let names = (1...300).map { "r\($0)" }
        #expect(try service.send(preauthorize(names.joined(separator: ","))).map(\.resource) == names)
        #expect(service.refusal(preauthorize((names + ["one more"]).joined(separator: ",")))?.code == .tooManyResources)
    }

    @Test("the order is kept; a repeated resource is answered, and counted, once")
    func duplicates() throws {
        var service = service { $0.preauthorizeLimit = 3 }
        try service.signIn("u-1002-bob")
        let items = try service.send(preauthorize("sports,news,sports,,kids,news"))
        #expect(items.map(\.resource) == ["sports", "news", "kids"])
        #expect(authorized(items) == ["news"])
    }

    @Test("line-up: the resources that the provider sent at sign-in decide, not its later answers")
    func lineUp() throws {
        var service = service { $0.preauthorizationMethod = .lineUp }
        try signIn(&service, ["authorized_resources": .list(["opera", "news"])])
        #expect(authorized(try service.send(preauthorize("news,opera,sports"))) == ["news", "opera"])
        #expect(service.refusal(.authorize(call: Fixture.call(), resource: "opera"))?.code == .authorizationDenied)
        #expect(try service.send(.readUserMetadata(call: Fixture.call())).data["authorized_resources"] == nil)
        try signIn(&service, ["channelID": .list(["kids"])])
        #expect(authorized(try service.send(preauthorize("news,kids"))) == ["kids"])
        try signIn(&service, [:])
        #expect(authorized(try service.send(preauthorize("news,kids"))) == [])
    }

    @Test("fork and join: what is already authorized is not requested again")
    func forkAndJoin() throws {
        var service = service { $0.preauthorizationMethod = .forkAndJoin }
        try service.signIn()
        try service.send(.authorize(call: Fixture.call(), resource: "news"))
        let change = EntitlementEvent.changeIntegration(of: "REF30", with: "AlphaCable") {
            $0.resources = ["*": ResourceOverride(denial: .byProvider)]
        }
        try service.send(change)
        #expect(authorized(try service.send(preauthorize("news,sports"))) == ["news"])
        var other = Fixture()
        try other.signIn()
        try other.send(.authorize(call: Fixture.call(), resource: "news"))
        try other.send(change)
        #expect(authorized(try other.send(preauthorize("news,sports"))) == [])
    }

    @Test("fork and join without the service's cache: what is already authorized is requested from the provider, too")
    func pastTheMemory() throws {
        var service = service { $0.preauthorizationMethod = .forkAndJoin }
        try service.signIn()
        try service.send(.authorize(call: Fixture.call(), resource: "news"))
        try service.changeIntegration(of: "REF30", with: "AlphaCable") {
            $0.resources = ["*": ResourceOverride(denial: .byProvider)]
        }
        let question = EntitlementEvent.preauthorize(call: Fixture.call(), resources: "news", usesCache: false)
        #expect(authorized(try service.send(question)) == [])
    }

    @Test("a comma within a resource is written as %2C, a percent sign as %25")
    func commas() throws {
        var service = service { $0.preauthorizeLimit = 5 }
        try service.signIn()
        let items = try service.send(preauthorize("a%2Cb,100%25,%252C,50%,c%2cd"))
        #expect(items.map(\.resource) == ["a,b", "100%", "%2C", "50%", "c,d"])
    }

    @Test("a provider that answers nothing if one resource is unknown to it")
    func knownOnly() throws {
        var service = service { $0.preauthorizesKnownOnly = true }
        try service.signIn()
        #expect(authorized(try service.send(preauthorize("news,sports"))) == ["news", "sports"])
        let items = try service.send(preauthorize("news,nothing"))
        #expect(authorized(items) == [])
        #expect(items.map { $0.refusal?.code } == [.preauthorizationDenied, .preauthorizationDenied])
    }

    @Test("preauthorization does not count for the guard against repeated denials")
    func noGuard() throws {
        var service = Fixture()
        try service.signIn("u-1002-bob")
        for _ in 1...5 { try service.send(preauthorize("sports")) }
        #expect(service.refusal(.authorize(call: Fixture.call(), resource: "sports"))?.code == .authorizationDenied)
    }

    @Test("4.5 the guard counts by device and resource, as set for the requestor; a sign-in clears it")
    func guardCounts() throws {
        var service = Fixture { world in
            world.requestors[0].denialLimit = 2
            world.requestors[0].denialPeriod = 10
        }
        let call = { EntitlementEvent.authorize(call: Fixture.call(device: $0), resource: $1) }
        for device in ["one", "two"] { try service.signIn("u-1002-bob", call: Fixture.call(device: device)) }
        for _ in 1...2 { #expect(service.refusal(call("one", "sports"))?.code == .authorizationDenied) }
        #expect(service.refusal(call("one", "sports"))?.code == .repeatedDenials)
        #expect(service.refusal(call("two", "sports"))?.code == .authorizationDenied)
        #expect(service.refusal(call("one", "kids"))?.code == .authorizationDenied)
        service.now += 9_999
        #expect(service.refusal(call("one", "sports"))?.code == .repeatedDenials)
        service.now += 1
        #expect(service.refusal(call("one", "sports"))?.code == .authorizationDenied)
        #expect(service.refusal(call("one", "sports"))?.code == .authorizationDenied)
        #expect(service.refusal(call("one", "sports"))?.code == .repeatedDenials)
        try service.signIn("u-1002-bob", call: Fixture.call(device: "one"))
        #expect(service.refusal(call("one", "sports"))?.code == .authorizationDenied)
    }

    @Test("a permission resets the count of a resource's denials")
    func guardCleared() throws {
        var service = Fixture()
        try service.signIn("u-1002-bob")
        let event = EntitlementEvent.authorize(call: Fixture.call(), resource: "sports")
        for _ in 1...2 { #expect(service.refusal(event)?.code == .authorizationDenied) }
        try service.degrade(.authorizeAll)
        try service.send(event)
        try service.degrade(.none)
        for _ in 1...3 { #expect(service.refusal(event)?.code == .authorizationDenied) }
        #expect(service.refusal(event)?.code == .repeatedDenials)
    }

    @Test("an integration's denials have their code, message and advanced code", arguments: ResourceDenial.allCases)
    func denials(_ denial: ResourceDenial) throws {
        var service = Fixture { world in
            world.integrations[0].resources = ["news": ResourceOverride(denial: denial, message: "Because.")]
        }
        try service.signIn()
        let event = EntitlementEvent.authorize(call: Fixture.call(), resource: "news")
        let refusal = service.refusal(event)
        let isNetwork = [.receiveError, .connectionTimeout, .executionTime].contains(denial)
        #expect(refusal?.status == 403 && refusal?.code?.rawValue == denial.rawValue && refusal?.details == "Because.")
        #expect(refusal?.code?.advancedCode == (isNetwork ? "Z120" : "Z100"))
        for _ in 1...2 { _ = service.refusal(event) }
        #expect((service.refusal(event)?.code == .repeatedDenials) == !isNetwork)
        try service.send(.authorize(call: Fixture.call(), resource: "sports"))
        let item = try service.send(preauthorize("news"))[0]
        #expect(item.refusal?.code?.rawValue == (denial == .byProvider ? "preauthorization_denied_by_mvpd" : denial.rawValue))
    }

    @Test("the denial for * is for every resource that is not named, media RSS by its channel")
    func everyResource() throws {
        var service = Fixture { world in
            world.integrations[0].resources = [
                "*": ResourceOverride(denial: .connectionTimeout), "news": ResourceOverride(denial: .byParentalControls),
            ]
        }
        try service.signIn()
        let code = { (resource: String) in service.refusal(.authorize(call: Fixture.call(), resource: resource))?.code }
        #expect(code("sports") == .networkTimeout)
        #expect(code("news") == .parentalControls)
        #expect(code("<rss><channel><title>news</title></channel></rss>") == .parentalControls)
        #expect(service.refusal(.authorize(call: Fixture.call(), resource: "kids"))?.details == nil)
    }

    @Test(
        "a device is at home if its address is private or unknown",
        arguments: [
            (nil, true), ("192.168.1.7", true), ("10.0.0.1", true), ("172.31.0.1", true), ("127.0.0.1", true), ("::1", true),
            ("fd00::1", true), ("fe80::1", true), ("::ffff:10.1.1.1", true), ("169.254.0.1", true), ("172.32.0.1", false),
            ("203.0.113.9", false), ("2001:db8::1", false), ("::ffff:203.0.113.9", false), ("nonsense", false), ("", false),
        ] as [(String?, Bool)])
    func home(_ address: String?, isHome: Bool) throws {
        var service = service { $0.isHomeBased = true }
        try signIn(&service, [:], address: address)
        let metadata = try service.send(.readUserMetadata(call: Fixture.call()))
        #expect(metadata.data["hba_status"] == .flag(isHome))
        let token = try service.send(.readAuthentication(call: Fixture.call(), form: .token))
        #expect(token.record.expiresAt == service.now + (isHome ? 86_400_000 : 30 * 86_400_000))
    }

    @Test("a home-based session has its own lifetime, never longer than the usual one")
    func homeLifetime() throws {
        var service = service { $0.isHomeBased = true }
        try service.changeIntegration(of: "REF30", with: "AlphaCable") { $0.homeBasedLifetime = 600 }
        let read = EntitlementEvent.readAuthentication(call: Fixture.call(), form: .token)
        try signIn(&service, [:])
        #expect(try service.send(read).record.expiresAt == service.now + 600_000)
        try service.changeIntegration(of: "REF30", with: "AlphaCable") { $0.authenticationLifetime = 60 }
        try signIn(&service, [:])
        #expect(try service.send(read).record.expiresAt == service.now + 60_000)
    }

    @Test("a device that leaves home is denied, cached authorizations included, until it is back")
    func leavesHome() throws {
        var service = service { $0.isHomeBased = true }
        try signIn(&service, [:], address: "192.168.1.7")
        try service.send(.authorize(call: Fixture.call(), resource: "news"))
        var away = Fixture.call()
        away.address = "203.0.113.9"
        let refusals = [
            service.refusal(.authorize(call: away, resource: "news")),
            service.refusal(.readAuthorization(call: away, resource: "news")),
            service.refusal(.issueMediaToken(call: away, resource: "news")),
        ]
        for refusal in refusals {
            #expect(refusal?.status == 403 && refusal?.code?.rawValue == "authorization_denied_by_hba_policies")
            #expect(refusal?.code?.action == "authentication" && refusal?.code?.advancedCode == "Z100")
        }
        let items = try service.send(preauthorize("news", address: "203.0.113.9"))
        #expect(items[0].refusal?.code == .homePolicy)
        try service.send(.issueMediaToken(call: Fixture.call(), resource: "news"))
        try service.changeIntegration(of: "REF30", with: "AlphaCable") { $0.isAwayFromHome = true }
        #expect(service.refusal(.authorize(call: Fixture.call(), resource: "news"))?.code == .homePolicy)
    }

    @Test("the provider's decision about home takes precedence; without home-based authentication it is ignored")
    func told() throws {
        var service = service { $0.isHomeBased = true }
        try signIn(&service, ["hba_status": .flag(false)])
        #expect(try service.send(.readUserMetadata(call: Fixture.call())).data["hba_status"] == .flag(false))
        var other = Fixture()
        try signIn(&other, ["hba_status": .flag(true)])
        var away = Fixture.call()
        away.address = "203.0.113.9"
        try other.send(.authorize(call: away, resource: "news"))
        try signIn(&other, [:])
        #expect(try other.send(.readUserMetadata(call: Fixture.call())).data["hba_status"] == nil)
    }
}
