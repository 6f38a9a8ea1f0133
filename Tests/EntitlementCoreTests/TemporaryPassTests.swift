import Testing

@testable import EntitlementCore
@testable import TVWorld

@Suite("Temporary passes")
struct TemporaryPassTests {
    private func start(
        _ device: String = "device-1", email: String? = nil, domain: String? = "example.com", mvpd: String? = "TempPass"
    ) -> EntitlementEvent<AuthenticationRecord> {
        .startTemporaryPass(call: call(device, email: email), mvpd: mvpd, domain: domain)
    }

    private func call(_ device: String, email: String? = nil) -> DeviceCall {
        var call = Fixture.call(device: device)
        if let email { call.genericData = ["email": email] }
        return call
    }

    /// The user of a device with the pass.
    private let user = AttributeValue.text(
        AnonymousUser.temporaryPass.id(of: Fixture.owner(), mvpd: "TempPass"))

    private func authorize(_ device: String = "device-1", _ resource: String = "news") -> EntitlementEvent<DecidedAuthorization> {
        EntitlementEvent.authorize(call: Fixture.call(device: device), resource: resource)
    }

    private func use(_ device: String, email: String?, in service: inout Fixture) throws -> AuthorizationRecord {
        try service.send(start(device, email: email))
        return try service.send(authorize(device)).record
    }

    @Test("3.18, 4.10 a basic pass: any resource, from the first authorization for the configured time")
    func basic() throws {
        var service = Fixture()
        let token = try service.send(start())
        #expect(token.tokenSource == .temporaryPass && token.mvpd == "TempPass")
        service.now += 3_600_000
        let begin = service.now
        #expect(try service.send(authorize("device-1", "anything")).record.expiresAt == begin + 600_000)
        service.now += 300_000
        #expect(try service.send(authorize("device-1", "news")).record.expiresAt == begin + 600_000)
        #expect(try service.send(.readAuthentication(call: Fixture.call(), form: .token)).record.expiresAt == begin + 600_000)
        let media = try service.send(.issueMediaToken(call: Fixture.call(), resource: "news"))
        #expect(media.token.sessionGUID == "d111f50a599b0a9fe3ef9e1c6b68ec88", "the MD5 of the device's identifier")
        #expect(try service.send(.preauthorize(call: Fixture.call(), resources: "a,b,c")).allSatisfy(\.isAuthorized))
        #expect(try service.send(.readUserMetadata(call: Fixture.call())).data == ["userID": user])
    }

    @Test("an expired pass: freepreview 400, authorize 403, both with the documented code; the token is gone")
    func over() throws {
        var service = Fixture()
        _ = try use("device-1", email: nil, in: &service)
        service.now += 599_999
        try service.send(authorize())
        service.now += 1
        let denied = service.refusal(authorize())
        #expect(denied?.status == 403 && denied?.code == .temporaryAccessEnded)
        #expect(denied?.code?.rawValue == "temporary_access_duration_limit_exceeded")
        #expect(denied?.code?.action == "authentication" && denied?.code?.advancedCode == "N111")
        let again = service.refusal(start())
        #expect(again?.status == 400 && again?.code == .temporaryAccessEnded)
        #expect(service.refusal(.readAuthentication(call: Fixture.call(), form: .token))?.status == 410)
        #expect(service.refusal(.issueMediaToken(call: Fixture.call(), resource: "news"))?.status == 403)
        #expect(service.refusal(.preauthorize(call: Fixture.call(), resources: "news"))?.status == 412)
        _ = try use("device-2", email: nil, in: &service)
    }

    @Test("a started pass survives logout and another sign-in")
    func survivesLogout() throws {
        var service = Fixture()
        let end = try use("device-1", email: nil, in: &service).expiresAt
        service.now += 60_000
        try service.send(.logOut(call: Fixture.call()))
        #expect(try use("device-1", email: nil, in: &service).expiresAt == end)
    }

    @Test("a second request for a valid pass keeps the session")
    func repeated() throws {
        var service = Fixture()
        let first = try service.send(start())
        service.now += 1_000
        #expect(try service.send(start()) == first)
    }

    @Test("the session's platform: the deprecated deviceType takes precedence over the device information, as in other calls")
    func platform() throws {
        var service = Fixture()
        var call = Fixture.call()
        for (deviceType, platform) in [(nil, Platform.ios), ("tvOS", .tvos)] {
            (call.device, call.deviceType) = (.fields(["osName": "iOS"]), deviceType)
            try service.send(.logOut(call: call))
            let start = EntitlementEvent.startTemporaryPass(
                call: call, mvpd: "TempPass", domain: "example.com")
            #expect(try service.send(start).platform == platform)
        }
    }

    @Test("promotional: new user, new device: a new pass")
    func newNew() throws {
        var service = Fixture.promotional()
        let first = try use("device-1", email: "one", in: &service).expiresAt
        service.now += 1_000
        #expect(try use("device-2", email: "two", in: &service).expiresAt == first + 1_000)
        #expect(service.startedPass(.device, "device-1") == service.startedPass(.identity, "one"))
        #expect(service.startedPass(.device, "device-2") == service.startedPass(.identity, "two"))
        #expect(service.startedPass(.identity, "one") != service.startedPass(.identity, "two"))
    }

    @Test("promotional: known user, new device: the user's pass")
    func existingNew() throws {
        var service = Fixture.promotional()
        let first = try use("device-1", email: "one", in: &service).expiresAt
        service.now += 1_000
        #expect(try use("device-2", email: "one", in: &service).expiresAt == first)
        #expect(try use("device-2", email: nil, in: &service).expiresAt == first)
        #expect(service.startedPass(.device, "device-2") == service.startedPass(.identity, "one"))
    }

    @Test("promotional: new user, known device: the device's pass")
    func newExisting() throws {
        var service = Fixture.promotional()
        let first = try use("device-1", email: "one", in: &service).expiresAt
        service.now += 1_000
        #expect(try use("device-1", email: "two", in: &service).expiresAt == first)
        #expect(try use("device-3", email: "two", in: &service).expiresAt == first)
        #expect(service.startedPass(.identity, "two") == service.startedPass(.device, "device-1"))
    }

    @Test("promotional: known user, known device: an existing pass, the user's where they differ")
    func existingExisting() throws {
        var service = Fixture.promotional()
        let first = try use("device-1", email: "one", in: &service).expiresAt
        #expect(try use("device-1", email: "one", in: &service).expiresAt == first)
        service.now += 1_000
        let second = try use("device-2", email: "two", in: &service).expiresAt
        #expect(try use("device-1", email: "two", in: &service).expiresAt == second)
        #expect(try use("device-1", email: nil, in: &service).expiresAt == first)
        #expect(service.startedPass(.device, "device-1") == service.startedPass(.identity, "one"))
    }

    @Test("promotional: a limit of different resources, over all devices; repeating one is free")
    func resourceLimit() throws {
        var service = Fixture.promotional(resources: 2)
        try service.send(start(email: "one"))
        try service.send(authorize("device-1", "a"))
        try service.send(authorize("device-1", "a"))
        try service.send(start("device-2", email: "one"))
        try service.send(authorize("device-2", "b"))
        try service.send(authorize("device-2", "a"))
        let refusal = service.refusal(authorize("device-2", "c"))
        #expect(refusal?.status == 403 && refusal?.code?.rawValue == "temporary_access_resources_limit_exceeded")
        #expect(refusal?.code?.action == "authentication" && refusal?.code?.advancedCode == "N111")
        try service.send(start("device-3", email: "one"))
        try service.send(authorize("device-3", "b"))
    }

    @Test("promotional: a media-RSS resource counts by its item")
    func resourceItems() throws {
        var service = Fixture.promotional(resources: 1)
        let document = { (blank: String) in
            "<rss><channel><title>news</title>\(blank)<item><guid>g-1</guid></item></channel></rss>"
        }
        try service.send(start(email: "one"))
        try service.send(authorize("device-1", document("")))
        try service.send(authorize("device-1", document(" ")))
        #expect(service.refusal(authorize("device-1", "news"))?.code == .temporaryAccessUsedUp)
    }

    @Test("promotional: user metadata contains the remaining resources")
    func metadata() throws {
        var service = Fixture.promotional(resources: 3)
        try service.send(start(email: "one"))
        let read = EntitlementEvent.readUserMetadata(call: Fixture.call())
        #expect(
            try service.send(read).data
                == ["userID": user, "remaining_resources": .number(3), "used_assets": .list([])])
        try service.send(authorize("device-1", "b"))
        try service.send(authorize("device-1", "a"))
        #expect(
            try service.send(read).data == [
                "userID": user, "remaining_resources": .number(1), "used_assets": .list(["b", "a"]),
                "expiration_date": .number(service.now + 600_000),
            ])
    }

    @Test("promotional: user metadata is updated by each different resource, also of another device of the user")
    func metadataUpdate() throws {
        var service = Fixture.promotional()
        let read = EntitlementEvent.readUserMetadata(call: Fixture.call())
        let signedInAt = service.now / 1_000
        try service.send(start(email: "one"))
        try service.send(start("device-2", email: "one"))
        let uses: [(String, String, Int64)] = [
            ("device-1", "a", 10), ("device-1", "b", 20), ("device-2", "c", 30), ("device-1", "b", 30),
        ]
        for (device, resource, seconds) in uses {
            service.now += 10_000
            try service.send(authorize(device, resource))
            #expect(try service.send(read).updated == signedInAt + seconds, "\(resource)")
        }
    }

    @Test("promotional: the user may be named only in the authorization, and the key is configurable")
    func identityAtAuthorization() throws {
        var service = Fixture.promotional()
        let first = try use("device-1", email: "one", in: &service).expiresAt
        service.now += 1_000
        try service.send(start("device-2"))
        let named = EntitlementEvent.authorize(call: call("device-2", email: "one"), resource: "news")
        #expect(try service.send(named).record.expiresAt == first)
        var other = Fixture { world in
            world.temporaryPasses = [
                TemporaryPass(requestor: "REF30", mvpd: "TempPass", kind: .promotional, identityKey: "phone")
            ]
        }
        _ = try use("device-1", email: "one", in: &other)
        _ = try use("device-2", email: "one", in: &other)
        #expect(other.startedPass(.device, "device-1") != other.startedPass(.device, "device-2"))
    }

    @Test(
        "the domain is checked at authorization: the requestor's and those below it",
        arguments: [
            ("example.com", true), ("www.Example.com", true), ("badexample.com", false), ("example.org", false),
        ])
    func domain(_ domain: String, isOwn: Bool) throws {
        var service = Fixture()
        try service.send(start(domain: domain))
        #expect(service.refusal(authorize())?.code == (isOwn ? nil : .authorizationDenied))
        #expect((service.startedPass(.device, "device-1") == nil) == !isOwn)
    }

    @Test("3.18, 4.10 a requestor without domains: neither the app nor the page for a code needs to name one")
    func noDomains() throws {
        for domain in [nil, "", "any.example"] {
            var service = Fixture { $0.requestors[0].domains = [] }
            try service.send(start(domain: domain))
            #expect(try service.send(authorize()).record.mvpd == "TempPass")
        }
        var service = Fixture { $0.requestors[0].domains = [] }
        let code = try service.send(
            .createRegistrationCode(
                call: Fixture.call(), mvpd: nil, lifetime: nil, connection: ClientConnection())
        ).record.code
        try service.send(.startTemporaryPass(code: code, mvpd: "TempPass"))
        #expect(try service.send(authorize()).record.mvpd == "TempPass")
    }

    @Test("parameters of freepreview: each missing or wrong one is named")
    func parameters() throws {
        var service = Fixture()
        var invalid = Fixture.call()
        invalid.genericData = nil
        let unreadable = EntitlementEvent.startTemporaryPass(
            call: invalid, mvpd: "TempPass", domain: "example.com")
        let cases: [(EntitlementEvent<AuthenticationRecord>, ErrorCode, String)] = [
            (start(mvpd: nil), .badRequest, "mso_id"), (start(mvpd: "AlphaCable"), .badRequest, "not a temporary pass"),
            (start(mvpd: "Nobody"), .unknownIntegration, "Nobody"), (start(domain: nil), .badRequest, "domain_name"),
            (start(domain: String(repeating: "a", count: 256)), .badRequest, "domain_name"),
            (unreadable, .badRequest, "generic_data"),
        ]
        for (event, code, text) in cases {
            let refusal = service.refusal(event)
            #expect(refusal?.status == 400 && refusal?.code == code && refusal?.message.contains(text) == true)
        }
        #expect(
            service.refusal(
                .startTemporaryPass(call: Fixture.call("REF60"), mvpd: "TempPass", domain: "example.org"))?.code
                == .unknownIntegration)
    }

    @Test("a temporary pass without settings: 500 invalid_configuration_temporary_access")
    func unconfigured() {
        var service = Fixture { $0.temporaryPasses = [] }
        let refusal = service.refusal(start())
        #expect(refusal?.status == 500 && refusal?.code?.rawValue == "invalid_configuration_temporary_access")
        #expect(refusal?.code?.action == "configuration")
    }

    @Test("reset of a device, and of all: a new pass, for the existing session too")
    func reset() throws {
        var service = Fixture()
        let end = try use("device-1", email: nil, in: &service).expiresAt
        _ = try use("device-2", email: nil, in: &service)
        service.now = end
        let reset = { (target: TemporaryPassReset) -> EntitlementEvent<Void> in
            .resetTemporaryPass(target, requestor: "REF30", mvpd: "TempPass", clientID: Fixture.client)
        }
        try service.send(reset(.device("device-1")))
        #expect(try service.send(authorize()).record.expiresAt == end + 600_000)
        #expect(service.refusal(start("device-2"))?.code == .temporaryAccessEnded)
        try service.send(reset(.all))
        #expect(service.startedPass(.device, "device-1") == nil && service.startedPass(.device, "device-2") == nil)
        try service.send(start("device-2"))
        try service.send(reset(.device("nobody")))
    }

    @Test("reset of a running pass: its authorizations no longer permit, and the next one starts a new pass")
    func resetBeforeEnd() throws {
        var service = Fixture()
        let end = try use("device-1", email: nil, in: &service).expiresAt
        service.now += 60_000
        try service.send(.resetTemporaryPass(.all, requestor: "REF30", mvpd: "TempPass", clientID: Fixture.client))
        #expect(service.refusal(.readAuthorization(call: Fixture.call(), resource: "news"))?.status == 404)
        #expect(service.refusal(.issueMediaToken(call: Fixture.call(), resource: "news"))?.status == 403)
        #expect(service.startedPass(.device, "device-1") == nil)
        #expect(try service.send(authorize()).record.expiresAt == end + 60_000)
        #expect(service.startedPass(.device, "device-1") != nil)
        try service.send(.issueMediaToken(call: Fixture.call(), resource: "news"))
    }

    @Test("reset of a user: the pass is removed on all of the user's devices")
    func resetIdentity() throws {
        var service = Fixture.promotional()
        let end = try use("device-1", email: "one", in: &service).expiresAt
        service.now = end
        #expect(service.refusal(start("device-1", email: "one"))?.code == .temporaryAccessEnded)
        try service.send(.resetTemporaryPass(.identity("one"), requestor: "REF30", mvpd: "TempPass", clientID: Fixture.client))
        #expect(try use("device-1", email: "one", in: &service).expiresAt == end + 600_000)
    }

    @Test("reset rejects: no pass, a basic pass's users, an unknown requestor, a client of another requestor")
    func resetRefusals() throws {
        var service = Fixture()
        func reset(
            _ requestor: String? = "REF30", _ mvpd: String? = "TempPass", _ target: TemporaryPassReset = .all,
            client: String = Fixture.client
        ) -> Refusal? {
            service.refusal(.resetTemporaryPass(target, requestor: requestor, mvpd: mvpd, clientID: client))
        }
        #expect(reset(nil)?.code == .invalidRequestor)
        #expect(reset("REF30", nil)?.status == 400)
        #expect(reset("REF30", "AlphaCable")?.status == 400)
        #expect(reset("REF30", "TempPass", .identity("x"))?.status == 400)
        #expect(reset("REF30", "TempPass", .everyIdentity)?.status == 400)
        #expect(reset(client: "nobody")?.status == 403)
        service.save(
            SoftwareStatement(id: "statement-1", requestors: ["REF60"], name: "", platforms: [], schemes: [], issuedAt: 0))
        #expect(reset()?.status == 403 && reset()?.accessError == .invalidClient)
    }

    @Test("a degradation rule for the pass does not start it")
    func degraded() throws {
        var service = Fixture()
        try service.send(start())
        try service.degrade(.authorizeNone, mvpd: "TempPass")
        #expect(service.refusal(authorize())?.code == .degradationRule)
        try service.degrade(.authorizeAll, mvpd: "TempPass")
        #expect(try service.send(authorize()).degradation == .authorizeAll)
        #expect(service.startedPass(.device, "device-1") == nil)
    }
}
