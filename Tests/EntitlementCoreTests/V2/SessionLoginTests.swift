import TVWorld
import Testing

@testable import EntitlementCore

@Suite("REST v2, tables 24 and 36: the login page")
struct SessionLoginTests {
    @Test("24.1 a code that is unknown, expired or replaced → 400, without an address to return to")
    func unknown() throws {
        var service = Fixture()
        let replaced = try service.open(0)
        let code = try service.open(1)
        service.now = code.expiresAt
        for code in [replaced.code, code.code, "HHHHHHH"] {
            let refusal = service.refusal(Fixture.login(code))
            #expect(refusal.isA(400, .invalidAuthenticationSession) && refusal?.returnURL == nil)
            #expect(refusal?.details == "Go back to the app. To log in, start again there, or get a new code on your TV.")
        }
    }

    @Test("24.2 a login with it was completed → 400, done already, with a link back")
    func completed() throws {
        var service = Fixture()
        let code = try service.open()
        try service.logIn(code)
        let refusal = service.refusal(Fixture.login(code.code))
        #expect(refusal.isA(400, .loginCompleted) && refusal?.returnURL == SessionFields.address)
    }

    @Test(
        "24.3 domainName or redirectUrl is missing → 400, continue in the app",
        arguments: [
            SessionFields(mvpd: "AlphaCable"), SessionFields(mvpd: "AlphaCable", domainName: "example.com"),
            SessionFields(mvpd: "AlphaCable", redirectURL: "adbe.example://done"), SessionFields(mvpd: nil),
        ])
    func incomplete(_ fields: SessionFields) throws {
        var service = Fixture()
        let refusal = service.refusal(Fixture.login(try service.open(0, fields).code))
        #expect(refusal?.status == 400 && refusal?.details == "Continue in the app." && refusal?.returnURL == nil)
    }

    @Test("24.3 an address that is no longer registered counts as missing, too")
    func unregistered() throws {
        var service = Fixture { $0.requestors[0].customSchemes = [] }
        let code = try service.open()
        var statement = try #require(service.state.statements["statement-1"])
        statement.schemes = []
        service.save(statement)
        #expect(service.refusal(Fixture.login(code.code))?.details == "Continue in the app.")
    }

    @Test("24.3 a login from the service's activation page needs neither: it ends there")
    func activation() throws {
        var service = Fixture()
        let code = try service.open(0, SessionFields())
        let request = try service.startLogin(code, mvpd: "AlphaCable", activationURL: "https://sp.example/activate")
        #expect(request.sentBy == .web(code: code.code, redirectURL: "https://sp.example/activate/done?code=AAAAAAA"))
        let record = try service.logIn(code, mvpd: "AlphaCable", activationURL: "https://sp.example/activate")
        #expect(record.deviceKey == Fixture.owner())
        guard case .used(let activation) = try service.send(.enterRegistrationCode(code.code)) else {
            throw Fixture.Unexpected()
        }
        #expect(activation.signedInAt?.mvpd == "AlphaCable")
    }

    @Test("24.4 only mvpd is missing → the choice of providers; the login continues with the chosen one")
    func choice() throws {
        var service = Fixture()
        let code = try service.open(0, .complete(nil))
        let requestor = try #require(service.state.world.requestor(id: "REF30"))
        #expect(try service.send(Fixture.login(code.code)) == .choice(requestor, code))
        #expect(try service.send(Fixture.login(code.code, mvpd: "")) == .choice(requestor, code))
        try service.logIn(code, mvpd: "BetaFiber")
        #expect(try service.send(Fixture.byCode(code.code)) == [service.profile("BetaFiber")])
    }

    @Test("24.5 a profile exists meanwhile → back to redirectUrl, and E8 returns it")
    func profile() throws {
        var service = Fixture()
        let code = try service.open().code
        service.addProfile()
        #expect(try service.send(Fixture.login(code)) == .done(redirectURL: SessionFields.address))
        #expect(try service.send(Fixture.byCode(code)) == [service.profile()])
        #expect(service.refusal(Fixture.read(code)).isA(400, .invalidAuthenticationSession))
    }

    @Test("24.5 AuthNAll or a TempPass → back to redirectUrl; E8 returns the profile of the provider that was chosen")
    func noLogin() throws {
        var service = Fixture()
        let code = try service.open(0, .complete(nil)).code
        let pass = Fixture.login(code, mvpd: "TempPass")
        #expect(try service.send(pass) == .done(redirectURL: SessionFields.address))
        #expect(service.state.registrationCodes[code]?.mvpd == "TempPass")
        try service.degrade(.authenticateAll)
        #expect(try service.send(Fixture.login(code, mvpd: "AlphaCable")) == .done(redirectURL: SessionFields.address))
        #expect(try service.send(Fixture.byCode(code)) == [service.profile("AlphaCable", .degraded)])
        var bare = Fixture { $0.temporaryPasses = [] }
        try bare.open(0, .complete(nil))
        #expect(bare.refusal(pass).isA(500, .temporaryAccessConfiguration))
    }

    @Test("24.6 ready → to the provider; opened twice, a request each, answerable as long as the code")
    func request() throws {
        var service = Fixture()
        let code = try service.open()
        service.now += 60_000
        let first = try service.startLogin(code)
        let second = try service.startLogin(code)
        #expect(first.id != second.id)
        for request in [first, second] {
            let expected = PendingRequest(
                id: request.id, key: Fixture.owner(), mvpd: "AlphaCable", platform: .ios, createdAt: service.now,
                expiresAt: code.expiresAt, sentBy: .web(code: code.code, redirectURL: SessionFields.address))
            #expect(request == expected && service.state.pendingRequests[request.id] == expected)
        }
    }

    @Test("24.7 the provider accepts → the profile, the session completed, back to redirectUrl unchanged")
    func loggedIn() throws {
        var service = Fixture()
        let address = "adbe.example://done?a=b"
        let identity = SharedIdentity(kind: .platform, issuer: "issuer", subject: "subject")
        var call = Fixture.clientCall()
        call.identities = [identity]
        let fields = SessionFields(mvpd: "AlphaCable", domainName: "example.com", redirectURL: address)
        let code = try service.open(0, fields, call: call)
        let key = ProfileKey(owner: Fixture.owner(), mvpd: "AlphaCable")
        service.save(
            ProfileAuthorization(
                profile: key, sessionID: "earlier", resource: "news", createdAt: service.now, expiresAt: service.now + 1))
        let request = try service.startLogin(code)
        guard case .signedIn(let record, let redirectURL) = try service.send(Fixture.response(request)) else {
            throw Fixture.Unexpected()
        }
        #expect(redirectURL == address)
        #expect(record.deviceKey == Fixture.owner() && record.mvpd == "AlphaCable" && record.userID == "u-1001-alice")
        #expect(record.tokenSource == .regular && record.expiresAt == service.now + Fixture.profileLifetime)
        #expect(record.platform == .ios && record.device == ["osName": "iOS"] && record.sessionIndex == "index")
        #expect(service.state.profiles[key] == ProfileRecord(authentication: record, identities: [identity]))
        #expect(service.state.profileAuthorizations[startingWith: key.values] == [])
        #expect(service.state.authentications[Fixture.owner()] == nil)
        #expect(service.state.registrationCodes[code.code]?.isUsed == true)
        #expect(service.state.pendingRequests[request.id]?.usedAt == service.now)
        #expect(try service.profiles() == [service.profile()])
    }

    @Test("24.8 cancelled or refused → as v1's pages; the session stays open, E8 stays {}")
    func denied() throws {
        var service = Fixture()
        let code = try service.open()
        for (denial, error) in [
            (WebLoginDenial.cancelled, ErrorCode.loginCancelled), (.denied("No."), .loginDenied),
            (.noPassive, .loginNeedsPerson),
        ] {
            let request = try service.startLogin(code)
            let refusal = service.refusal(.completeWebLogin(request: request.id, evidence: .verified(.failure(denial))))
            #expect(refusal.isA(403, error) && refusal?.returnURL == SessionFields.address)
            #expect(try service.send(Fixture.read(code.code)) == code)
            #expect(try service.send(Fixture.byCode(code.code)) == [])
        }
        try service.logIn(code)
    }

    @Test("24.9 an answer after notAfter, or to a replaced code → 400, nothing stored")
    func late() throws {
        var service = Fixture()
        let code = try service.open(0)
        let replaced = try service.startLogin(code)
        let next = try service.open(1)
        #expect(service.refusal(Fixture.response(replaced)).isA(400, .loginExpired))
        let late = try service.startLogin(next)
        service.now = next.expiresAt
        #expect(service.refusal(Fixture.response(late)).isA(400, .loginExpired))
        #expect(service.state.profiles[startingWith: []] == [])
    }

    @Test("36.1 two browsers complete one code → the first is stored; the second: 400, done already")
    func twoBrowsers() throws {
        var service = Fixture()
        let code = try service.open(0, .complete(nil))
        let first = try service.startLogin(code, mvpd: "AlphaCable")
        let second = try service.startLogin(code, mvpd: "BetaFiber")
        try service.send(Fixture.response(first))
        let refusal = service.refusal(Fixture.response(second, subject: "u-1002-bob"))
        #expect(refusal.isA(400, .loginCompleted) && refusal?.returnURL == SessionFields.address)
        #expect(try service.profiles() == [service.profile()])
    }

    @Test("36.2 a login completes while a new code is requested → the first one processed counts")
    func newCode() throws {
        var service = Fixture()
        let code = try service.open(0)
        let request = try service.startLogin(code)
        try service.send(Fixture.response(request))
        service.draw(1)
        let creation = EntitlementEvent.createSession(call: Fixture.clientCall(), fields: .complete())
        #expect(try service.send(creation) == .authorize(.authenticated, id: 1))
        let other = try service.open(2, .complete("BetaFiber"))
        #expect(try service.send(Fixture.byCode(code.code)) == [service.profile()])

        let late = try service.startLogin(other)
        try service.open(3, .complete("BetaFiber"))
        #expect(service.refusal(Fixture.response(late)).isA(400, .loginExpired))
        #expect(try service.profiles() == [service.profile()])
    }
}
