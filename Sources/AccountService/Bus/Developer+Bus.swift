import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

private typealias Key = ControlInterface.Key

extension DeveloperSettings {
    /// The reply of `GetDeveloperSettings`.
    var details: VariantDictionary {
        var details: VariantDictionary = [:]
        for setting in DeveloperSetting.allCases { details[setting.rawValue] = self[setting].variant }
        return details
    }
}

extension DeveloperSettingValue {
    /// Creates a value from the bus; nil if it is neither a Boolean nor a string.
    init?(_ variant: BusVariant) {
        if let isOn = try? Bool(dbusValue: variant.value) {
            self = .flag(isOn)
        } else if let text = try? String(dbusValue: variant.value) {
            self = .text(text)
        } else {
            return nil
        }
    }

    /// The value in the form of the bus.
    var variant: BusVariant {
        switch self {
        case .flag(let isOn): BusVariant(isOn)
        case .text(let text): BusVariant(text)
        }
    }
}

extension DeveloperProvider {
    /// Returns this provider with the given fields changed.
    ///
    /// - Throws: `InvalidInput` for an unknown scheme, `BusConversionError` for a field with the wrong type.
    func changed(by details: VariantDictionary) throws -> DeveloperProvider {
        var provider = self
        provider.id = try details.optional(Key.providerIdentifier) ?? id
        provider.name = try details.optional(Key.name) ?? name
        provider.authenticationURL = try details.optional(Key.authenticationURL) ?? authenticationURL
        provider.requiresSystemTrust = try details.optional(Key.requiresSystemTrust) ?? requiresSystemTrust
        if let names = try details.optional(Key.supportedAuthenticationSchemes, as: [String].self) {
            provider.authenticationSchemes = try names.map { name in
                guard let scheme = AuthenticationScheme(rawValue: name) else {
                    throw InvalidInput(
                        field: Key.supportedAuthenticationSchemes,
                        message: "must name at least one of SAML and API, each once")
                }
                return scheme
            }
        }
        return provider
    }
}
