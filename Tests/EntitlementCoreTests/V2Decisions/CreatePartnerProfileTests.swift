import TVWorld
import Testing

@testable import EntitlementCore

@Suite("REST v2, tables 27, 36.3 and 36.4: the partner profile")
struct CreatePartnerProfileTests {
    private func create(
        _ evidence: Evidence<VerifiedAssertion> = .absent, call: ClientCall = Fixture.partnerCall(),
        partner: String = "Apple"
    ) -> EntitlementEvent<PartnerProfileExchange> {
        .createPartnerProfile(call: call, partner: partner, evidence: evidence)
    }

    /// The exchange of a verified response.
    private func exchange(
        _ request: String, call: ClientCall = Fixture.partnerCall(), subject: String = "u-1001-alice"
    ) -> EntitlementEvent<PartnerProfileExchange> {
        create(.verified(.init(inResponseTo: request, subject: subject, attributes: [:])), call: call)
    }

    /// Makes a request for the system account.
    private func request(_ service: inout Fixture, call: ClientCall = Fixture.partnerCall()) throws -> PendingRequest {
        let event = EntitlementEvent.createPartnerSession(call: call, partner: "Apple", fields: SessionFields())
        guard case .partnerProfile(let request, _) = try service.send(event).step else { throw Fixture.Unexpected() }
        return request
    }

    /// A call whose system account is at a provider.
    private func call(at provider: String) -> ClientCall { Fixture.partnerCall(provider: provider) }

    @Test("27.1 a partner that is not Apple → 400; any case of Apple is accepted")
    func partner() throws {
        var service = Fixture()
        #expect(service.refusal(create(partner: "Google")).isA(400, .invalidPartner))
        let provider = try #require(service.state.world.provider(mvpd: "AlphaCable"))
        #expect(try service.send(create(.unverified, partner: "apple")) == .needsVerification(provider))
    }

    @Test("27.2 P1 to P4 → 400, the code")
    func unaccepted() {
        var service = Fixture()
        for (call, code) in AuthorizeResourcesTests.unaccepted where code != .partnerProviderMismatch {
            #expect(service.refusal(create(call: call)).isA(400, code))
        }
    }

    @Test("27.3 the id's MVPD has no active integration → 400, for any date")
    func integration() throws {
        var service = Fixture()
        #expect(service.refusal(create(call: call(at: "epsilon.example"))).isA(400, .invalidIntegration))
        try service.integrate(false)
        #expect(service.refusal(create(call: Fixture.partnerCall(expiration: .at(0)))).isA(400, .invalidIntegration))
    }

    @Test("27.4, 35.2 AuthNAll without a profile → the degraded profile; the response is not read, the date does not matter")
    func degraded() throws {
        var service = Fixture()
        try service.degrade(.authenticateAll)
        let expected = PartnerProfileExchange.existing([service.profile("AlphaCable", .degraded)])
        #expect(try service.send(create()) == expected)
        #expect(try service.send(create(.refused("Nonsense."), call: Fixture.partnerCall(expiration: .at(0)))) == expected)
        service.addProfile()
        #expect(service.refusal(create()).isA(400, .invalidSAMLResponse))
    }

    @Test("35.2 AuthZAll and AuthZNone → as usual", arguments: [Degradation.authorizeAll, .authorizeNone])
    func otherRules(_ kind: Degradation) throws {
        var service = Fixture()
        try service.degrade(kind)
        let request = try request(&service)
        #expect(try service.send(exchange(request.id)) == .created(service.profile("AlphaCable", .appleSSO)))
    }

    @Test("27.5 P6 → 400", arguments: [PartnerFrameworkStatus.Expiration.at(1_800_000_000_000), .unreadable])
    func expired(_ expiration: PartnerFrameworkStatus.Expiration) {
        var service = Fixture()
        #expect(service.refusal(create(call: Fixture.partnerCall(expiration: expiration))).isA(400, .partnerSignInExpired))
    }

    @Test(
        "27.6 single sign-on off, not onboarded or an unknown platform → the regular profile, or none",
        arguments: [
            ("BetaFiber", "beta.example", Platform.ios), ("DeltaCoop", "delta.example", .ios),
            ("AlphaCable", "alpha.example", nil),
        ]
            as [(String, String, Platform?)])
    func basicProfile(_ mvpd: String, _ id: String, _ platform: Platform?) throws {
        var service = Fixture()
        let event = create(.refused("Nonsense."), call: Fixture.partnerCall(provider: id, platform: platform))
        #expect(try service.send(event) == .existing([]))
        service.addProfile(Fixture.owner(), mvpd: mvpd, .apple)
        #expect(try service.send(event) == .existing([]))
        service.addProfile(mvpd: mvpd)
        #expect(try service.send(event) == .existing([service.profile(mvpd)]))
    }

    @Test("27.7 the service lacks the MVPD's metadata → 500")
    func metadata() {
        var service = Fixture()
        service.state = EntitlementState(baseline: .builtIn)
        service.register(Fixture.client)
        #expect(service.refusal(create(.unverified)).isA(500, .platformExchangeConfiguration))
    }

    @Test("27.8 no SAMLResponse → 400; any other is verified first")
    func absent() throws {
        var service = Fixture()
        #expect(service.refusal(create()).isA(400, .invalidSAMLResponse))
        let provider = try #require(service.state.world.provider(mvpd: "AlphaCable"))
        #expect(try service.send(create(.unverified)) == .needsVerification(provider))
    }

    @Test("27.9 a response that was rejected → 400, the reason in details")
    func refused() throws {
        var service = Fixture()
        let refusal = service.refusal(create(.refused("The signature is wrong.")))
        #expect(refusal.isA(400, .invalidSAMLResponse))
        #expect(refusal?.details == "The signature is wrong.")
    }

    @Test("27.10 a response to no request of the service, to one of REST v1, to one that has expired → 400")
    func noRequest() throws {
        var service = Fixture()
        let version1 = PendingRequest(
            id: "_v1", key: Fixture.owner(), mvpd: "AlphaCable", platform: .ios, createdAt: service.now,
            expiresAt: service.now + PendingRequest.lifetime)
        service.save(version1)
        let request = try request(&service)
        service.now += PendingRequest.lifetime
        let refusals = ["_unknown", version1.id, request.id].map { service.refusal(exchange($0)) }
        #expect(refusals.allSatisfy { $0.isA(400, .invalidSAMLResponse) })
        #expect(
            refusals.map { $0?.details } == [
                "The response answers a request that the service did not make.",
                "The response answers a request that the service did not make.",
                "The request that the response answers has expired.",
            ])
    }

    @Test("27.11 a response to a request of another service provider, device, client or platform → 400")
    func otherRequest() throws {
        var service = Fixture()
        service.register("client-2")
        let request = try request(&service)
        func other(_ change: (inout ClientCall) -> Void) -> Refusal? {
            var call = Fixture.partnerCall()
            change(&call)
            return service.refusal(exchange(request.id, call: call))
        }
        let refusals = [
            other { $0.serviceProvider = "REF60" }, other { $0.deviceIdentifier = .value("device-2") },
            other { $0.access = Fixture.access("client-2") }, other { $0.device = .fields(["osName": "tvOS"]) },
        ]
        #expect(refusals.allSatisfy { $0.isA(400, .invalidSAMLResponse) })
        #expect(
            refusals.map { $0?.details } == [
                "The response answers a request of another requestor.", "The response answers a request of another device.",
                "The response answers a request of another device.", "The response answers a request of another platform.",
            ])
        #expect(try service.send(exchange(request.id)) == .created(service.profile("AlphaCable", .appleSSO)))
    }

    @Test("27.12, 36.3 a response that was answered before → 400; exactly one call creates the profile")
    func replay() throws {
        var service = Fixture()
        let request = try request(&service)
        #expect(try service.send(exchange(request.id)) == .created(service.profile("AlphaCable", .appleSSO)))
        let refusal = service.refusal(exchange(request.id))
        #expect(refusal.isA(400, .invalidSAMLResponse))
        #expect(refusal?.details == "The response answers a request that was answered before.")
    }

    @Test("27.13 the request's MVPD is not the id's → 400 …_provider_id_mismatch; the request can still be answered")
    func otherProvider() throws {
        var service = Fixture()
        try service.changeIntegration(of: "REF30", with: "DeltaCoop") { $0.singleSignOn.insert(.ios) }
        let delta = call(at: "delta.example")
        let request = try request(&service, call: delta)
        #expect(service.refusal(exchange(request.id)).isA(400, .partnerProviderMismatch))
        #expect(service.state.pendingRequests[request.id] == request)
        // The keys are those of the provider that received the request.
        for (claim, mvpd) in [(nil, "AlphaCable"), ("_unknown", "AlphaCable"), (request.id, "DeltaCoop")] {
            let unverified = EntitlementEvent.createPartnerProfile(
                call: Fixture.partnerCall(), partner: "Apple", evidence: .unverified, claimedRequest: claim)
            let provider = try #require(World.builtIn.provider(mvpd: mvpd))
            #expect(try service.send(unverified) == .needsVerification(provider))
        }
        #expect(try service.send(exchange(request.id, call: delta)) == .created(service.profile("DeltaCoop", .appleSSO)))
    }

    @Test(
        "27.14 a good response → appleSSO with the service's lifetime, never Apple's; replaces the profile and its authorizations"
    )
    func created() throws {
        var service = Fixture()
        service.draw(0)
        service.addProfile()
        service.addProfile(mvpd: "BetaFiber")
        try service.send(Fixture.authorize())
        try service.changeIntegration(of: "REF30", with: "AlphaCable") { $0.platformAuthenticationLifetimes[.ios] = 600 }
        // The request was made before the profile of the browser.
        let request = PendingRequest(
            id: "_request", key: Fixture.owner(), mvpd: "AlphaCable", platform: .ios, createdAt: service.now,
            expiresAt: service.now + PendingRequest.lifetime, sentBy: .partner)
        service.save(request)
        let call = Fixture.partnerCall(expiration: .at(service.now + 1))
        #expect(
            try service.send(exchange(request.id, call: call))
                == .created(service.profile("AlphaCable", .appleSSO, notAfter: service.now + 600_000)))
        var record = AuthenticationRecord(
            deviceKey: Fixture.owner(), mvpd: "AlphaCable", userID: "u-1001-alice", tokenSource: .apple,
            sessionID: Fixture.uuid(0), attributes: [:], createdAt: service.now, expiresAt: service.now + 600_000)
        record.platform = .ios
        record.device = ["osName": "iOS"]
        #expect(service.state.profiles[Fixture.key] == ProfileRecord(authentication: record))
        #expect(service.authorizations() == [])
        #expect(service.state.pendingRequests[request.id]?.usedAt == service.now)
        #expect(
            service.state.profiles[startingWith: Fixture.owner().values].map(\.recordKey.mvpd) == ["AlphaCable", "BetaFiber"])
    }

    @Test("36.4 two responses for one MVPD → both create; the later profile stays")
    func twoResponses() throws {
        var service = Fixture()
        let (first, second) = (try request(&service), try request(&service))
        #expect(try service.send(exchange(first.id)) == .created(service.profile("AlphaCable", .appleSSO)))
        service.now += 1_000
        #expect(try service.send(exchange(second.id)) == .created(service.profile("AlphaCable", .appleSSO)))
        #expect(service.state.profiles[Fixture.key]?.authentication.createdAt == service.now)
    }
}
