import TVWorld
import Testing

@Suite("The built-in world")
struct WorldTests {
    private let world = World.builtIn

    @Test("Providers have the designed order, boarding and line-up")
    func providers() {
        #expect(world.providers.map(\.mvpd) == ["AlphaCable", "BetaFiber", "GammaSat", "DeltaCoop", "EpsilonTV", "TempPass"])
        #expect(world.providers.map(\.boarding) == [.supported, .picker, .none, .supported, .supported, .none])
        #expect(
            world.providers.filter(\.isInLineUp).map(\.id) == [
                "alpha.example", "beta.example", "delta.example", "epsilon.example",
            ])
        #expect(world.provider(mvpd: "BetaFiber")?.requiresSystemBrowser == true)
        #expect(world.providers.filter(\.isTemporaryPass).map(\.mvpd) == ["TempPass"])
    }

    @Test(
        "REF30 is integrated with each provider as designed",
        arguments: [
            ("AlphaCable", true, true), ("BetaFiber", true, true), ("GammaSat", true, false), ("DeltaCoop", true, false),
            ("EpsilonTV", false, false), ("TempPass", true, false),
        ])
    func integration(mvpd: String, isEnabled: Bool, hasSingleSignOn: Bool) throws {
        let integration = try #require(world.integration(requestor: "REF30", mvpd: mvpd))
        #expect(integration.isEnabled == isEnabled)
        #expect(!integration.singleSignOn.isEmpty == hasSingleSignOn)
        #expect(integration.degradation == .none)
    }

    @Test("REF60 is integrated with AlphaCable and GammaSat only")
    func secondRequestor() {
        #expect(world.integrations.filter { $0.requestor == "REF60" }.map(\.mvpd) == ["AlphaCable", "GammaSat"])
    }

    @Test("Every provider has alice with all channels, bob with news, carol suspended")
    func subscribers() throws {
        for provider in world.providers where !provider.isTemporaryPass {
            let alice = try #require(world.subscriber(provider: provider.id, username: "alice"))
            let bob = try #require(world.subscriber(provider: provider.id, username: "bob"))
            let carol = try #require(world.subscriber(provider: provider.id, username: "carol"))
            #expect(alice.channels == world.resources)
            #expect(alice.attributes["householdID"] == .text("h-1001"))
            #expect(alice.userID != "h-1001")
            for one in [alice, bob, carol] { #expect(one.attributes["upstreamUserID"] == .text(one.userID)) }
            #expect(provider.attributes.contains("upstreamUserID"))
            #expect(bob.channels == ["news"])
            #expect([alice, bob, carol].map(\.isSuspended) == [false, false, true])
            #expect(world.subscriber(provider: provider.id, userID: bob.userID) == bob)
        }
    }
}
