import TVWorld
import Testing

@testable import EntitlementCore

@Suite("REST v2, tables 30, 35.4 and 36.5: logout")
struct EndProfileTests {
    /// A new logout.
    private func logout(
        _ record: AuthenticationRecord, _ service: Fixture, redirectURL: String? = SessionFields.address
    ) -> PendingLogout {
        PendingLogout(id: Fixture.uuid(0), authentication: record, redirectURL: redirectURL, expiresAt: service.now + 1_800_000)
    }

    @Test("30.1 a redirectUrl that is not of the application → 400, nothing is deleted")
    func redirectURL() {
        var service = Fixture()
        service.addLogin()
        #expect(service.refusal(Fixture.end("https://stranger.example/")).isA(400, .invalidRedirectURL))
        #expect(service.state.profiles[Fixture.key] != nil)
    }

    @Test("30.2 a temporary pass → complete; the trial continues")
    func temporaryPass() throws {
        var service = Fixture()
        let end = try service.send(Fixture.authorize(mvpd: "TempPass"))[0].notAfter
        #expect(try service.send(Fixture.end(mvpd: "TempPass")) == .complete)
        service.now += 1_000
        #expect(try service.send(Fixture.authorize(mvpd: "TempPass"))[0].notAfter == end)
    }

    @Test("30.3, 35.4 AuthNAll, with and without a profile → complete; the profile is deleted")
    func authenticateAll() throws {
        var service = Fixture()
        try service.degrade(.authenticateAll)
        #expect(try service.send(Fixture.end()) == .complete)
        service.addLogin()
        #expect(try service.send(Fixture.end()) == .complete)
        #expect(service.state.profiles[Fixture.key] == nil)
    }

    @Test("35.4 AuthZAll and AuthZNone → as usual", arguments: [Degradation.authorizeAll, .authorizeNone])
    func otherRules(_ kind: Degradation) throws {
        var service = Fixture()
        service.draw(0)
        try service.degrade(kind)
        let record = service.addLogin()
        #expect(try service.send(Fixture.end()) == .logout(logout(record, service)))
    }

    @Test("30.4 an appleSSO profile → partner logout; deleted, without a status of the system account")
    func partner() throws {
        var service = Fixture()
        service.addProfile(Fixture.owner(), .apple)
        #expect(try service.send(Fixture.end()) == .partner)
        #expect(service.state.profiles[Fixture.key] == nil)
    }

    @Test("30.5 a regular profile and an MVPD with a logout endpoint → deleted; the browser's URL is valid once, half an hour")
    func regular() throws {
        var service = Fixture()
        service.draw(0)
        let record = service.addLogin()
        service.addProfile(mvpd: "BetaFiber")
        try service.send(Fixture.authorize())
        let logout = logout(record, service)
        #expect(try service.send(Fixture.end()) == .logout(logout))
        #expect(service.state.profiles[startingWith: Fixture.owner().values].map(\.recordKey.mvpd) == ["BetaFiber"])
        #expect(service.authorizations() == [])
        let browser = EntitlementEvent.startProfileLogout(id: logout.id)
        let provider = try #require(service.state.world.provider(mvpd: "AlphaCable"))
        let request = PendingRequest(
            id: "_" + Fixture.uuid(0), key: Fixture.owner(), mvpd: "AlphaCable", platform: .ios, createdAt: service.now,
            expiresAt: service.now + PendingRequest.lifetime, sentBy: .logout(redirectURL: SessionFields.address))
        #expect(
            try service.send(browser)
                == .request(request, provider, nameID: "name", nameIDFormat: "format", sessionIndex: "index"))
        #expect(service.state.pendingRequests[request.id] == request)
        #expect(try service.send(browser) == .done(redirectURL: nil))
        service.addLogin()
        try service.send(Fixture.end())
        service.now += 1_800_000
        #expect(try service.send(browser) == .done(redirectURL: SessionFields.address))
    }

    @Test("30.5 the provider's response ends the browser's logout at redirectUrl")
    func response() throws {
        var service = Fixture()
        service.draw(0)
        service.addLogin()
        try service.send(Fixture.end())
        guard case .request(let request, _, _, _, _) = try service.send(.startProfileLogout(id: Fixture.uuid(0))) else {
            throw Fixture.Unexpected()
        }
        let completion = EntitlementEvent.completeWebLogout(request: request.id, evidence: .verified(true))
        #expect(try service.send(completion) == .done(redirectURL: SessionFields.address))
    }

    @Test("30.6 an MVPD without a logout endpoint → deleted, complete")
    func noEndpoint() throws {
        var service = Fixture { $0.providers[0].hasSingleLogout = false }
        service.addLogin()
        #expect(try service.send(Fixture.end()) == .complete)
        #expect(service.state.profiles[Fixture.key] == nil)
    }

    @Test(
        "30.7 an identity → also the profile that it finds, for every app that shares it",
        arguments: [SharedIdentity.platformUser, .serviceUser], [false, true])
    func identity(_ identity: SharedIdentity, hasOwn: Bool) throws {
        var service = Fixture()
        service.draw(0)
        service.register("client-2")
        let other = Fixture.owner(client: "client-2")
        var record = service.addLogin(other, identities: [identity])
        if hasOwn { record = service.addLogin(user: "u-1002-bob") }
        let call = Fixture.clientCall().identified(identity)
        record.deviceKey = Fixture.owner()
        #expect(try service.send(Fixture.end(call: call)) == .logout(logout(record, service)))
        #expect(service.state.profiles[ProfileKey(owner: other, mvpd: "AlphaCable")] == nil)
        #expect(service.state.profiles[Fixture.key] == nil)
        #expect(try service.authorize(call: Fixture.clientCall(client: "client-2")) == [Fixture.denial(.profileMissing)])
        #expect(try service.send(Fixture.end(call: call)) == .invalid)
    }

    @Test("30.7 without the identity, the profile that it would find stays")
    func noIdentity() throws {
        var service = Fixture()
        let other = Fixture.owner(client: "client-2")
        service.addLogin(other, identities: [.platformUser])
        #expect(try service.send(Fixture.end()) == .invalid)
        #expect(service.state.profiles[ProfileKey(owner: other, mvpd: "AlphaCable")] != nil)
    }

    @Test("30.8 no profile, an expired one, a second call → invalid")
    func invalid() throws {
        var service = Fixture()
        #expect(try service.send(Fixture.end()) == .invalid)
        service.addProfile(lifetime: 1_000)
        service.now += 1_000
        #expect(try service.send(Fixture.end()) == .invalid)
        service.addLogin()
        guard case .logout = try service.send(Fixture.end()) else { throw Fixture.Unexpected() }
        #expect(try service.send(Fixture.end()) == .invalid)
    }

    @Test("30.9 no redirectUrl → the browser ends at the standard address, or else at the service's page")
    func noRedirectURL() throws {
        var service = Fixture()
        service.draw(0)
        let record = service.addLogin()
        #expect(try service.send(Fixture.end(nil)) == .logout(logout(record, service, redirectURL: nil)))
        var standard = Fixture { $0.requestors[0].defaultRedirectURL = "https://www.example.com/" }
        standard.draw(0)
        standard.addLogin()
        let expected = logout(record, standard, redirectURL: "https://www.example.com/")
        #expect(try standard.send(Fixture.end(nil)) == .logout(expected))
    }

    @Test("36.5 an authorization after the logout is decided by the state at its turn")
    func authorizationAfterLogout() throws {
        var service = Fixture()
        service.addLogin()
        #expect(try service.send(Fixture.authorize()).map(\.isAuthorized) == [true])
        try service.send(Fixture.end())
        #expect(try service.authorize() == [Fixture.denial(.profileMissing)])
    }
}
