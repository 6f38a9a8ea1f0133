import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

/// Developer settings and developer providers.
extension ControlObject {
    var developerMethods: [MemberName: MethodHandler] {
        [
            Member.getDeveloperSettings: .returning { _ in services.device.state.developer.settings.details },
            Member.setDeveloperSetting: .performing { call in
                let (name, variant) = try call.decode(String.self, BusVariant.self)
                let setting = try DeveloperSetting(name, field: "setting")
                guard let value = DeveloperSettingValue(variant) else {
                    throw InvalidInput(field: setting.rawValue, message: "must be true or false, or a string")
                }
                try await perform(.developer(.settingChanged(setting, value)), for: call)
            },
            Member.addDeveloperProvider: .performing { call in
                let details = try call.decode(VariantDictionary.self)
                let provider = try DeveloperProvider(id: "", name: "", authenticationURL: "").changed(by: details)
                // Adding the same provider again is not an error; adding a different one with the same identifier is.
                if services.device.state.developer.provider(id: provider.id) == provider { return }
                try await perform(.developer(.providerAdded(provider)), for: call)
            },
            Member.editDeveloperProvider: .performing { call in
                let (id, details) = try call.decode(String.self, VariantDictionary.self)
                let options = services.device.state.developer
                guard let provider = options.provider(id: id) else {
                    throw DeviceEventError.unknownDeveloperProvider(id, known: options.providers.map(\.id))
                }
                try await perform(.developer(.providerEdited(id, provider.changed(by: details))), for: call)
            },
            Member.removeDeveloperProvider: .performing { call in
                try await perform(.developer(.providerRemoved(call.decode(String.self))), for: call)
            },
        ]
    }
}
