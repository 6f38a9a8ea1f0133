import Testing

@testable import EntitlementCore
@testable import TVWorld

@Suite("REST v2, tables 25 and 35: profiles")
struct ProfileTests {
    @Test("25.1 nothing, expired, ended, of another client or device → {}")
    func nothing() throws {
        var service = Fixture()
        service.register("client-2")
        service.addProfile(Fixture.owner(client: "client-2"))
        service.addProfile(Fixture.owner(device: "device-2"))
        service.addProfile(Fixture.owner("REF60"))
        service.addProfile(mvpd: "BetaFiber", lifetime: 1_000)
        service.addProfile(mvpd: "GammaSat")
        var ended = try #require(service.state.profiles[ProfileKey(owner: Fixture.owner(), mvpd: "GammaSat")])
        ended.isInvalidated = true
        service.save(ended)
        service.now += 1_000
        #expect(try service.profiles() == [])
        for mvpd in ["AlphaCable", "BetaFiber", "GammaSat"] { #expect(try service.profiles(mvpd) == []) }
    }

    @Test("25.1 a sign-in of REST v1 is not a profile, nor vice versa")
    func otherInterface() throws {
        var service = Fixture()
        try service.signIn(call: Fixture.call())
        #expect(try service.profiles() == [])
        service = Fixture()
        service.addProfile()
        var call = Fixture.call()
        call.applicationID = Fixture.client
        #expect(service.refusal(.readAuthentication(call: call, form: .token))?.status == 404)
    }

    @Test("25.2 regular profiles: E6 all MVPDs, E7 the one")
    func regular() throws {
        var service = Fixture()
        service.addProfile(mvpd: "GammaSat")
        service.addProfile(mvpd: "AlphaCable")
        #expect(try service.profiles() == [service.profile("AlphaCable"), service.profile("GammaSat")])
        #expect(try service.profiles("GammaSat") == [service.profile("GammaSat")])
        #expect(try service.profiles("BetaFiber") == [])
    }

    @Test("25.2 the attributes are the provider's, as in v1, without the channels; the integration's rules apply")
    func attributes() throws {
        var service = Fixture()
        service.addProfile(attributes: [
            "zip": .list(["10001"]), "authorized_resources": .list(["news"]), "householdID": .text("h"),
        ])
        var integration = try #require(service.state.world.integration(requestor: "REF30", mvpd: "AlphaCable"))
        // userID is in every profile.
        integration.metadata = ["householdID": MetadataRule(isEnabled: false), "userID": MetadataRule(isEnabled: false)]
        service.save(integration)
        let expected = UserMetadata(
            updated: service.now / 1_000, data: ["userID": .text("u-1001-alice"), "zip": .list(["10001"])])
        #expect(try service.profiles().map(\.metadata) == [expected])
    }

    @Test(
        "25.3 an appleSSO profile with an accepted or an expired status → in the map",
        arguments: [
            Fixture.partnerCall(), Fixture.partnerCall(expiration: .at(.max)), Fixture.partnerCall(expiration: .at(0)),
            Fixture.partnerCall(expiration: .unreadable),
        ])
    func partner(_ call: ClientCall) throws {
        var service = Fixture()
        service.addProfile(Fixture.owner(), .apple)
        #expect(try service.profiles(call: call) == [service.profile("AlphaCable", .appleSSO)])
        #expect(try service.profiles("AlphaCable", call: call) == [service.profile("AlphaCable", .appleSSO)])
        #expect(ProfileType.appleSSO.issuer(mvpd: "AlphaCable") == "Apple")
    }

    @Test(
        "25.4 an appleSSO profile with P1-P5 → left out, kept; shown again with a matching status",
        arguments: [
            Fixture.clientCall(), Fixture.partnerCall(.notDetermined), Fixture.partnerCall(.denied),
            Fixture.partnerCall(.restricted),
            Fixture.partnerCall(provider: nil), Fixture.partnerCall(provider: "nobody.example"),
            Fixture.partnerCall(provider: "beta.example"),
        ])
    func noPartner(_ call: ClientCall) throws {
        var service = Fixture()
        service.addProfile(Fixture.owner(), .apple)
        service.addProfile(mvpd: "GammaSat")
        #expect(try service.profiles(call: call) == [service.profile("GammaSat")])
        #expect(try service.profiles("AlphaCable", call: call) == [])
        #expect(try service.profiles("AlphaCable", call: Fixture.partnerCall()) == [service.profile("AlphaCable", .appleSSO)])
    }

    @Test("25.5 an identity finds a profile: platformSSO or serviceTokenSSO; the app's own one takes precedence")
    func shared() throws {
        var service = Fixture()
        var call = Fixture.clientCall()
        for (kind, type) in [(SharedIdentity.Kind.service, ProfileType.serviceTokenSSO), (.platform, .platformSSO)] {
            let identity = SharedIdentity(kind: kind, issuer: "issuer", subject: "subject")
            service.addProfile(Fixture.owner(device: "device-2"), identities: [identity])
            call.identities = [identity]
            #expect(try service.profiles(call: call) == [service.profile("AlphaCable", type)])
            #expect(try service.profiles("AlphaCable", call: call) == [service.profile("AlphaCable", type)])
            #expect(type.issuer(mvpd: "AlphaCable") == "AlphaCable")
        }
        service.addProfile()
        #expect(try service.profiles(call: call) == [service.profile()])
    }

    @Test("25.5 an appleSSO profile that its status hides does not hide the one that an identity finds")
    func sharedBesidePartner() throws {
        var service = Fixture()
        let identity = SharedIdentity(kind: .platform, issuer: "issuer", subject: "subject")
        service.addProfile(Fixture.owner(), .apple)
        service.addProfile(Fixture.owner(device: "device-2"), identities: [identity])
        var call = Fixture.clientCall()
        call.identities = [identity]
        #expect(try service.profiles(call: call) == [service.profile("AlphaCable", .platformSSO)])
        call.partnerStatus = Fixture.partnerCall().partnerStatus
        #expect(try service.profiles(call: call) == [service.profile("AlphaCable", .appleSSO)])
    }

    @Test("25.6 E6, E8: the integration is off → left out, kept; back when it is switched on again")
    func switchedOff() throws {
        var service = Fixture()
        let code = try service.open()
        try service.logIn(code)
        let profile = service.profile()
        try service.integrate(false)
        service.now = code.expiresAt
        #expect(try service.profiles() == [])
        #expect(try service.send(Fixture.byCode(code.code)) == [])
        try service.integrate(true)
        #expect(try service.profiles() == [profile])
        #expect(try service.send(Fixture.byCode(code.code)) == [profile])
    }

    @Test("25.7, 35.2 E7, AuthNAll, no profile → a degraded one for each answer, at most until the rule's end")
    func degraded() throws {
        var service = Fixture()
        try service.degrade(.authenticateAll)
        #expect(try service.profiles("AlphaCable") == [service.profile("AlphaCable", .degraded)])
        service.now += 1_000
        #expect(try service.profiles("AlphaCable") == [service.profile("AlphaCable", .degraded)])
        #expect(service.state.profiles[startingWith: []] == [])
        #expect(ProfileType.degraded.issuer(mvpd: "AlphaCable") == "Adobe")
        try service.degrade(.none)
        try service.addRule(.authenticateAll, seconds: 60)
        let end = service.now + 60_000
        service.now += 1_000
        #expect(try service.profiles("AlphaCable") == [service.profile("AlphaCable", .degraded, notAfter: end)])
    }

    @Test("25.7 the user of a degraded profile: a prefix and 40 digits, its own for each service provider, device and MVPD")
    func degradedUser() {
        let ids = [
            ("REF30", "AlphaCable", "device-1"), ("REF60", "AlphaCable", "device-1"), ("REF30", "BetaFiber", "device-1"),
            ("REF30", "AlphaCable", "device-2"),
        ]
        .map { AnonymousUser.degradation.id(of: Fixture.owner($0, device: $2), mvpd: $1) }
        #expect(Set(ids).count == 4)
        for id in ids {
            #expect(id.count == 56 && id.hasPrefix("95cf93bcd183214a"))
            #expect(id.dropFirst(16).allSatisfy { "0123456789abcdef".contains($0) })
        }
        #expect(
            AnonymousUser.temporaryPass.id(of: Fixture.owner(), mvpd: "TempPass")
                == "temppass_3aa5ca80b2beda5e43dcff3fa13bd15c1a41f2f5")
    }

    @Test("25.7 a real profile precedes AuthNAll; one that its status hides does not")
    func degradedWithProfile() throws {
        var service = Fixture()
        try service.degrade(.authenticateAll)
        service.addProfile(Fixture.owner(), .apple)
        #expect(try service.profiles("AlphaCable", call: Fixture.partnerCall()) == [service.profile("AlphaCable", .appleSSO)])
        #expect(try service.profiles("AlphaCable") == [service.profile("AlphaCable", .degraded)])
        service.addProfile()
        #expect(try service.profiles("AlphaCable") == [service.profile()])
    }

    @Test("25.8 E6: AuthNAll or TempPass → not listed")
    func notListed() throws {
        var service = Fixture()
        try service.degrade(.authenticateAll)
        #expect(try service.profiles() == [])
        service.addProfile(mvpd: "GammaSat")
        #expect(try service.profiles() == [service.profile("GammaSat")])
    }

    @Test("25.9 E7, TempPass → a temporary profile; nothing is stored")
    func temporary() throws {
        var service = Fixture()
        let profiles = try service.profiles("TempPass")
        #expect(profiles.map(\.type) == [.temporary] && profiles.map(\.mvpd) == ["TempPass"])
        #expect(profiles.map(\.notBefore) == [service.now] && profiles.map(\.notAfter) == [service.now + 600_000])
        #expect(service.state.profiles[startingWith: []] == [])
    }

    @Test("25.10 E8, session open → {}; AuthNAll for its MVPD: degraded; TempPass chosen on the other screen: temporary")
    func openSession() throws {
        var service = Fixture()
        let code = try service.open(0, SessionFields()).code
        #expect(try service.send(Fixture.byCode(code)) == [])
        try service.degrade(.authenticateAll)
        #expect(try service.send(Fixture.byCode(code)) == [])
        try service.send(Fixture.resume(code, SessionFields(mvpd: "TempPass")))
        #expect(try service.send(Fixture.byCode(code)).map(\.type) == [.temporary])
        try service.send(Fixture.resume(code, SessionFields(mvpd: "AlphaCable")))
        #expect(try service.send(Fixture.byCode(code)) == [service.profile("AlphaCable", .degraded)])
    }

    @Test("25.11 E8, session completed → the profile of the login, beyond the code's notAfter, too; {} for others")
    func completedSession() throws {
        var service = Fixture()
        let code = try service.open()
        try service.logIn(code)
        let profile = service.profile()
        #expect(try service.send(Fixture.byCode(code.code)) == [profile])
        service.now = profile.notAfter - 1
        #expect(try service.send(Fixture.byCode(code.code)) == [profile])
        service.now += 1
        #expect(service.refusal(Fixture.byCode(code.code)).isA(400, .invalidAuthenticationSession))
    }

    @Test("25.12 metadata that cannot be encrypted → named without an encryption; the rest as usual")
    func encryption() throws {
        var service = Fixture()
        service.addProfile(attributes: ["zip": .list(["10001"])])
        var integration = try #require(service.state.world.integration(requestor: "REF30", mvpd: "AlphaCable"))
        integration.metadata = ["zip": MetadataRule(isEncrypted: true)]
        service.save(integration)
        let data: [String: AttributeValue] = ["userID": .text("u-1001-alice"), "zip": .list(["10001"])]
        #expect(
            try service.profiles().map(\.metadata)
                == [UserMetadata(updated: service.now / 1_000, data: data, encrypted: ["zip"])])
        var certified = Fixture { $0.requestors[0].metadataEncryption = MetadataEncryption(certificate: "certificate") }
        certified.addProfile(attributes: ["zip": .list(["10001"])])
        let metadata = try certified.profiles().first?.metadata
        #expect(metadata?.encrypted == ["zip"] && metadata?.encryption?.certificate == "certificate")
    }

    @Test("25.13 metadata changed by an authorization → the next answer has it; notAfter stays")
    func changed() throws {
        var service = Fixture()
        service.addProfile()
        let before = service.profile()
        var record = try #require(service.state.profiles[ProfileKey(owner: Fixture.owner(), mvpd: "AlphaCable")])
        record.authentication.attributes["onNet"] = .flag(true)
        service.save(record)
        service.now += 1_000
        let after = try #require(try service.profiles().first)
        #expect(after.metadata.data["onNet"] == .flag(true))
        #expect(after.notBefore == before.notBefore && after.notAfter == before.notAfter)
    }

    @Test("35.2 AuthZAll, AuthZNone → profiles as usual", arguments: [Degradation.authorizeAll, .authorizeNone])
    func otherRules(_ rule: Degradation) throws {
        var service = Fixture()
        try service.degrade(rule)
        let code = try service.open().code
        #expect(try service.profiles("AlphaCable") == [])
        #expect(try service.send(Fixture.byCode(code)) == [])
        service.addProfile()
        #expect(try service.profiles("AlphaCable") == [service.profile()])
    }

    @Test("35.5 the rule ends → the degraded profile is gone, and a session is needed")
    func ruleEnds() throws {
        var service = Fixture()
        try service.addRule(.authenticateAll, seconds: 60)
        let end = service.now + 60_000
        service.now = end - 1
        #expect(try service.profiles("AlphaCable") == [service.profile("AlphaCable", .degraded, notAfter: end)])
        service.now = end
        #expect(try service.profiles("AlphaCable") == [])
        service.draw(0)
        let code = service.session(0, .complete())
        let creation = EntitlementEvent.createSession(call: Fixture.clientCall(), fields: .complete())
        #expect(try service.send(creation) == .open(.authenticate(code)))
    }
}
