import AccountCore
import TVWorld
import Testing

@Suite("The rows of the picker")
struct PickerTests {
    private func rows(_ state: DeviceState? = nil, _ change: (inout MetadataRequest) -> Void = { _ in }) throws -> [PickerRow] {
        Picker.rows(for: request(change), in: try state ?? device(provider: nil))
    }

    private static let own = ApplicationAccountProvider(identifier: "own", localizedDisplayName: "A Own")

    @Test("The region's line-up by name, with flags")
    func lineUp() throws {
        let rows = try rows()
        #expect(rows.map(\.providerIdentifier) == ["alpha.example", "beta.example", "delta.example", "epsilon.example"])
        #expect(rows.map(\.isSupported) == [true, false, true, true])
        #expect(rows.allSatisfy { !$0.isFeatured && !$0.isApplicationProvider && !$0.isDeveloper && !$0.logoURL.isEmpty })
    }

    @Test("Featured ones first, in the app's order; unknown and repeated ones ignored")
    func featured() throws {
        let rows = try rows {
            $0.featuredAccountProviderIdentifiers = ["epsilon.example", "x", "beta.example", "epsilon.example"]
        }
        #expect(rows.map(\.providerIdentifier) == ["epsilon.example", "beta.example", "alpha.example", "delta.example"])
        #expect(rows.map(\.isFeatured) == [true, true, false, false])
    }

    @Test("The supported list filters and orders: unknown providers are omitted, repeated ones listed once; featuring adds none")
    func filtered() throws {
        let rows = try rows {
            $0.supportedAccountProviderIdentifiers = ["delta.example", "x", "delta.example", "alpha.example"]
            $0.featuredAccountProviderIdentifiers = ["epsilon.example"]
        }
        #expect(rows.map(\.providerIdentifier) == ["delta.example", "alpha.example"])
    }

    @Test("What the request names is listed in its order, featured ones first if the app requests it")
    func order() throws {
        let named = ["epsilon.example", "beta.example", "delta.example", "alpha.example"]
        #expect(try rows { $0.supportedAccountProviderIdentifiers = named }.map(\.providerIdentifier) == named)
        let featured = try rows {
            $0.supportedAccountProviderIdentifiers = named
            $0.featuredAccountProviderIdentifiers = ["alpha.example", "delta.example"]
        }
        #expect(
            featured.map(\.providerIdentifier) == ["alpha.example", "delta.example", "epsilon.example", "beta.example"])
    }

    @Test("Rows of the app follow the providers that it names; without a supported list they are the only ones")
    func applicationRows() throws {
        let alone = try rows { $0.applicationAccountProviders = [Self.own] }
        #expect(alone.map(\.providerIdentifier) == ["own"])
        #expect(alone[0].isApplicationProvider)
        #expect(!alone[0].isSupported)
        let both = try rows {
            $0.applicationAccountProviders = [Self.own, Self.own]
            $0.supportedAccountProviderIdentifiers = ["delta.example"]
        }
        #expect(both.map(\.providerIdentifier) == ["delta.example", "own"])
    }

    @Test("A provider replaces the app's row with its identifier")
    func clash() throws {
        let clash = ApplicationAccountProvider(identifier: "alpha.example", localizedDisplayName: "Mine")
        let rows = try rows { $0.applicationAccountProviders = [clash] }
        #expect(rows.map(\.name) == ["Alpha Cable"])
    }

    @Test("The region decides; a provider of another region is not offered")
    func region() throws {
        let world = try world(changing: "alpha.example") { $0.regions = ["CA"] }
        let rows = try rows(device(provider: nil, world: world))
        #expect(rows.map(\.providerIdentifier) == ["beta.example", "delta.example", "epsilon.example"])
    }

    @Test("Developer providers: first in an unfiltered list, marked, over the catalogue's")
    func developer() throws {
        var state = try device(provider: nil)
        _ = try DeviceReducer.reduce(&state, .developer(.providerAdded(testProvider(id: "delta.example", name: "Zeta"))))
        let unfiltered = try rows(state)
        #expect(unfiltered.map(\.providerIdentifier) == ["delta.example", "alpha.example", "beta.example", "epsilon.example"])
        #expect(unfiltered[0].name == "🚧 Zeta")
        #expect(unfiltered[0].isDeveloper)
        let filtered = try rows(state) { $0.supportedAccountProviderIdentifiers = ["alpha.example", "delta.example"] }
        #expect(filtered.map(\.providerIdentifier) == ["alpha.example", "delta.example"])
    }

    @Test("Set-top-box mode: its provider on top, above the featured ones")
    func setTopBox() throws {
        var state = try device(provider: nil)
        try state.developer.settings.set(.setTopBoxMode, to: .flag(true))
        try state.developer.settings.set(.setTopBoxProvider, to: .text("epsilon.example"))
        let rows = try rows(state) { $0.featuredAccountProviderIdentifiers = ["delta.example"] }
        #expect(rows.map(\.providerIdentifier).prefix(2) == ["epsilon.example", "delta.example"])
    }

    @Test("A thousand providers are sorted quickly")
    func large() throws {
        let providers = (0..<1_000).map { Provider(id: "p\($0).example", name: "Provider \(999 - $0)", mvpd: "P\($0)") }
        var world = World.empty
        world.providers = providers
        var state = DeviceState(world: world)
        state.region = try Region("US")
        #expect(try rows(state).count == 1_000)
    }
}
