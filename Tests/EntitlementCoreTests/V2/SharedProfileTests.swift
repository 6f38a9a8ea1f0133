import TVWorld
import Testing

@testable import EntitlementCore

@Suite("REST v2, tables 32 and 33: platform identity and service token")
struct SharedProfileTests {
    static let platform = SharedIdentity(kind: .platform, issuer: "issuer", subject: "subject")
    static let service = SharedIdentity(kind: .service, issuer: "issuer", subject: "subject")

    /// A call with identities, as the service read them.
    private func call(
        _ identities: [SharedIdentity], _ serviceProvider: String = "REF30", device: String = Fixture.device,
        client: String = Fixture.client
    ) -> ClientCall {
        var call = Fixture.clientCall(serviceProvider, device: device, client: client)
        call.identities = identities
        return call
    }

    @Test("32.2 E2 with an identity, then a login → a regular profile that remembers it", arguments: [platform, service])
    func remembered(_ identity: SharedIdentity) throws {
        var service = Fixture()
        let code = try service.open(call: call([identity]))
        #expect(code.session?.identities == [identity])
        let record = try service.logIn(code)
        #expect(service.state.profiles[ProfileKey(owner: Fixture.owner(), mvpd: "AlphaCable")]?.identities == [identity])
        #expect(record.tokenSource == .regular)
        #expect(try service.profiles(call: call([identity])) == [service.profile()])
    }

    @Test(
        "32.3, 33.1 another app, service provider or device with the same identity → a profile of that type; E2: authorize",
        arguments: [(platform, ProfileType.platformSSO), (service, .serviceTokenSSO)])
    func shared(_ identity: SharedIdentity, _ type: ProfileType) throws {
        var service = Fixture()
        service.register("client-2")
        try service.logIn(try service.open(call: call([identity])))
        let expected = service.profile("AlphaCable", type)
        for call in [
            call([identity], client: "client-2"), call([identity], "REF60"), call([identity], device: "device-2"),
        ] {
            #expect(try service.profiles(call: call) == [expected])
            #expect(try service.profiles("AlphaCable", call: call) == [expected])
            service.draw(3)
            let answer = try service.send(.createSession(call: call, fields: SessionFields(mvpd: "AlphaCable")))
            #expect(
                answer
                    == SessionAnswer(
                        step: .authorize, reason: .authenticatedSSO, sessionID: Fixture.uuid(3), mvpd: "AlphaCable",
                        serviceProvider: call.serviceProvider))
        }
        let other = SharedIdentity(kind: identity.kind, issuer: "issuer", subject: "other")
        #expect(try service.profiles(call: call([other], device: "device-2")) == [])
        #expect(try service.profiles(call: call([], device: "device-2")) == [])
    }

    @Test("32.3 not if the MVPD is not integrated, or requires authentication per requestor")
    func notShared() throws {
        for change: (inout World) -> Void in [
            { world in world.integrations.removeAll { $0.requestor == "REF60" } },
            { world in world.providers[0].authenticatesPerRequestor = true },
        ] {
            var service = Fixture(change)
            try service.logIn(try service.open(call: call([Self.platform])))
            #expect(try service.profiles(call: call([Self.platform])) == [service.profile()])
            #expect(try service.profiles(call: call([Self.platform], "REF60")) == [])
        }
    }

    @Test("32.4 it ends with the first profile, and at most its own TTL from now")
    func end() throws {
        var service = Fixture { world in
            world.integrations[6].authenticationLifetime = 3_600
        }
        try service.logIn(try service.open(call: call([Self.platform])))
        let start = service.now
        let end = start + Fixture.profileLifetime
        #expect(
            try service.profiles(call: call([Self.platform], "REF60"))
                == [service.profile("AlphaCable", .platformSSO, notAfter: start + 3_600_000)])
        service.now = end - 1_000
        #expect(
            try service.profiles(call: call([Self.platform], "REF60"))
                == [service.profile("AlphaCable", .platformSSO, notBefore: start, notAfter: end)])
        service.now = end
        #expect(try service.profiles(call: call([Self.platform], "REF60")) == [])
    }

    @Test("32.5 a login without the header, which is sent later → not linked; only the app's own regular profile")
    func later() throws {
        var service = Fixture()
        try service.logIn(try service.open())
        #expect(try service.profiles(call: call([Self.platform])) == [service.profile()])
        #expect(try service.profiles(call: call([Self.platform], device: "device-2")) == [])
    }

    @Test("32.6 the first profile ended, was removed, or its integration is off → gone for all")
    func gone() throws {
        let other = call([Self.platform], "REF60")
        let key = ProfileKey(owner: Fixture.owner(), mvpd: "AlphaCable")
        var service = Fixture()
        try service.logIn(try service.open(call: call([Self.platform])))
        let expected = service.profile("AlphaCable", .platformSSO)
        try service.integrate(false)
        #expect(try service.profiles(call: other) == [])
        try service.integrate(true)
        #expect(try service.profiles(call: other) == [expected])
        var record = try #require(service.state.profiles[key])
        record.isInvalidated = true
        service.save(record)
        #expect(try service.profiles(call: other) == [])
        record.isInvalidated = false
        service.save(record)
        service.state.apply(.remove(ProfileRecord.self, key))
        #expect(try service.profiles(call: other) == [])
    }

    @Test("32.6 the software statement of the first profile's app was revoked → gone for all")
    func revoked() throws {
        var service = Fixture()
        service.register("client-2")
        try service.logIn(try service.open(call: call([Self.platform], client: "client-2")))
        #expect(try service.profiles(call: call([Self.platform])) == [service.profile("AlphaCable", .platformSSO)])
        service.register("client-2", isRevoked: true)
        #expect(try service.profiles(call: call([Self.platform])) == [])
    }

    @Test("32.6 an identity shares the first profile as long as it is valid, even if another user logs in with it")
    func first() throws {
        var service = Fixture()
        let (first, second) = (Fixture.owner(device: "device-2"), Fixture.owner(device: "device-3"))
        try service.logIn(try service.open(call: call([Self.platform], device: "device-2")))
        let shared = service.profile("AlphaCable", .platformSSO)
        service.now += 1_000
        // Without a provider the session is not answered with the shared profile.
        let code = try service.open(1, .complete(nil), call: call([Self.platform], device: "device-3"))
        try service.logIn(code, mvpd: "AlphaCable")
        #expect(try service.profiles(call: call([Self.platform])) == [shared])
        service.state.apply(.remove(ProfileRecord.self, ProfileKey(owner: second, mvpd: "AlphaCable")))
        #expect(try service.profiles(call: call([Self.platform])) == [shared])
        service.state.apply(.remove(ProfileRecord.self, ProfileKey(owner: first, mvpd: "AlphaCable")))
        #expect(try service.profiles(call: call([Self.platform])) == [])
        let last = try service.open(2, call: call([Self.platform], device: "device-4"))
        try service.logIn(last)
        #expect(try service.profiles(call: call([Self.platform])) == [service.profile("AlphaCable", .platformSSO)])
    }

    @Test("32.7 both identities find different profiles → the platform's")
    func both() throws {
        var service = Fixture()
        service.addProfile(Fixture.owner(device: "device-2"), identities: [Self.service])
        service.now += 1_000
        service.addProfile(Fixture.owner(device: "device-3"), identities: [Self.platform])
        #expect(
            try service.profiles(call: call([Self.platform, Self.service])) == [service.profile("AlphaCable", .platformSSO)])
    }
}
