import TVWorld
import Testing

@testable import EntitlementCore

@Suite("REST v2, tables 22 and 35.1: creating a session")
struct SessionTests {
    private func create(_ fields: SessionFields, call: ClientCall = Fixture.clientCall()) -> EntitlementEvent<SessionAnswer> {
        .createSession(call: call, fields: fields)
    }

    @Test(
        "22.1 redirectUrl not of the application → 400, nothing stored",
        arguments: [
            "https://stranger.example", "adbe.other://done", "javascript:alert(1)", "done", "https://example.com.stranger",
        ])
    func strangeAddress(_ address: String) {
        var service = Fixture()
        service.draw(0)
        for mvpd in [nil, "AlphaCable"] {
            let event = create(SessionFields(mvpd: mvpd, domainName: "example.com", redirectURL: address))
            #expect(service.refusal(event).isA(400, .invalidRedirectURL))
        }
        #expect(service.state.registrationCodes["AAAAAAA"] == nil)
    }

    @Test(
        "22.1 the custom scheme, the domains, and the standard address of web views are the application's",
        arguments: ["adbe.example://done", "https://www.example.com/a?b=c", "adobepass://ios.app"])
    func address(_ address: String) throws {
        var service = Fixture()
        let fields = SessionFields(mvpd: "AlphaCable", domainName: "example.com", redirectURL: address)
        service.draw(0)
        let code = service.session(0, fields)
        #expect(try service.send(create(fields)) == .open(.authenticate(code)))
    }

    @Test("22.2 no mvpd → resume with all missing parameters, and a new code", arguments: [nil, ""])
    func noProvider(_ mvpd: String?) throws {
        var service = Fixture()
        service.draw(0)
        let none = service.session(0, SessionFields())
        let bare = try service.send(create(SessionFields(mvpd: mvpd, domainName: "", redirectURL: "")))
        #expect(bare == .open(.resume(none), missing: [.mvpd, .domainName, .redirectURL]))
        service.draw(1)
        let rest = service.session(1, .complete(nil))
        #expect(try service.send(create(.complete(mvpd))) == .open(.resume(rest), missing: [.mvpd]))
        #expect(service.state.registrationCodes["BBBBBBB"] == rest)
        #expect(rest.expiresAt - rest.createdAt == 1_800_000)
    }

    @Test("22.3 a TempPass → authorize, temporary; used up, too; no session")
    func temporaryPass() throws {
        var service = Fixture()
        service.draw(0)
        let event = create(SessionFields(mvpd: "TempPass"))
        #expect(try service.send(event) == .authorize(.temporary, "TempPass"))
        let ended = StartedTemporaryPass(
            id: "pass", requestor: "REF30", mvpd: "TempPass", deviceID: Fixture.device, identity: nil,
            startedAt: service.now - 2, expiresAt: service.now - 1)
        service.save(ended)
        #expect(try service.send(event) == .authorize(.temporary, "TempPass"))
        #expect(service.state.registrationCodes["AAAAAAA"] == nil && service.state.openSessions[Fixture.owner()] == nil)
    }

    @Test("22.3 a TempPass without settings → 500")
    func temporaryPassWithoutSettings() {
        var service = Fixture { $0.temporaryPasses = [] }
        let refusal = service.refusal(create(SessionFields(mvpd: "TempPass")))
        #expect(refusal.isA(500, .temporaryAccessConfiguration))
    }

    @Test("22.4 a regular profile → authorize, authenticated; no other field is needed")
    func profile() throws {
        var service = Fixture()
        service.addProfile()
        service.draw(0)
        #expect(try service.send(create(SessionFields(mvpd: "AlphaCable"))) == .authorize(.authenticated))
        #expect(service.state.registrationCodes["AAAAAAA"] == nil)
    }

    @Test("22.5 an appleSSO profile and an accepted status → authorize, authenticatedSSO")
    func partnerProfile() throws {
        var service = Fixture()
        service.addProfile(Fixture.owner(), .apple)
        service.draw(0)
        let event = create(SessionFields(mvpd: "AlphaCable"), call: Fixture.partnerCall())
        #expect(try service.send(event) == .authorize(.authenticatedSSO))
    }

    @Test(
        "22.5 a profile by a shared identity → authorize, authenticatedSSO", arguments: [SharedIdentity.Kind.platform, .service])
    func shared(_ kind: SharedIdentity.Kind) throws {
        var service = Fixture()
        let identity = SharedIdentity(kind: kind, issuer: "issuer", subject: "subject")
        service.addProfile(Fixture.owner("REF60", device: "device-2"), identities: [identity])
        service.draw(0)
        var call = Fixture.clientCall()
        call.identities = [identity]
        #expect(try service.send(create(SessionFields(mvpd: "AlphaCable"), call: call)) == .authorize(.authenticatedSSO))
    }

    @Test(
        "22.6 an appleSSO profile without such a status → as without a profile",
        arguments: [
            Fixture.clientCall(), Fixture.partnerCall(.denied), Fixture.partnerCall(provider: "beta.example"),
            Fixture.partnerCall(expiration: .at(0)), Fixture.partnerCall(expiration: .unreadable),
        ])
    func otherStatus(_ call: ClientCall) throws {
        var service = Fixture()
        service.addProfile(Fixture.owner(), .apple)
        service.draw(0)
        let code = service.session(0, .complete())
        #expect(try service.send(create(.complete(), call: call)) == .open(.authenticate(code)))
        try service.degrade(.authenticateAll)
        #expect(try service.send(create(.complete(), call: call)) == .authorize(.degraded))
    }

    @Test("22.7, 35.1 AuthNAll → authorize, degraded; other rules change nothing; a real profile beats it")
    func degraded() throws {
        var service = Fixture()
        let event = create(SessionFields(mvpd: "AlphaCable"))
        for (byte, rule) in [(UInt8(0), Degradation.authorizeAll), (1, .authorizeNone)] {
            try service.degrade(rule)
            service.draw(byte)
            let code = service.session(byte, SessionFields(mvpd: "AlphaCable"))
            #expect(try service.send(event) == .open(.resume(code), missing: [.domainName, .redirectURL]))
        }
        try service.degrade(.authenticateAll)
        service.draw(2)
        #expect(try service.send(event) == .authorize(.degraded, id: 2))
        service.addProfile()
        #expect(try service.send(event) == .authorize(.authenticated, id: 2))
    }

    @Test("22.7 a rule for one platform is for devices of that platform")
    func degradedPlatform() throws {
        var service = Fixture()
        try service.addRule(.authenticateAll, platform: .tvos)
        service.draw(0)
        let tv = create(.complete(), call: Fixture.clientCall(platform: .tvos))
        #expect(try service.send(tv) == .authorize(.degraded))
        let call = Fixture.clientCall(platform: nil)
        let code = service.session(0, .complete(), call: call)
        #expect(try service.send(create(.complete(), call: call)) == .open(.authenticate(code)))
    }

    @Test(
        "22.8 domainName or redirectUrl absent, or domainName not of the service provider → resume, mvpd kept",
        arguments: [
            (nil, "adbe.example://done", [.domainName]), ("example.com", nil, [.redirectURL]),
            (nil, nil, [.domainName, .redirectURL]),
            ("stranger.example", "adbe.example://done", [.domainName]),
            ("example.com.stranger", nil, [.domainName, .redirectURL]),
            ("https://", "adbe.example://done", [.domainName]), ("user@example.com", "adbe.example://done", [.domainName]),
        ] as [(String?, String?, [SessionAnswer.Parameter])])
    func missing(_ domain: String?, _ address: String?, _ missing: [SessionAnswer.Parameter]) throws {
        var service = Fixture()
        service.draw(0)
        let isDomain = domain == "example.com"
        let known = SessionFields(mvpd: "AlphaCable", domainName: isDomain ? domain : nil, redirectURL: address)
        let code = service.session(0, known)
        let answer = try service.send(create(SessionFields(mvpd: "AlphaCable", domainName: domain, redirectURL: address)))
        #expect(answer == .open(.resume(code), missing: missing))
        #expect(service.state.registrationCodes["AAAAAAA"] == code)
    }

    @Test("22.8 no standard address replaces an absent redirectUrl")
    func noStandard() throws {
        var service = Fixture { $0.requestors[0].defaultRedirectURL = "https://example.com/done" }
        service.draw(0)
        let fields = SessionFields(mvpd: "AlphaCable", domainName: "example.com")
        let code = service.session(0, fields)
        #expect(try service.send(create(fields)) == .open(.resume(code), missing: [.redirectURL]))
    }

    @Test(
        "22.9 otherwise → authenticate with a new code; domainName may carry scheme, port or path, or be a subdomain",
        arguments: [
            "example.com", "www.example.com", "https://example.com", "https://EXAMPLE.com:443/a?b", "example.com/a",
            "example.com:80",
        ])
    func authenticate(_ domain: String) throws {
        var service = Fixture()
        service.draw(0)
        let fields = SessionFields(mvpd: "AlphaCable", domainName: domain, redirectURL: SessionFields.address)
        let code = service.session(0, fields)
        #expect(try service.send(create(fields)) == .open(.authenticate(code)))
        #expect(service.state.registrationCodes["AAAAAAA"] == code)
        #expect(
            service.state.openSessions[Fixture.owner()]
                == OpenSession(owner: Fixture.owner(), code: "AAAAAAA", expiresAt: code.expiresAt))
    }

    @Test("22.9 an expired or ended profile → authenticate")
    func ended() throws {
        var service = Fixture()
        service.addProfile(lifetime: 1_000)
        service.now += 1_000
        #expect(try service.open(0).mvpd == "AlphaCable")
        var record = try #require(service.state.profiles[ProfileKey(owner: Fixture.owner(), mvpd: "AlphaCable")])
        record.authentication.expiresAt = service.now + 1_000
        record.isInvalidated = true
        service.save(record)
        #expect(try service.open(1).mvpd == "AlphaCable")
    }

    @Test("22 a new code ends the open session of the same client and device, and no other")
    func replaced() throws {
        var service = Fixture()
        service.register("client-2")
        let first = try service.open(0)
        let others = [
            try service.open(1, call: Fixture.clientCall(device: "device-2")),
            try service.open(2, SessionFields(), call: Fixture.clientCall("REF60")),
            try service.open(3, SessionFields(), call: Fixture.clientCall(client: "client-2")),
        ]
        let second = try service.open(4)
        #expect(service.state.registrationCodes[first.code] == nil)
        for code in others + [second] { #expect(service.state.registrationCodes[code.code] == code) }
    }

    @Test("22 an answer with authorize ends no session")
    func kept() throws {
        var service = Fixture()
        let code = try service.open(0)
        service.draw(1)
        #expect(try service.send(create(SessionFields(mvpd: "TempPass"))) == .authorize(.temporary, "TempPass", id: 1))
        #expect(try service.send(Fixture.read(code.code)) == code)
    }

    @Test("22 all codes are in use → 500, with the code of REST v2")
    func noFreeCode() throws {
        var service = Fixture()
        try service.open(0)
        service.draw(0)
        let event = create(.complete(), call: Fixture.clientCall(device: "device-2"))
        #expect(service.refusal(event).isA(500, .internalServerError))
    }

    @Test("22 the calls of REST v1 do not see a code of REST v2")
    func oldCalls() throws {
        var service = Fixture()
        let code = try service.open(0).code
        let login = EntitlementEvent.startWebLogin(
            code: code, requestor: "REF30", mvpd: "AlphaCable", domain: "example.com", redirectURL: "adbe.example://done")
        let client = Fixture.client
        #expect(service.refusal(.readRegistrationCode(clientID: client, requestor: "REF30", code: code))?.status == 404)
        #expect(service.refusal(.releaseRegistrationCode(clientID: client, requestor: "REF30", code: code))?.status == 404)
        #expect(service.refusal(.checkAuthentication(clientID: client, requestor: "REF30", code: code))?.code == .sessionMissing)
        #expect(service.refusal(login)?.code == .invalidCode)
        #expect(service.refusal(.startTemporaryPass(code: code, mvpd: "TempPass"))?.status == 404)
        #expect(try service.send(Fixture.read(code)).code == code)
    }
}
