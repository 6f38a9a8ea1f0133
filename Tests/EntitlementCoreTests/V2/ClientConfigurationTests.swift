import EntitlementCore
import TVWorld
import Testing

@Suite("REST v2, table 21: configuration")
struct ClientConfigurationTests {
    private func read(_ platform: Platform? = .ios, in service: inout Fixture) throws -> AppConfiguration {
        try service.send(.readConfiguration(call: Fixture.clientCall(platform: platform)))
    }

    /// The providers with single sign-on.
    private func singleSignOn(_ answer: AppConfiguration) -> [String] {
        answer.entries.filter(\.isSingleSignOnEnabled).map(\.provider.mvpd)
    }

    @Test("21.1 the enabled integrations in the world's order, TempPass among them")
    func providers() throws {
        var service = Fixture()
        let answer = try read(in: &service)
        #expect(answer.requestor.id == "REF30" && answer.time == service.now && answer.platform == .ios)
        #expect(answer.entries.map(\.provider.mvpd) == ["AlphaCable", "BetaFiber", "GammaSat", "DeltaCoop", "TempPass"])
        #expect(answer.entries.filter(\.provider.isTemporaryPass).map(\.temporaryPass) == [.basic])
        #expect(
            answer.entries.map(\.integration)
                == service.state.world.integrations.filter { $0.requestor == "REF30" && $0.isEnabled })
    }

    @Test("21.2 single sign-on according to the integration for the platform, and the provider's boarding")
    func platforms() throws {
        var service = Fixture()
        try service.changeIntegration(of: "REF30", with: "AlphaCable") { $0.singleSignOn.remove(.tvos) }
        let phone = try read(.ios, in: &service)
        #expect(singleSignOn(phone) == ["AlphaCable", "BetaFiber"])
        #expect(try singleSignOn(read(.tvos, in: &service)) == ["BetaFiber"])
        #expect(phone.entries.map(\.provider.boarding) == [.supported, .picker, .none, .supported, .none])
    }

    @Test("21.3 no platform → single sign-on only if it is on for all platforms")
    func noPlatform() throws {
        var service = Fixture()
        #expect(try singleSignOn(read(nil, in: &service)) == ["AlphaCable", "BetaFiber"])
        try service.changeIntegration(of: "REF30", with: "AlphaCable") { $0.singleSignOn.remove(.tvos) }
        #expect(try singleSignOn(read(nil, in: &service)) == ["BetaFiber"])
    }

    @Test(
        "21.4 a degraded integration is listed as usual", arguments: [Degradation.authenticateAll, .authorizeAll, .authorizeNone])
    func degraded(_ rule: Degradation) throws {
        var service = Fixture()
        let before = try read(in: &service).entries.map(\.provider)
        try service.degrade(rule)
        let answer = try read(in: &service)
        #expect(answer.entries.map(\.provider) == before)
        #expect(answer.entries.first?.degradation == rule && answer.entries.dropFirst().allSatisfy { $0.degradation == nil })
    }
}
