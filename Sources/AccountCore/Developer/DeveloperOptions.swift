/// What a developer has set up on the device: the switches and the providers of Settings > Developer > TV Provider.
public struct DeveloperOptions: Sendable, Equatable {
    /// The switches.
    public var settings = DeveloperSettings()
    /// The providers, in the order in which they were added; no two have one identifier.
    public var providers: [DeveloperProvider] = []

    /// How many providers may be added.
    public static let maximumProviders = 1_000

    /// Nothing set up.
    public init() {}

    /// The provider with an identifier.
    public func provider(id: String) -> DeveloperProvider? { providers.first { $0.id == id } }
}
