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

extension DeveloperSetting {
    /// The property of a switch; nil if the setting is a string.
    var flag: WritableKeyPath<DeveloperSettings, Bool>? {
        switch self {
        case .simulateExpiredToken: \.simulatesExpiredToken
        case .cacheBuster: \.isCacheBusterEnabled
        case .requestTimeoutsDisabled: \.areRequestTimeoutsDisabled
        case .setTopBoxMode: \.isInSetTopBoxMode
        case .setTopBoxUsesDeviceProfile: \.setTopBoxUsesDeviceProfile
        case .setTopBoxSupportsOptOut: \.setTopBoxSupportsOptOut
        case .setTopBoxProvider, .setTopBoxBundleIdentifier, .setTopBoxUserToken: nil
        }
    }

    /// The property of a string; nil if the setting is a switch.
    var text: WritableKeyPath<DeveloperSettings, String>? {
        switch self {
        case .setTopBoxProvider: \.setTopBoxProvider
        case .setTopBoxBundleIdentifier: \.setTopBoxBundleIdentifier
        case .setTopBoxUserToken: \.setTopBoxUserToken
        default: nil
        }
    }
}

extension DeveloperSettings {
    /// The value of a setting.
    public subscript(setting: DeveloperSetting) -> DeveloperSettingValue {
        if let flag = setting.flag { return .flag(self[keyPath: flag]) }
        return .text(setting.text.map { self[keyPath: $0] } ?? "")
    }

    /// Changes a setting.
    ///
    /// - Throws: `InvalidInput` with the setting if the value has the wrong type or is too long.
    public mutating func set(_ setting: DeveloperSetting, to value: DeveloperSettingValue) throws(InvalidInput) {
        switch value {
        case .flag(let isOn):
            guard let flag = setting.flag else { throw InvalidInput(field: setting.rawValue, message: "must be a string") }
            self[keyPath: flag] = isOn
        case .text(let text):
            guard let property = setting.text else {
                throw InvalidInput(field: setting.rawValue, message: "must be true or false")
            }
            guard text.utf8.count <= DeveloperProvider.maximumLength else {
                throw InvalidInput(field: setting.rawValue, message: "must be at most \(DeveloperProvider.maximumLength) bytes")
            }
            self[keyPath: property] = text
        }
    }
}
