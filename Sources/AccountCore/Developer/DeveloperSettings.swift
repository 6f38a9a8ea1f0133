import TVWorld

/// The switches of Settings > Developer > TV Provider; the defaults are Apple's. Mirrors `VSDeveloperSettings`.
public struct DeveloperSettings: Sendable, Equatable {
    /// Accounts of developer providers have an expiration date in the distant past.
    public var simulatesExpiredToken = false
    /// The provider's script is fetched every time. The simulator runs no script, so this has no effect.
    public var isCacheBusterEnabled = false
    /// A provider may take any time to respond, instead of 60 seconds.
    public var areRequestTimeoutsDisabled = false
    /// The device behaves as if a provider had supplied it: that provider is at the top of the picker.
    public var isInSetTopBoxMode = false
    /// The identifier of the provider that supplied it.
    public var setTopBoxProvider = ""
    /// The bundle identifier of that provider's app.
    public var setTopBoxBundleIdentifier = ""
    /// The user token of the box's profile.
    public var setTopBoxUserToken = ""
    /// Whether a real profile of the device is used instead of the simulated one.
    public var setTopBoxUsesDeviceProfile = false
    /// Whether the user may opt out of automatic sign-in by the box.
    public var setTopBoxSupportsOptOut = false

    /// Creates settings with Apple's defaults.
    public init() {}
}

extension DeveloperSettings {
    private enum Property {
        case flag(WritableKeyPath<DeveloperSettings, Bool>)
        case text(WritableKeyPath<DeveloperSettings, String>)
    }

    private static func property(_ setting: DeveloperSetting) -> Property {
        switch setting {
        case .simulateExpiredToken: .flag(\.simulatesExpiredToken)
        case .cacheBuster: .flag(\.isCacheBusterEnabled)
        case .requestTimeoutsDisabled: .flag(\.areRequestTimeoutsDisabled)
        case .setTopBoxMode: .flag(\.isInSetTopBoxMode)
        case .setTopBoxProvider: .text(\.setTopBoxProvider)
        case .setTopBoxBundleIdentifier: .text(\.setTopBoxBundleIdentifier)
        case .setTopBoxUserToken: .text(\.setTopBoxUserToken)
        case .setTopBoxUsesDeviceProfile: .flag(\.setTopBoxUsesDeviceProfile)
        case .setTopBoxSupportsOptOut: .flag(\.setTopBoxSupportsOptOut)
        }
    }

    /// The value of a setting.
    public subscript(setting: DeveloperSetting) -> DeveloperSettingValue {
        switch Self.property(setting) {
        case .flag(let path): .flag(self[keyPath: path])
        case .text(let path): .text(self[keyPath: path])
        }
    }

    /// Changes a setting.
    ///
    /// - Throws: `InvalidInput` with the setting if the value has the wrong type or is too long.
    public mutating func set(_ setting: DeveloperSetting, to value: DeveloperSettingValue) throws(InvalidInput) {
        func refusal(_ message: String) -> InvalidInput { InvalidInput(field: setting.rawValue, message: message) }
        switch (Self.property(setting), value) {
        case (.flag(let path), .flag(let isOn)): self[keyPath: path] = isOn
        case (.text(let path), .text(let text)):
            guard text.utf8.count <= DeveloperProvider.maximumLength else {
                throw refusal("must be at most \(DeveloperProvider.maximumLength) bytes")
            }
            self[keyPath: path] = text
        case (.text, .flag): throw refusal("must be a string")
        case (.flag, .text): throw refusal("must be true or false")
        }
    }
}
