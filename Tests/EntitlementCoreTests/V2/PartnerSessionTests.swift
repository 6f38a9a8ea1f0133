import TVWorld
import Testing

@testable import EntitlementCore

@Suite("REST v2, tables 26 and 35.1: the partner session")
struct PartnerSessionTests {
    private func create(
        _ call: ClientCall = Fixture.partnerCall(), _ fields: SessionFields = SessionFields(), partner: String = "Apple"
    ) -> EntitlementEvent<SessionAnswer> {
        .createPartnerSession(call: call, partner: partner, fields: fields)
    }

    /// The parameters of a fallback.
    private static let fields = SessionFields.complete(nil)

    /// The statuses of P1 to P3 and P6 that name Alpha Cable.
    static let unaccepted: [ClientCall] = [
        Fixture.partnerCall(nil), Fixture.partnerCall(.notDetermined), Fixture.partnerCall(.denied),
        Fixture.partnerCall(.restricted),
        Fixture.partnerCall(expiration: .at(0)), Fixture.partnerCall(expiration: .unreadable),
    ]
    /// The statuses that name no provider.
    static let nameless: [ClientCall] = [
        Fixture.clientCall(), Fixture.partnerCall(provider: nil), Fixture.partnerCall(provider: "nobody.example"),
        Fixture.partnerCall(.denied, provider: nil),
        // This one has no platformMappingId.
        Fixture.partnerCall(provider: "gamma.example"), Fixture.partnerCall(.denied, provider: "gamma.example"),
    ]

    @Test("26.1 a partner that is not Apple → 400; any case of Apple is accepted", arguments: ["Apple", "apple", "APPLE"])
    func partner(_ partner: String) throws {
        var service = Fixture()
        #expect(service.refusal(create(partner: "Google")).isA(400, .invalidPartner))
        #expect(service.refusal(create(partner: "")).isA(400, .invalidPartner))
        guard case .partnerProfile = try service.send(create(partner: partner)).step else { throw Fixture.Unexpected() }
    }

    @Test("26.2 the id names an MVPD without active integration, for any verdict → 400")
    func integration() throws {
        var service = Fixture()
        for access in [PartnerFrameworkStatus.Access.granted, .denied, .notDetermined, nil] {
            let refusal = service.refusal(create(Fixture.partnerCall(access, provider: "epsilon.example"), Self.fields))
            #expect(refusal.isA(400, .invalidIntegration))
        }
    }

    @Test("26.3 a regular profile of the id's MVPD, for any verdict → authorize, authenticated")
    func regular() throws {
        var service = Fixture()
        service.addProfile()
        service.draw(0)
        for call in [Fixture.partnerCall()] + Self.unaccepted {
            #expect(try service.send(create(call)) == .authorize(.authenticated))
        }
    }

    @Test("26.4 accepted, and an appleSSO profile → authorize, authenticatedSSO")
    func partnerProfile() throws {
        var service = Fixture()
        service.addProfile(Fixture.owner(), .apple)
        service.draw(0)
        #expect(try service.send(create()) == .authorize(.authenticatedSSO))
        let code = service.session(0, .complete())
        let answer = try service.send(create(Fixture.partnerCall(expiration: .at(0)), Self.fields))
        #expect(answer == .open(.authenticate(code), .partnerFallback))
    }

    @Test("26.5, 35.1 AuthNAll, for any verdict → authorize, degraded")
    func degraded() throws {
        var service = Fixture()
        try service.degrade(.authenticateAll)
        service.draw(0)
        for call in [Fixture.partnerCall()] + Self.unaccepted {
            #expect(try service.send(create(call)) == .authorize(.degraded))
        }
    }

    @Test("35.1 other rules → as usual", arguments: [Degradation.authorizeAll, .authorizeNone])
    func otherRules(_ rule: Degradation) throws {
        var service = Fixture()
        try service.degrade(rule)
        guard case .partnerProfile = try service.send(create()).step else { throw Fixture.Unexpected() }
    }

    @Test(
        "26.6 fallback, domainName or redirectUrl absent or not valid → resume, missing_parameters_fallback",
        arguments: [
            (nil, nil, [.domainName, .redirectURL]), ("example.com", nil, [.redirectURL]),
            ("stranger.example", "adbe.example://done", [.domainName]),
            ("example.com", "https://stranger.example", [.redirectURL]),
        ] as [(String?, String?, [SessionAnswer.Parameter])])
    func incomplete(_ domain: String?, _ address: String?, _ missing: [SessionAnswer.Parameter]) throws {
        var service = Fixture()
        let fields = SessionFields(domainName: domain, redirectURL: address)
        let domain = missing.contains(.domainName) ? nil : domain
        let address = missing.contains(.redirectURL) ? nil : address
        for (call, mvpd) in Self.unaccepted.map({ ($0, "AlphaCable" as String?) }) + Self.nameless.map({ ($0, nil) })
            + [(Fixture.partnerCall(provider: "beta.example"), "BetaFiber")]
        {
            service.draw(0)
            let code = service.session(0, SessionFields(mvpd: mvpd, domainName: domain, redirectURL: address))
            let answer = try service.send(create(call, fields))
            let all = (mvpd == nil ? [SessionAnswer.Parameter.mvpd] : []) + missing
            #expect(answer == .open(.resume(code), .missingParametersFallback, missing: all))
            service.state.apply(.remove(RegistrationCode.self, code.code))
        }
    }

    @Test("26.7 not accepted → authenticate, pfs_fallback, with the id's MVPD", arguments: unaccepted)
    func partnerFallback(_ call: ClientCall) throws {
        var service = Fixture()
        service.draw(0)
        let code = service.session(0, .complete())
        #expect(try service.send(create(call, Self.fields)) == .open(.authenticate(code), .partnerFallback))
        #expect(service.state.registrationCodes[code.code] == code)
    }

    @Test("26.7 an mvpd in the form is ignored: the id names it")
    func formProvider() throws {
        var service = Fixture()
        service.draw(0)
        let code = service.session(0, .complete())
        let answer = try service.send(create(Fixture.partnerCall(.denied), .complete("BetaFiber")))
        #expect(answer == .open(.authenticate(code), .partnerFallback))
    }

    @Test(
        "26.8 … and the id names none → the same without mvpd, which is missing; the browser offers the choice",
        arguments: nameless)
    func choice(_ call: ClientCall) throws {
        var service = Fixture()
        service.draw(0)
        let code = service.session(0, .complete(nil))
        let answer = try service.send(create(call, Self.fields))
        #expect(answer == .open(.authenticate(code), .partnerFallback, missing: [.mvpd]))
        guard case .choice(_, code) = try service.send(Fixture.login(code.code)) else { throw Fixture.Unexpected() }
    }

    @Test(
        "26.9 accepted; boarding not SUPPORTED, SSO off, platform neither iOS nor tvOS → authenticate, configuration_fallback",
        arguments: [
            (Fixture.partnerCall(provider: "beta.example"), "BetaFiber"),
            (Fixture.partnerCall(provider: "delta.example"), "DeltaCoop"),
            (Fixture.partnerCall(platform: .tvos), "AlphaCable"), (Fixture.partnerCall(platform: nil), "AlphaCable"),
        ])
    func configuration(_ call: ClientCall, _ mvpd: String) throws {
        var service = Fixture()
        try service.changeIntegration(of: "REF30", with: "AlphaCable") { $0.singleSignOn.remove(.tvos) }
        service.draw(0)
        let code = service.session(0, .complete(mvpd), call: call)
        let answer = try service.send(create(call, Self.fields))
        #expect(answer == .open(.authenticate(code), .configurationFallback))
    }

    @Test("26.10 accepted, all on → partner_profile: a request valid for six minutes; no code, the parameters are ignored")
    func request() throws {
        var service = Fixture()
        let provider = try #require(service.state.world.provider(mvpd: "AlphaCable"))
        for (byte, fields) in [(UInt8(0), SessionFields()), (1, SessionFields(redirectURL: "https://stranger.example"))] {
            service.draw(byte)
            let request = PendingRequest(
                id: "_" + Fixture.uuid(byte), key: Fixture.owner(), mvpd: "AlphaCable", platform: .ios, createdAt: service.now,
                expiresAt: service.now + 360_000, sentBy: .partner)
            let answer = try service.send(create(Fixture.partnerCall(expiration: .at(.max)), fields))
            #expect(
                answer
                    == SessionAnswer(
                        step: .partnerProfile(request, provider), sessionID: Fixture.uuid(byte), mvpd: "AlphaCable",
                        serviceProvider: "REF30"))
            #expect(service.state.pendingRequests[request.id] == request)
            #expect(service.state.registrationCodes[Fixture.code(byte)] == nil)
        }
        #expect(service.state.pendingRequests["_" + Fixture.uuid(0)]?.usedAt == nil)
        #expect(service.state.openSessions[Fixture.owner()] == nil)
    }

    @Test("26 the session of a fallback ends the open one")
    func replaced() throws {
        var service = Fixture()
        let code = try service.open(0).code
        service.draw(1)
        try service.send(create(Fixture.clientCall(), Self.fields))
        #expect(service.refusal(Fixture.read(code)).isA(400, .invalidAuthenticationSession))
        #expect(try service.send(Fixture.read(Fixture.code(1))).fields.missing == [.mvpd])
    }
}
