import TVWorld
import Testing

@testable import EntitlementCore

@Suite("Exchange of SAML responses for tokens")
struct ExchangeTests {
    @Test("1.14 a verified response becomes an Apple token with the requestor's lifetime")
    func exchange() throws {
        var service = Fixture()
        try service.signIn()
        let token = try service.send(.readAuthentication(call: Fixture.call(), form: .token))
        #expect(token.record.mvpd == "AlphaCable")
        #expect(token.record.userID == "u-1001-alice")
        #expect(token.record.tokenSource == .apple)
        #expect(token.record.expiresAt == service.now + 30 * 86_400_000)
        #expect(token.degradation == nil)
        let metadata = try service.send(.readUserMetadata(call: Fixture.call()))
        #expect(metadata.data["tokenSource"] == .text("Apple"))
        #expect(metadata.updated == service.now / 1_000)
    }

    @Test("the integration's lifetime precedes the requestor's")
    func integrationLifetime() throws {
        var service = Fixture()
        try service.changeIntegration(of: "REF30", with: "AlphaCable") { $0.authenticationLifetime = 60 }
        try service.signIn()
        let read = try service.send(.readAuthentication(call: Fixture.call(), form: .token))
        #expect(read.record.expiresAt == service.now + 60_000)
        service.now += 60_000
        #expect(service.refusal(.readAuthentication(call: Fixture.call(), form: .token))?.status == 410)
        #expect(service.refusal(.readAuthentication(call: Fixture.call(), form: .check))?.code == .sessionExpired)
    }

    @Test("1.15 a response that answers no request is rejected")
    func unknownRequest() {
        var service = Fixture()
        let refusal = service.refusal(Fixture.exchange(inResponseTo: "_other"))
        #expect(refusal?.status == 400)
        #expect(refusal?.message == "The response answers a request that the service did not make.")
    }

    @Test("1.15 a replayed response is rejected")
    func replay() throws {
        var service = Fixture()
        let request = try service.profileRequest()
        try service.send(Fixture.exchange(inResponseTo: request.id))
        let refusal = service.refusal(Fixture.exchange(inResponseTo: request.id))
        #expect(refusal?.message == "The response answers a request that was answered before.")
    }

    @Test("1.15 a response to another device, requestor, MVPD or platform is rejected, each with its own message")
    func otherSubject() throws {
        var service = Fixture { $0.integrations.append(Integration(requestor: "REF30", mvpd: "DeltaCoop")) }
        try service.changeIntegration(of: "REF30", with: "DeltaCoop") { $0.singleSignOn.insert(.ios) }
        let request = try service.profileRequest()
        let messages = [
            Fixture.exchange(inResponseTo: request.id, call: Fixture.call(device: "device-2")),
            Fixture.exchange(inResponseTo: request.id, call: Fixture.call("REF60")),
            Fixture.exchange(inResponseTo: request.id, mvpd: "DeltaCoop"),
            Fixture.exchange(inResponseTo: request.id, deviceType: "tvOS"),
        ].map { service.refusal($0)?.message ?? "accepted" }
        #expect(Set(messages).count == 4)
        #expect(messages.allSatisfy { $0.contains("another") })
        try service.send(Fixture.exchange(inResponseTo: request.id))
    }

    @Test("a request without a device, as documented, is answered by any device of the requestor, once", arguments: [nil, ""])
    func requestWithoutDevice(_ device: String?) throws {
        var service = Fixture()
        let request = try service.profileRequest(Fixture.call(device: device))
        let nameless = Fixture.exchange(inResponseTo: request.id, call: Fixture.call(device: device))
        #expect(service.refusal(nameless)?.code == .invalidDeviceID)
        #expect(
            service.refusal(Fixture.exchange(inResponseTo: request.id, call: Fixture.call("REF60")))?.message
                == "The response answers a request of another requestor.")
        let call = Fixture.call(device: "device-2")
        try service.send(Fixture.exchange(inResponseTo: request.id, call: call))
        #expect(try service.send(.readAuthentication(call: call, form: .token)).record.tokenSource == .apple)
        #expect(service.refusal(Fixture.exchange(inResponseTo: request.id))?.message.contains("answered before") == true)
    }

    @Test("1.15 a response to a request that has expired is rejected")
    func expiredRequest() throws {
        var service = Fixture()
        let request = try service.profileRequest()
        service.now += PendingRequest.lifetime
        #expect(
            service.refusal(Fixture.exchange(inResponseTo: request.id))?.message
                == "The request that the response answers has expired.")
    }

    @Test("1.12 no exchange if the MVPD is unknown, not integrated, not onboarded or its single sign-on off")
    func notIntegrated() {
        var service = Fixture()
        let refusals = ["Nobody", "EpsilonTV", "BetaFiber", "DeltaCoop"].map { mvpd in
            service.refusal(.createProfileRequest(call: Fixture.call(), mvpd: mvpd, deviceType: "iOS"))
        }
        #expect(refusals.map { $0?.code } == [.unknownIntegration, .unknownIntegration, .badRequest, .badRequest])
        #expect(Set(refusals.map { $0?.message }).count == 4)
        #expect(refusals.allSatisfy { $0?.status == 400 })
        #expect(service.refusal(Fixture.exchange(inResponseTo: "_x", mvpd: "DeltaCoop"))?.status == 400)
    }

    @Test("single sign-on can be off for one platform only")
    func onePlatform() throws {
        var service = Fixture()
        try service.changeIntegration(of: "REF30", with: "AlphaCable") { $0.singleSignOn.remove(.tvos) }
        _ = try service.profileRequest(deviceType: "iOS")
        #expect(
            service.refusal(.createProfileRequest(call: Fixture.call(), mvpd: "AlphaCable", deviceType: "tvOS"))?.status == 400)
    }

    @Test("deviceType is mandatory and iOS or tvOS only", arguments: [nil, "", "ios", "roku"])
    func deviceType(_ text: String?) {
        var service = Fixture()
        #expect(service.refusal(.createProfileRequest(call: Fixture.call(), mvpd: "AlphaCable", deviceType: text))?.status == 400)
    }

    @Test("a provider without metadata is not trusted")
    func untrusted() {
        var service = Fixture()
        service.state = EntitlementState(baseline: .builtIn)
        service.register(Fixture.client)
        #expect(
            service.refusal(Fixture.exchange(inResponseTo: "_x"))?.message
                == "No SAML metadata of provider alpha.example is known to the service.")
    }

    @Test("1.13 a degraded MVPD issues a token without a response, which ends with the rule")
    func degraded() throws {
        var service = Fixture()
        let event = EntitlementEvent.exchangeToken(
            call: Fixture.call(), mvpd: "AlphaCable", deviceType: "iOS", evidence: .absent)
        #expect(service.refusal(event)?.status == 400)
        try service.degrade(.authenticateAll)
        let request = EntitlementEvent.createProfileRequest(call: Fixture.call(), mvpd: "AlphaCable", deviceType: "iOS")
        #expect(try service.send(request) == .degraded)
        try service.send(event)
        let token = try service.send(.readAuthentication(call: Fixture.call(), form: .token))
        #expect(token.degradation == .authenticateAll)
        #expect(token.record.tokenSource == .degradation)
        #expect(try service.send(.readUserMetadata(call: Fixture.call())).data["tokenSource"] == nil)
        try service.degrade(.none)
        #expect(service.refusal(.readAuthentication(call: Fixture.call(), form: .token))?.status == 410)
    }

    @Test("an AuthNAll rule keeps a real token")
    func degradedWithToken() throws {
        var service = Fixture()
        try service.signIn()
        try service.degrade(.authenticateAll)
        try service.send(.exchangeToken(call: Fixture.call(), mvpd: "AlphaCable", deviceType: "iOS", evidence: .unverified))
        let token = try service.send(.readAuthentication(call: Fixture.call(), form: .token))
        #expect(token.record.tokenSource == .apple)
        #expect(token.degradation == .authenticateAll)
    }

    @Test("tokens belong to one device, one requestor and one app")
    func binding() throws {
        var service = Fixture()
        try service.signIn()
        var isolated = Fixture.call()
        isolated.applicationID = "other"
        for call in [Fixture.call(device: "device-2"), Fixture.call("REF60"), isolated] {
            #expect(service.refusal(.readAuthentication(call: call, form: .token))?.status == 404)
            #expect(service.refusal(.readAuthentication(call: call, form: .check))?.code == .sessionMissing)
            #expect(service.refusal(.readUserMetadata(call: call))?.status == 412)
            #expect(service.refusal(.authorize(call: call, resource: "news"))?.code == .sessionMissing)
        }
    }

    @Test("a new sign-in removes the authorizations of the previous one")
    func replaced() throws {
        var service = Fixture()
        try service.signIn()
        try service.send(.authorize(call: Fixture.call(), resource: "sports"))
        try service.signIn("u-1002-bob")
        #expect(service.refusal(.readAuthorization(call: Fixture.call(), resource: "sports"))?.status == 404)
    }

    @Test("logout removes the device's tokens and is repeatable")
    func logout() throws {
        var service = Fixture()
        try service.signIn()
        try service.signIn(call: Fixture.call(device: "device-2"))
        try service.send(.logOut(call: Fixture.call()))
        try service.send(.logOut(call: Fixture.call()))
        #expect(service.refusal(.readAuthentication(call: Fixture.call(), form: .token))?.status == 404)
        try service.send(.readAuthentication(call: Fixture.call(device: "device-2"), form: .token))
    }
}
