import TVWorld
import Testing

@testable import EntitlementCore

@Suite("Sign-ins that are shared with another requestor")
struct ShareAuthenticationTests {
    /// A service where a device is signed in for REF60.
    private func service(
        _ source: AuthenticationRecord.Source = .regular, mvpd: String = "GammaSat", _ change: (inout World) -> Void = { _ in }
    ) -> Fixture {
        let service = Fixture(change)
        var record = AuthenticationRecord(
            deviceKey: DeviceKey(requestor: "REF60", deviceID: "device-1"), mvpd: mvpd, userID: "u-1001-alice",
            tokenSource: source,
            sessionID: "session-60", attributes: ["zip": .text("10001")], createdAt: service.now - 1_000,
            expiresAt: service.now + 60_000)
        record.sessionIndex = "index"
        var state = service
        state.save(record)
        return state
    }

    private func share(_ mvpd: String? = "GammaSat", from requestor: String = "REF60", device: String = "device-1")
        -> EntitlementEvent<AuthenticationRecord>
    {
        .shareAuthentication(call: Fixture.call(device: device), mvpd: mvpd, sharedRequestor: requestor)
    }

    @Test("the same user, metadata and expiry, and its own session")
    func shared() throws {
        var service = service()
        let record = try service.send(share())
        #expect(record.deviceKey == DeviceKey(requestor: "REF30", deviceID: "device-1"))
        #expect(record.userID == "u-1001-alice" && record.mvpd == "GammaSat" && record.tokenSource == .regular)
        #expect(record.attributes == ["zip": .text("10001")])
        #expect(record.expiresAt == service.now + 60_000)
        #expect(record.sessionID != "session-60")
        #expect(try service.send(.readAuthentication(call: Fixture.call(), form: .token)).record == record)
        try service.send(.logOut(call: Fixture.call("REF60")))
        try service.send(.readAuthentication(call: Fixture.call(), form: .token))
    }

    @Test(
        "a sign-in by the platform, by a pass or by a rule is not shared",
        arguments: [AuthenticationRecord.Source.apple, .degradation, .temporaryPass])
    func sources(_ source: AuthenticationRecord.Source) {
        var service = service(source)
        #expect(service.refusal(share())?.status == 400)
    }

    @Test("not with authentication per requestor, not to a requestor without the provider, not from another device")
    func refused() {
        var perRequestor = service { world in
            for index in world.providers.indices { world.providers[index].authenticatesPerRequestor = true }
        }
        #expect(perRequestor.refusal(share())?.status == 400)
        var service = service()
        #expect(service.refusal(share("EpsilonTV"))?.status == 400)
        #expect(service.refusal(share("AlphaCable"))?.status == 400)
        #expect(service.refusal(share(nil))?.status == 400)
        #expect(service.refusal(share(from: "REF30"))?.status == 400)
        #expect(service.refusal(share(device: "device-2"))?.status == 400)
        service.now += 60_000
        #expect(service.refusal(share())?.status == 400)
    }
}
