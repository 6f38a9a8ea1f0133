import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

/// Developer settings and developer providers.
extension ControlObject {
    var developerMethods: [MemberName: MethodHandler] {
        [
            Member.getDeveloperSettings: .returning { _ in services.device.state.developer.settings.details },
            Member.setDeveloperSetting: changing { call in
                let (name, variant) = try call.decode(String.self, BusVariant.self)
                let setting = try DeveloperSetting(name, field: "setting")
                guard let value = DeveloperSettingValue(variant) else {
                    throw InvalidInput(field: setting.rawValue, message: "must be true or false, or a string")
                }
                return .developer(.settingChanged(setting, value))
            },
            Member.addDeveloperProvider: changing { call in
                let details = try call.decode(VariantDictionary.self)
                let provider = try DeveloperProvider(id: "", name: "", authenticationURL: "").changed(by: details)
                // Adding the same provider again is not an error; adding a different one with the same identifier is.
                if services.device.state.developer.provider(id: provider.id) == provider { return nil }
                return .developer(.providerAdded(provider))
            },
            Member.editDeveloperProvider: changing { call in
                let (id, details) = try call.decode(String.self, VariantDictionary.self)
                let options = services.device.state.developer
                guard let provider = options.provider(id: id) else {
                    throw Refusal.unknown("developer provider", id, known: options.providers.map(\.id))
                }
                return .developer(.providerEdited(id, try provider.changed(by: details)))
            },
            Member.removeDeveloperProvider: changing { call in .developer(.providerRemoved(try call.decode(String.self))) },
        ]
    }
}
