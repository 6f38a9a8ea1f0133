import AccountCore
import DBus
import TVWorld

extension DeveloperSettings {
    /// The answer of `GetDeveloperSettings`.
    var details: Details {
        var details: Details = [:]
        for setting in DeveloperSetting.allCases { details[setting] = self[setting].variant }
        return details
    }
}

extension DeveloperSettingValue {
    /// A value that came over the bus; nil when it is neither a boolean nor a text.
    init?(_ variant: Variant) {
        if let isOn = try? Bool(dbusValue: variant.value) {
            self = .flag(isOn)
        } else if let text = try? String(dbusValue: variant.value) {
            self = .text(text)
        } else {
            return nil
        }
    }

    /// The value as it goes over the bus.
    var variant: Variant {
        switch self {
        case .flag(let isOn): Variant(isOn)
        case .text(let text): Variant(text)
        }
    }
}

extension DeveloperProvider {
    /// This provider with the fields that are given; the others stay.
    ///
    /// - Throws: `InvalidInput` for a scheme that is none, `ConversionError` for a field of another type.
    func changed(by details: Details) throws -> DeveloperProvider {
        var provider = self
        provider.id = try details.optional(ControlKey.providerIdentifier) ?? id
        provider.name = try details.optional(ControlKey.name) ?? name
        provider.authenticationURL = try details.optional(ControlKey.authenticationURL) ?? authenticationURL
        provider.requiresSystemTrust = try details.optional(ControlKey.requiresSystemTrust) ?? requiresSystemTrust
        if let names = try details.optional(ControlKey.supportedAuthenticationSchemes, as: [String].self) {
            provider.authenticationSchemes = try names.map { name in
                guard let scheme = AuthenticationScheme(rawValue: name) else {
                    throw InvalidInput(
                        field: ControlKey.supportedAuthenticationSchemes.rawValue,
                        message: "must name at least one of SAML and API, each once")
                }
                return scheme
            }
        }
        return provider
    }
}
