import TVWorld
import Testing

@Suite("The built-in world")
struct WorldTests {
    private let world = World.builtIn

    @Test("Providers have the order, boarding and line-up of the design")
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
        "REF30 works with each provider as the design says",
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

@Suite("The clock of VSASIM_CLOCK")
struct SystemClockTests {
    @Test("A frozen clock does not move")
    func frozen() throws {
        let clock = try #require(SystemClock(specification: "frozen:1772388000"))
        #expect(clock.milliseconds() == 1_772_388_000_000)
        #expect(clock.seconds() == 1_772_388_000)
    }

    @Test("An offset moves the machine's time")
    func offset() throws {
        let before = SystemClock().seconds()
        let shifted = try #require(SystemClock(specification: "offset:2678400")).seconds()
        let after = SystemClock().seconds()
        #expect((before...after).contains(shifted - 2_678_400))
    }

    @Test("Seconds before 1970 round down")
    func beforeTheEpoch() throws {
        #expect(try #require(SystemClock(specification: "frozen:-1")).seconds() == -1)
    }

    @Test(
        "Anything else is rejected",
        arguments: [
            "", "Real", "real:1", "offset", "offset:", "offset:1d", "frozen:soon", "frozen:99999999999999",
            "offset:9223372036854775807", "offset:-9223372036854775807", "frozen:9223372036854775807",
        ])
    func refused(specification: String) {
        #expect(SystemClock(specification: specification) == nil)
    }
}
