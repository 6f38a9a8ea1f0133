import EntitlementCore
import TVWorld
import Testing

@Suite("REST v2, table 20: checks on every call")
struct ClientCheckTests {
    /// The calls with an access token.
    enum Call: CaseIterable {
        case configuration, create, resume, read, profiles, profile, profileByCode, partner

        /// Those that need a device.
        static let device: [Call] = [.create, .profiles, .profile, .partner]
        /// Those that use the device information.
        static let information: [Call] = device + [.configuration]
        /// Those with a code in the path.
        static let code: [Call] = [.resume, .read, .profileByCode]
    }

    /// The refusal of a call that is valid except for what the test changes.
    private func refusal(
        _ kind: Call, _ call: ClientCall = Fixture.clientCall(), mvpd: String = "AlphaCable", code: String? = nil,
        partner: String = "Apple", in service: inout Fixture
    ) throws -> Refusal? {
        let open = try code ?? service.state.openSessions[Fixture.owner()]?.code ?? service.open().code
        return switch kind {
        case .configuration: service.refusal(.readConfiguration(call: call))
        case .create: service.refusal(.createSession(call: call, fields: .complete(mvpd)))
        case .resume: service.refusal(Fixture.resume(open, .complete(mvpd), call.serviceProvider, access: call.access))
        case .read: service.refusal(Fixture.read(open, call.serviceProvider, access: call.access))
        case .profiles: service.refusal(.readProfiles(call: call))
        case .profile: service.refusal(.readProfiles(call: call, mvpd: mvpd))
        case .profileByCode:
            service.refusal(Fixture.byCode(open, call.serviceProvider, access: call.access, device: call.deviceIdentifier))
        case .partner: service.refusal(.createPartnerSession(call: call, partner: partner, fields: .complete()))
        }
    }

    @Test(
        "20.1 no token, a client that is unknown or whose statement was revoked, a scope without v2 → 401",
        arguments: Call.allCases)
    func access(_ kind: Call) throws {
        var service = Fixture()
        service.register("revoked", isRevoked: true)
        let wrong: [ClientAccess] = [
            .none, Fixture.access("unknown"), Fixture.access("revoked"), .client(id: Fixture.client, scopes: []),
            .client(id: Fixture.client, scopes: ["api:client"]),
        ]
        for access in wrong {
            var call = Fixture.clientCall("NONE")
            call.access = access
            #expect(try refusal(kind, call, in: &service).isA(401, .invalidClientApplication))
        }
        service.draw(1)
        #expect(try refusal(kind, in: &service) == nil)
    }

    @Test("20.2 unknown service provider → 400", arguments: Call.allCases)
    func unknownServiceProvider(_ kind: Call) throws {
        var service = Fixture()
        #expect(try refusal(kind, Fixture.clientCall("NONE"), in: &service).isA(400, .invalidServiceProvider))
        #expect(service.refusal(Fixture.login("AAAAAAA", "NONE"))?.code == .invalidServiceProvider)
    }

    @Test("20.3 a service provider that the statement does not cover → 401", arguments: Call.allCases)
    func uncovered(_ kind: Call) throws {
        var service = Fixture()
        service.register("client-60", for: ["REF60"])
        let call = Fixture.clientCall(client: "client-60")
        #expect(try refusal(kind, call, in: &service).isA(401, .invalidClientServiceProvider))
    }

    @Test(
        "20.4 an impossible mvpd in the path → 400", arguments: ["", " ", "a\nb", "\u{7F}", String(repeating: "a", count: 1_025)])
    func impossibleProvider(_ mvpd: String) throws {
        var service = Fixture()
        #expect(try refusal(.profile, mvpd: mvpd, in: &service).isA(400, .invalidMVPD))
    }

    @Test("20.4 an impossible code or partner in the path → 400, before the device is checked")
    func impossibleCode() throws {
        var service = Fixture()
        var call = Fixture.clientCall()
        call.deviceIdentifier = .malformed
        for kind in Call.code { #expect(try refusal(kind, call, code: "ABC", in: &service).isA(400, .invalidCode)) }
        #expect(service.refusal(Fixture.login("ABC"))?.code == .invalidCode)
        #expect(try refusal(.partner, call, partner: "Orange", in: &service).isA(400, .invalidPartner))
    }

    @Test("20.5 a device that is required and absent or malformed → 400", arguments: Call.device)
    func device(_ kind: Call) throws {
        var service = Fixture()
        for identifier in [DeviceIdentifier.absent, .malformed] {
            var call = Fixture.clientCall()
            call.deviceIdentifier = identifier
            #expect(try refusal(kind, call, in: &service).isA(400, .invalidDeviceIdentifierHeader))
        }
    }

    @Test(
        "20.5 the configuration and the profiles of a code need no device, but reject a malformed one",
        arguments: [Call.configuration, .profileByCode])
    func optionalDevice(_ kind: Call) throws {
        var service = Fixture()
        var call = Fixture.clientCall()
        call.deviceIdentifier = .absent
        #expect(try refusal(kind, call, in: &service) == nil)
        call.deviceIdentifier = .malformed
        #expect(try refusal(kind, call, code: "AAAAAAA", in: &service).isA(400, .invalidDeviceIdentifierHeader))
    }

    @Test("20.6 device information that is unreadable or has a wrong value → 400", arguments: Call.information)
    func information(_ kind: Call) throws {
        var service = Fixture()
        for device in [DeviceInformation.unreadable, .wrong(key: "osName", accepted: "names")] {
            var call = Fixture.clientCall()
            call.device = device
            #expect(try refusal(kind, call, in: &service).isA(400, .invalidDeviceInformationHeader))
        }
    }

    @Test(
        "20.7 no device information → the platform of User-Agent, else unknown",
        arguments: [
            ("Player/1.0 (iPhone; iOS 18.0)", .ios), ("AppleTV11,1/18.0", .tvos), ("curl/8.0", nil), (nil, nil),
        ] as [(String?, Platform?)])
    func platform(_ userAgent: String?, _ platform: Platform?) throws {
        var service = Fixture()
        var call = Fixture.clientCall(platform: nil)
        call.connection.userAgent = userAgent
        #expect(try service.send(.readConfiguration(call: call)).platform == platform)
        let code = try service.open(call: call)
        #expect(code.platform == platform && code.connection == call.connection)
        call.device = .fields(["osName": "Android"])
        #expect(try service.send(.readConfiguration(call: call)).platform == nil, "the device information takes precedence")
    }

    @Test("20.8 no form → like a form without fields")
    func noForm() throws {
        var service = Fixture()
        #expect(SessionFields(mvpd: "", domainName: "", redirectURL: "") == SessionFields())
        service.draw(0)
        let code = service.session(0, SessionFields())
        let creation = EntitlementEvent.createSession(call: Fixture.clientCall(), fields: SessionFields())
        #expect(
            try service.send(creation) == .open(.resume(code), missing: [.mvpd, .domainName, .redirectURL]))
        #expect(
            try service.send(Fixture.resume(code.code))
                == .open(.retry(code), missing: [.mvpd, .domainName, .redirectURL]))
    }

    @Test("20.9 an MVPD that is unknown, not integrated or switched off → 400", arguments: ["Nobody", "HiddenTV", "EpsilonTV"])
    func integration(_ mvpd: String) throws {
        var service = Fixture { $0.providers.append(Provider(id: "hidden.example", name: "Hidden TV", mvpd: "HiddenTV")) }
        for kind in [Call.create, .resume, .profile] {
            #expect(try refusal(kind, mvpd: mvpd, in: &service).isA(400, .invalidIntegration))
        }
        let code = try service.open(1, .complete(nil))
        let page = service.refusal(Fixture.login(code.code, mvpd: mvpd))
        #expect(page.isA(400, .invalidIntegration) && page?.returnURL == SessionFields.address)
    }

    @Test("20.9 the MVPD of a session is switched off → 400, the profiles of the device and of the code are left out")
    func switchedOff() throws {
        var service = Fixture()
        let code = try service.open().code
        service.addProfile()
        try service.integrate(false)
        #expect(service.refusal(Fixture.read(code)).isA(400, .invalidIntegration))
        #expect(service.refusal(Fixture.resume(code)).isA(400, .invalidIntegration))
        #expect(service.refusal(Fixture.login(code)).isA(400, .invalidIntegration))
        #expect(try service.send(Fixture.byCode(code)) == [])
        #expect(try service.profiles() == [])
    }
}
