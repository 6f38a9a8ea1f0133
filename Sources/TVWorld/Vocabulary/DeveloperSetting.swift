/// The names of the developer settings. The raw value is the string on the bus, in the state file and in scenario files.
public enum DeveloperSetting: String, Sendable, Hashable, CaseIterable {
    /// `simulatesExpiredToken`: accounts of developer providers have an expiration date in the distant past.
    case simulateExpiredToken = "simulate-expired-token"
    /// `isCacheBusterEnabled`: the provider's script is fetched every time. The simulator runs no script, so this has no effect.
    case cacheBuster = "cache-buster"
    /// `areRequestTimeoutsDisabled`: a provider may take any time to respond, instead of 60 seconds.
    case requestTimeoutsDisabled = "request-timeouts-disabled"
    /// `isInSetTopBoxMode`: the device counts as supplied by a provider, which is at the top of the picker.
    case setTopBoxMode = "set-top-box-mode"
    /// `setTopBoxProvider`: the identifier of the provider that supplied it.
    case setTopBoxProvider = "set-top-box-provider"
    /// `setTopBoxBundleIdentifier`: the bundle identifier of that provider's app.
    case setTopBoxBundleIdentifier = "set-top-box-bundle-identifier"
    /// `setTopBoxUserToken`: the user token of the box's profile.
    case setTopBoxUserToken = "set-top-box-user-token"
    /// `setTopBoxUsesDeviceProfile`: whether a real profile of the device is used instead of the simulated one.
    case setTopBoxUsesDeviceProfile = "set-top-box-uses-device-profile"
    /// `setTopBoxSupportsOptOut`: whether the user may opt out of automatic sign-in by the box.
    case setTopBoxSupportsOptOut = "set-top-box-supports-opt-out"

    /// Whether its value is a string instead of a Boolean.
    public var isText: Bool {
        switch self {
        case .setTopBoxProvider, .setTopBoxBundleIdentifier, .setTopBoxUserToken: true
        default: false
        }
    }

    /// Apple's default.
    public var standard: DeveloperSettingValue { isText ? .text("") : .flag(false) }
}

/// The value of a developer setting.
public enum DeveloperSettingValue: Sendable, Equatable {
    /// A Boolean.
    case flag(Bool)
    /// A string.
    case text(String)
}
