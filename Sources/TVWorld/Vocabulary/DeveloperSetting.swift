/// The names of the developer settings. The raw value is the string on the bus, in the state file and in scenario files.
public enum DeveloperSetting: String, Sendable, Hashable, CaseIterable {
    /// `simulatesExpiredToken`
    case simulateExpiredToken = "simulate-expired-token"
    /// `isCacheBusterEnabled`
    case cacheBuster = "cache-buster"
    /// `areRequestTimeoutsDisabled`
    case requestTimeoutsDisabled = "request-timeouts-disabled"
    /// `isInSetTopBoxMode`
    case setTopBoxMode = "set-top-box-mode"
    /// `setTopBoxProvider`
    case setTopBoxProvider = "set-top-box-provider"
    /// `setTopBoxBundleIdentifier`
    case setTopBoxBundleIdentifier = "set-top-box-bundle-identifier"
    /// `setTopBoxUserToken`
    case setTopBoxUserToken = "set-top-box-user-token"
    /// `setTopBoxUsesDeviceProfile`
    case setTopBoxUsesDeviceProfile = "set-top-box-uses-device-profile"
    /// `setTopBoxSupportsOptOut`
    case setTopBoxSupportsOptOut = "set-top-box-supports-opt-out"

    /// Whether its value is a string instead of a Boolean.
    public var isText: Bool {
        switch self {
        case .setTopBoxProvider, .setTopBoxBundleIdentifier, .setTopBoxUserToken: true
        default: false
        }
    }
}

/// The value of a developer setting.
public enum DeveloperSettingValue: Sendable, Equatable {
    /// A Boolean.
    case flag(Bool)
    /// A string.
    case text(String)
}
