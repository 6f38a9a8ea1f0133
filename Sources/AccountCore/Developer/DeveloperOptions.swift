/// A developer's configuration of the device: the switches and the providers of Settings > Developer > TV Provider.
public struct DeveloperOptions: Sendable, Equatable {
    /// The switches.
    public var settings = DeveloperSettings()
    /// The providers, in the order in which they were added; their identifiers are unique.
    public var providers: [DeveloperProvider] = []

    /// The maximum number of providers.
    public static let maximumProviders = 1_000

    /// Creates the default configuration.
    public init() {}

    /// Returns the provider with an identifier.
    public func provider(id: String) -> DeveloperProvider? { providers.first { $0.id == id } }
}
