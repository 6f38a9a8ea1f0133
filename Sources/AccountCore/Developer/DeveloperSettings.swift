import TVWorld

/// The switches of Settings > Developer > TV Provider; the defaults are Apple's. Mirrors `VSDeveloperSettings`.
public struct DeveloperSettings: Sendable, Equatable {
    /// The settings that differ from their defaults.
    private(set) var changed: [DeveloperSetting: DeveloperSettingValue] = [:]

    /// Creates settings with Apple's defaults.
    public init() {}

    /// The value of a setting.
    public subscript(setting: DeveloperSetting) -> DeveloperSettingValue { changed[setting] ?? setting.standard }

    /// Returns whether a switch is on.
    func isOn(_ setting: DeveloperSetting) -> Bool { self[setting] == .flag(true) }

    /// Changes a setting.
    ///
    /// - Throws: `InvalidInput` with the setting if the value has the wrong type or is too long.
    public mutating func set(_ setting: DeveloperSetting, to value: DeveloperSettingValue) throws(InvalidInput) {
        func refusal(_ message: String) -> InvalidInput { InvalidInput(field: setting.rawValue, message: message) }
        switch (setting.isText, value) {
        case (false, .flag): break
        case (true, .text(let text)):
            guard text.utf8.count <= DeveloperProvider.maximumLength else {
                throw refusal("must be at most \(DeveloperProvider.maximumLength) bytes")
            }
        case (true, .flag): throw refusal("must be a string")
        case (false, .text): throw refusal("must be true or false")
        }
        changed[setting] = value == setting.standard ? nil : value
    }
}

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
