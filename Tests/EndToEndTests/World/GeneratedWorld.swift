import Testing

@testable import TVWorld

/// A whole world drawn at random: names, providers, subscribers and their attributes, requestors, integrations, resources.
struct GeneratedWorld: Sendable, CustomTestStringConvertible {
    let seed: UInt64
    let world: World
    /// Draws situations on the world.
    let names: NameSource

    var testDescription: String { "seed \(seed)" }

    init(seed: UInt64) {
        self.seed = seed
        var names = NameSource(seed: seed)
        var world = World(region: names.random.pick(["US", "DE", "JP"]))
        world.supportedRegions = [world.region, "FR"]
        world.resources = (0..<Int.random(in: 3...8, using: &names.random)).map { _ in names.resource() }
        world.providers = (0..<Int.random(in: 2...5, using: &names.random)).map { Self.provider($0, in: world, &names) }
        if names.random.chance(50) {
            world.providers.insert(
                Provider(
                    id: names.host(), name: names.text(), mvpd: names.identifier(), boarding: .none, isInLineUp: false,
                    isTemporaryPass: true, authenticatesPerRequestor: true), at: names.random.pick([0, world.providers.count]))
        }
        world.subscribers = world.providers.filter { !$0.isTemporaryPass }.flatMap { provider in
            (0..<Int.random(in: 1...3, using: &names.random)).map { _ in Self.subscriber(of: provider, in: world, &names) }
        }
        world.requestors = (0..<Int.random(in: 1...3, using: &names.random)).map { _ in Self.requestor(&names) }
        for requestor in world.requestors {
            for provider in world.providers where names.random.chance(85) {
                world.integrations.append(Self.integration(requestor, provider, &names))
            }
        }
        world.integrations.shuffle(using: &names.random)
        self.world = world
        self.names = names
    }

    private static func provider(_ number: Int, in world: World, _ names: inout NameSource) -> Provider {
        // The first can always sign in.
        let boarding: BoardingStatus = number == 0 ? .supported : names.random.pick([.supported, .supported, .picker, .none])
        return Provider(
            id: names.host(), name: names.text(), mvpd: names.identifier(), boarding: boarding, isInLineUp: boarding != .none,
            regions: names.random.chance(50) ? [] : [world.region],
            authenticationSchemes: names.random.chance(50) ? [.saml] : [.api, .saml],
            requiresSystemBrowser: names.random.chance(30), hasSilentRenewal: names.random.chance(30),
            authenticatesPerRequestor: names.random.chance(30),
            attributes: ["userID", "householdID", "zip", "maxRating", "hba_status", "channelID", "odd"].filter { _ in
                names.random.chance(70)
            },
            preauthorizeLimit: Int.random(in: 1...6, using: &names.random))
    }

    private static func subscriber(of provider: Provider, in world: World, _ names: inout NameSource) -> Subscriber {
        var attributes: [String: AttributeValue] = ["userID": .text(names.text()), "householdID": .text(names.text())]
        if names.random.chance(70) { attributes["zip"] = .list((0..<names.random.pick([1, 2, 5])).map { _ in names.text() }) }
        if names.random.chance(70) { attributes["maxRating"] = .map(["MPAA": "PG-13", names.text(): names.text()]) }
        if names.random.chance(70) { attributes["hba_status"] = .flag(names.random.chance(50)) }
        if names.random.chance(70) { attributes["odd"] = .text(names.text()) }
        return Subscriber(
            provider: provider.id, username: names.text(), password: names.text(), attributes: attributes,
            channels: world.resources.filter { _ in names.random.chance(50) }, isSuspended: names.random.chance(15))
    }

    private static func requestor(_ names: inout NameSource) -> Requestor {
        Requestor(
            id: names.identifier(), name: names.text(), domains: [names.domain()],
            customSchemes: ["x-\(names.random.pick([1, 2]))"],
            authenticationLifetime: Int64.random(in: 3_600...1_000_000, using: &names.random),
            authorizationLifetime: Int64.random(in: 3_600...100_000, using: &names.random),
            mediaTokenLifetime: Int64.random(in: 300...1_000, using: &names.random),
            tellsDeviceID: names.random.chance(50))
    }

    private static func integration(_ requestor: Requestor, _ provider: Provider, _ names: inout NameSource) -> Integration {
        let takesPart = provider.boarding != .none
        return Integration(
            requestor: requestor.id, mvpd: provider.mvpd, isEnabled: names.random.chance(80),
            singleSignOn: Set(Platform.allCases.filter { _ in takesPart && names.random.chance(75) }),
            degradation: provider.isTemporaryPass
                ? .none : names.random.pick([.none, .none, .none, .authenticateAll, .authorizeAll, .authorizeNone]),
            authenticationLifetime: names.random.chance(30) ? 7_200 : nil)
    }
}
