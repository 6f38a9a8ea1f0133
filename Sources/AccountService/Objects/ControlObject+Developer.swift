import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

/// Developer settings and developer providers.
extension ControlObject {
    /// The handlers of this topic.
    var developerMethods: [MemberName: Handler] {
        [
            Member.getDeveloperSettings: .ordered(getDeveloperSettings),
            Member.setDeveloperSetting: .ordered(setDeveloperSetting),
            Member.addDeveloperProvider: .ordered(addDeveloperProvider),
            Member.editDeveloperProvider: .ordered(editDeveloperProvider),
            Member.removeDeveloperProvider: .ordered(removeDeveloperProvider),
        ]
    }

    @Sendable private func getDeveloperSettings(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        [services.device.state.developer.settings.details]
    }

    @Sendable private func setDeveloperSetting(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        let (name, variant) = try invocation.decode(String.self, Variant.self)
        guard let setting = DeveloperSetting(rawValue: name) else {
            let known = DeveloperSetting.allCases.map(\.rawValue).joined(separator: ", ")
            throw InvalidInput(field: "setting", message: "must be one of \(known)")
        }
        guard let value = DeveloperSettingValue(variant) else {
            throw InvalidInput(field: setting.rawValue, message: "must be true or false, or a text")
        }
        try await perform([.developer(.settingChanged(setting, value))], for: invocation)
        return []
    }

    @Sendable private func addDeveloperProvider(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        let details = try invocation.decode(Details.self)
        let provider = try DeveloperProvider(id: "", name: "", authenticationURL: "").changed(by: details)
        // Adding the same provider again is not an error; adding a different one with the same identifier is.
        if services.device.state.developer.provider(id: provider.id) == provider { return [] }
        try await perform([.developer(.providerAdded(provider))], for: invocation)
        return []
    }

    @Sendable private func editDeveloperProvider(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        let (id, details) = try invocation.decode(String.self, Details.self)
        let options = services.device.state.developer
        guard let provider = options.provider(id: id) else {
            throw DeveloperEventError.unknownProvider(id, known: options.providers.map(\.id))
        }
        try await perform([.developer(.providerEdited(id, provider.changed(by: details)))], for: invocation)
        return []
    }

    @Sendable private func removeDeveloperProvider(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        try await perform([.developer(.providerRemoved(invocation.decode(String.self)))], for: invocation)
        return []
    }
}
