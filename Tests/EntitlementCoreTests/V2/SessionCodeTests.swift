import TVWorld
import Testing

@testable import EntitlementCore

@Suite("REST v2, tables 23 and 34: the code on another screen")
struct SessionCodeTests {
    private static let incomplete = SessionFields(mvpd: "AlphaCable")

    @Test("23.1 E4, session open → the session, and what is missing")
    func read() throws {
        var service = Fixture()
        let code = try service.open(0, Self.incomplete)
        let answer = try service.send(Fixture.read("aaa-aaaa"))
        #expect(answer == code && answer.fields.missing == [.domainName, .redirectURL])
        let complete = try service.open(1)
        let whole = try service.send(Fixture.read(complete.code))
        #expect(whole == complete && whole.fields.missing == [])
    }

    @Test("23.2 E3: fields sent replace the session's; those not sent stay")
    func replaced() throws {
        var service = Fixture()
        var code = try service.open(0, .complete("BetaFiber"))
        code.mvpd = "AlphaCable"
        code.session?.domainName = "www.example.com"
        let fields = SessionFields(mvpd: "AlphaCable", domainName: "www.example.com")
        #expect(try service.send(Fixture.resume(code.code, fields)) == .open(.authenticate(code)))
        #expect(service.state.registrationCodes[code.code] == code)
    }

    @Test("23.2 with 22.1: a strange redirectUrl → 400, nothing changed; the addresses are those of the session's client")
    func strangeAddress() throws {
        var service = Fixture()
        service.register("client-2")
        let code = try service.open()
        let access = Fixture.access("client-2")
        let strange = SessionFields(mvpd: "BetaFiber", redirectURL: "adbe.other://done")
        #expect(service.refusal(Fixture.resume(code.code, strange, access: access)).isA(400, .invalidRedirectURL))
        #expect(service.state.registrationCodes[code.code] == code)
    }

    @Test("23.2 with 22.3: a TempPass → authorize, temporary; without settings 500")
    func temporaryPass() throws {
        var service = Fixture()
        let code = try service.open(0, SessionFields()).code
        let event = Fixture.resume(code, SessionFields(mvpd: "TempPass"))
        #expect(try service.send(event) == .authorize(.temporary, "TempPass"))
        var bare = Fixture { $0.temporaryPasses = [] }
        try bare.open(0, SessionFields())
        #expect(bare.refusal(event).isA(500, .temporaryAccessConfiguration))
    }

    @Test("23.2 with 22.4: a regular profile of the session's device and client → authorize, authenticated")
    func profile() throws {
        var service = Fixture()
        service.register("client-2")
        service.addProfile(Fixture.owner(client: "client-2"))
        service.addProfile(Fixture.owner(device: "device-2"))
        service.addProfile(mvpd: "BetaFiber", .apple)
        let code = try service.open(0, SessionFields())
        for mvpd in ["AlphaCable", "BetaFiber"] {
            var chosen = code
            chosen.mvpd = mvpd
            let answer = try service.send(
                Fixture.resume(code.code, SessionFields(mvpd: mvpd), access: Fixture.access("client-2")))
            #expect(answer == .open(.retry(chosen), missing: [.domainName, .redirectURL]))
        }
        service.addProfile()
        let answer = try service.send(Fixture.resume(code.code, Self.incomplete, access: Fixture.access("client-2")))
        #expect(answer == .authorize(.authenticated))
    }

    @Test("23.2 with 22.7, 35.1: AuthNAll on the session's platform → authorize, degraded; other rules change nothing")
    func degraded() throws {
        var service = Fixture()
        try service.addRule(.authenticateAll, platform: .tvos)
        for (rule, byte) in [(Degradation.authorizeAll, UInt8(0)), (.authorizeNone, 2)] {
            try service.degrade(rule)
            let phone = try service.open(byte)
            #expect(try service.send(Fixture.resume(phone.code)) == .open(.authenticate(phone)))
        }
        let tv = try service.open(1, SessionFields(), call: Fixture.clientCall(platform: .tvos))
        #expect(try service.send(Fixture.resume(tv.code, Self.incomplete)) == .authorize(.degraded, id: 1))
    }

    @Test("23.3 something still missing → retry with the same code and times")
    func retry() throws {
        var service = Fixture()
        var code = try service.open(0, SessionFields())
        service.now += 60_000
        code.mvpd = "AlphaCable"
        code.session?.redirectURL = SessionFields.address
        let fields = SessionFields(mvpd: "AlphaCable", domainName: "stranger.example", redirectURL: SessionFields.address)
        let answer = try service.send(Fixture.resume(code.code, fields))
        #expect(answer == .open(.retry(code), missing: [.domainName]))
        #expect(try service.send(Fixture.resume(code.code)) == answer)
    }

    @Test("23.4 complete → authenticate with the same code and times; an empty POST changes nothing")
    func complete() throws {
        var service = Fixture()
        var code = try service.open(0, Self.incomplete)
        service.now += 60_000
        code.session?.domainName = SessionFields.domain
        code.session?.redirectURL = SessionFields.address
        let answer = try service.send(Fixture.resume(code.code, .complete(nil)))
        #expect(answer == .open(.authenticate(code)))
        #expect(try service.send(Fixture.resume(code.code)) == answer)
        #expect(service.state.registrationCodes[code.code] == code)
    }

    @Test("23.5 E3 → authorize: the session counts as completed by that profile, which E8 returns")
    func completed() throws {
        var service = Fixture()
        let code = try service.open(0, SessionFields()).code
        service.addProfile()
        #expect(try service.send(Fixture.byCode(code)) == [])
        #expect(try service.send(Fixture.resume(code, Self.incomplete)) == .authorize(.authenticated))
        #expect(try service.send(Fixture.byCode(code)) == [service.profile()])
        #expect(service.refusal(Fixture.read(code)).isA(400, .invalidAuthenticationSession))
    }

    @Test("23.5 E3 → authorize, degraded: E8 returns the degraded profile while the rule is active, then the code is still open")
    func completedByRule() throws {
        var service = Fixture()
        let code = try service.open(0, SessionFields())
        try service.degrade(.authenticateAll)
        #expect(try service.send(Fixture.resume(code.code, Self.incomplete)) == .authorize(.degraded))
        #expect(try service.send(Fixture.byCode(code.code)) == [service.profile("AlphaCable", .degraded)])
        try service.degrade(.none)
        #expect(try service.send(Fixture.byCode(code.code)) == [])
        var chosen = code
        chosen.mvpd = "AlphaCable"
        #expect(
            try service.send(Fixture.resume(code.code)) == .open(.retry(chosen), missing: [.domainName, .redirectURL]))
    }

    @Test("23.6 any client of the service provider may use the code; the profile becomes the session's client's")
    func otherClient() throws {
        var service = Fixture()
        service.register("client-2", for: ["REF30"])
        let access = Fixture.access("client-2")
        let code = try service.open()
        #expect(try service.send(Fixture.read(code.code, access: access)) == code)
        #expect(try service.send(Fixture.resume(code.code, access: access)) == .open(.authenticate(code)))
        let record = try service.logIn(code)
        #expect(record.deviceKey == Fixture.owner())
        #expect(try service.send(Fixture.byCode(code.code, access: access)) == [service.profile()])
        #expect(try service.profiles() == [service.profile()])
        #expect(try service.profiles(call: Fixture.clientCall(client: "client-2")) == [])
    }

    @Test("34.1 open, something is missing: E4 200, E3 retry, E5 400 (only mvpd: choice), E8 {}")
    func openIncomplete() throws {
        var service = Fixture()
        let code = try service.open(0, Self.incomplete)
        #expect(try service.send(Fixture.read(code.code)) == code)
        #expect(try service.send(Fixture.resume(code.code)) == .open(.retry(code), missing: [.domainName, .redirectURL]))
        #expect(service.refusal(Fixture.login(code.code))?.status == 400)
        #expect(try service.send(Fixture.byCode(code.code)) == [])
        let choice = try service.open(1, .complete(nil))
        let requestor = try #require(service.state.world.requestor(id: "REF30"))
        #expect(try service.send(Fixture.login(choice.code)) == .choice(requestor, choice))
    }

    @Test("34.2 open, complete: E4 200, E3 authenticate, E5 to the provider, E8 {}")
    func openComplete() throws {
        var service = Fixture()
        let code = try service.open()
        let answer = try service.send(Fixture.read(code.code))
        #expect(answer == code && answer.fields.missing == [])
        #expect(try service.send(Fixture.resume(code.code)) == .open(.authenticate(code)))
        #expect(try service.startLogin(code).mvpd == "AlphaCable")
        #expect(try service.send(Fixture.byCode(code.code)) == [])
    }

    @Test("34.3 completed, profile valid: E4 400, E3 authorize, E5 400, E8 the profile; after notAfter, too")
    func completedValid() throws {
        var service = Fixture()
        let code = try service.open().code
        try service.logIn(try #require(service.state.registrationCodes[code]))
        let profile = service.profile()
        for _ in 0..<2 {
            let refusal = service.refusal(Fixture.read(code))
            #expect(refusal.isA(400, .invalidAuthenticationSession) && refusal?.message.contains("is complete") == true)
            #expect(try service.send(Fixture.resume(code, .complete("BetaFiber"))) == .authorize(.authenticated))
            #expect(service.refusal(Fixture.login(code)).isA(400, .loginCompleted))
            #expect(try service.send(Fixture.byCode(code)) == [profile])
            service.now += 2 * Fixture.codeLifetime
        }
        #expect(service.state.registrationCodes[code]?.endsAt == profile.notAfter)
    }

    @Test("34.4 completed, profile gone: E4, E3, E5 400, E8 {} until notAfter, then 400")
    func completedGone() throws {
        var service = Fixture()
        let code = try service.open()
        let record = try service.logIn(code)
        service.state.apply(.remove(ProfileRecord.self, ProfileKey(owner: record.deviceKey, mvpd: record.mvpd)))
        #expect(service.refusal(Fixture.read(code.code)).isA(400, .invalidAuthenticationSession))
        #expect(service.refusal(Fixture.resume(code.code)).isA(400, .invalidAuthenticationSession))
        #expect(service.refusal(Fixture.login(code.code)).isA(400, .loginCompleted))
        #expect(try service.send(Fixture.byCode(code.code)) == [])
        service.now = code.expiresAt
        #expect(service.refusal(Fixture.byCode(code.code)).isA(400, .invalidAuthenticationSession))
    }

    @Test("34.4 completed, profile gone, and another user logs in: E3 400, E8 never the other login's profile")
    func completedThenOther() throws {
        var service = Fixture()
        let first = try service.open(0)
        let record = try service.logIn(first)
        service.state.apply(.remove(ProfileRecord.self, ProfileKey(owner: record.deviceKey, mvpd: record.mvpd)))
        let second = try service.open(1)
        let request = try service.startLogin(second)
        service.draw(9)
        _ = try service.send(Fixture.response(request, subject: "u-1002-bob"))
        #expect(try service.send(Fixture.byCode(second.code)).map { $0.metadata.data["userID"] } == [.text("u-1002-bob")])
        #expect(try service.send(Fixture.byCode(first.code)) == [])
        #expect(service.refusal(Fixture.resume(first.code)).isA(400, .invalidAuthenticationSession))
        service.now = first.expiresAt
        #expect(service.refusal(Fixture.byCode(first.code)).isA(400, .invalidAuthenticationSession))
    }

    @Test("34.5 replaced, expired, unknown, another service provider's, REST v1's, of a revoked client: 400 everywhere")
    func unusable() throws {
        var service = Fixture()
        service.register("client-2")
        let replaced = try service.open(0).code
        let foreign = try service.open(1, SessionFields(), call: Fixture.clientCall("REF60")).code
        service.draw(2)
        let old = try service.send(
            .createRegistrationCode(
                call: Fixture.call(), mvpd: nil, lifetime: nil, connection: ClientConnection())
        ).record.code
        let revoked = try service.open(3, SessionFields(), call: Fixture.clientCall(client: "client-2")).code
        service.register("client-2", isRevoked: true)
        let open = try service.open(4).code
        func expect(_ code: String) {
            #expect(service.refusal(Fixture.read(code)).isA(400, .invalidAuthenticationSession))
            #expect(service.refusal(Fixture.resume(code)).isA(400, .invalidAuthenticationSession))
            #expect(service.refusal(Fixture.login(code)).isA(400, .invalidAuthenticationSession))
            #expect(service.refusal(Fixture.byCode(code)).isA(400, .invalidAuthenticationSession))
        }
        for code in [replaced, foreign, old, revoked, "HHHHHHH"] { expect(code) }
        service.now += Fixture.codeLifetime - 1
        #expect(try service.send(Fixture.read(open)).fields.missing == [])
        service.now += 1
        expect(open)
    }

    @Test("34.6 not the form of a code, after v1's normalization: 400 everywhere", arguments: ["", "ABC", "ABCDEFGH", "ABC234é"])
    func impossible(_ code: String) {
        var service = Fixture()
        #expect(service.refusal(Fixture.read(code)).isA(400, .invalidCode))
        #expect(service.refusal(Fixture.resume(code)).isA(400, .invalidCode))
        #expect(service.refusal(Fixture.login(code)).isA(400, .invalidCode))
        #expect(service.refusal(Fixture.byCode(code)).isA(400, .invalidCode))
    }
}
