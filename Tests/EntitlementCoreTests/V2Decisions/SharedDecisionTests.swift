import TVWorld
import Testing

@testable import EntitlementCore

@Suite("REST v2, tables 32, 33 and 35: decisions by shared profiles and degradation rules")
struct SharedDecisionTests {
    private static let other = Fixture.owner(client: "client-2")
    private static let otherKey = ProfileKey(owner: other, mvpd: "AlphaCable")
    private static let call = Fixture.clientCall().identified(.platformUser)

    private func permit(_ service: Fixture, user: String = "u-1001-alice") -> ResourceDecision {
        service.permit(during: service.now...service.now + Fixture.day, user: user)
    }

    @Test(
        "32.3, 33.1 another app with the same identity is permitted; the authorization is its own",
        arguments: [SharedIdentity.platformUser, .serviceUser])
    func shared(_ identity: SharedIdentity) throws {
        var service = Fixture()
        service.register("client-2")
        service.addLogin(Self.other, identities: [identity])
        let call = Fixture.clientCall().identified(identity)
        #expect(try service.preauthorize(call: call) == [Fixture.offer()])
        #expect(try service.authorize(call: call) == [permit(service)])
        #expect(service.authorizations().map(\.resource) == ["news"])
        #expect(service.authorizations(Self.otherKey) == [])
        #expect(try service.authorize() == [Fixture.denial(.profileMissing)])
    }

    /// How the first profile ends.
    enum End: CaseIterable {
        case expired, invalidated, loggedOut, revoked, integrationOff
    }

    @Test(
        "32.6 the first profile has ended, its app is revoked, or its integration is off → gone for all, cached authorizations included",
        arguments: End.allCases)
    func ended(_ end: End) throws {
        var service = Fixture()
        service.register("client-2")
        let first = end == .integrationOff ? Fixture.owner("REF60", client: "client-2") : Self.other
        var profile = ProfileRecord(
            authentication: service.addLogin(first, identities: [.platformUser]), identities: [.platformUser])
        #expect(try service.authorize(call: Self.call) == [permit(service)])
        switch end {
        case .expired: service.now = profile.authentication.expiresAt
        case .invalidated:
            profile.isInvalidated = true
            service.save(profile)
        case .loggedOut:
            try service.send(Fixture.end(nil, call: Fixture.clientCall(client: "client-2")))
        case .revoked: service.register("client-2", isRevoked: true)
        case .integrationOff:
            try service.changeIntegration(of: "REF60", with: "AlphaCable") { $0.isEnabled = false }
        }
        let denial = Fixture.denial(.profileMissing)
        #expect(try service.authorize(call: Self.call) == [denial])
        #expect(try service.preauthorize(call: Self.call) == [denial])
        #expect(try service.send(Fixture.end(call: Self.call)) == .invalid)
    }

    @Test("32.7 the platform identity and the service token find different profiles → the platform's decides")
    func different() throws {
        var service = Fixture()
        service.register("client-2")
        service.addLogin(Self.other, user: "u-1002-bob", identities: [.platformUser])
        service.addLogin(Fixture.owner(device: "device-2"), identities: [.serviceUser])
        let both = Fixture.clientCall().identified(.platformUser, .serviceUser)
        #expect(try service.authorize(call: both) == [permit(service, user: "u-1002-bob")])
        #expect(
            try service.preauthorize(["sports"], call: both) == [
                Fixture.denial(
                    .preauthorizationDenied, "sports", details: "Your Alpha Cable subscription does not include sports.")
            ])
        // The authorization of one user does not count for the other.
        try service.answer(["*": ResourceOverride(denial: .byProvider, message: "No.")])
        #expect(
            try service.authorize(call: Fixture.clientCall().identified(.serviceUser))
                == [Fixture.denial(.authorizationDenied, details: "No.")])
    }

    @Test("33.1 a service token finds the profile of another device")
    func otherDevice() throws {
        var service = Fixture()
        service.addLogin(Fixture.owner(device: "device-2"), identities: [.serviceUser])
        let call = Fixture.clientCall().identified(.serviceUser)
        #expect(try service.authorize(call: call) == [permit(service)])
    }

    @Test(
        "35.3 AuthNAll and AuthZAll permit, AuthZNone denies",
        arguments: [(Degradation.authenticateAll, true), (.authorizeAll, true), (.authorizeNone, false)])
    func rules(_ kind: Degradation, isPermitted: Bool) throws {
        var service = Fixture()
        try service.degrade(kind)
        let decisions = [try service.send(Fixture.authorize(["opera"])), try service.send(Fixture.preauthorize(["opera"]))]
            .joined()
        #expect(decisions.map(\.isAuthorized) == [isPermitted, isPermitted])
        #expect(decisions.map(\.source) == [.degradation, .degradation])
    }

    @Test(
        "35.5 the rule ends: without a profile authenticated_profile_missing, with one the MVPD decides",
        arguments: [Degradation.authenticateAll, .authorizeAll, .authorizeNone])
    func ruleEnds(_ kind: Degradation) throws {
        var service = Fixture()
        try service.addRule(kind, seconds: 60)
        #expect(try service.send(Fixture.authorize()).map(\.source) == [.degradation])
        service.now += 60_000
        #expect(try service.authorize() == [Fixture.denial(.profileMissing)])
        service.addLogin()
        #expect(try service.authorize() == [permit(service)])
    }
}
