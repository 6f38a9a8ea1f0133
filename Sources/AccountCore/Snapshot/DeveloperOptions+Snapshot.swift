import TVWorld

/// The developer settings in a snapshot, and in the device's state file.
extension DeveloperOptions {
    private static let providerKeys = ["id", "name", "authentication-url", "schemes", "requires-system-trust"]

    /// All switches, and the providers in order.
    package var snapshotDocument: JSON {
        let settings = DeveloperSetting.allCases.map { JSON.Member($0.rawValue, self.settings[$0].document) }
        let providers = self.providers.map { provider -> JSON in
            [
                "id": .string(provider.id), "name": .string(provider.name),
                "authentication-url": .string(provider.authenticationURL),
                "schemes": .strings(provider.authenticationSchemes.map(\.rawValue)),
                "requires-system-trust": .bool(provider.requiresSystemTrust),
            ]
        }
        return ["settings": .object(settings), "providers": .array(providers)]
    }

    /// Creates developer settings from a snapshot; missing settings have Apple's defaults.
    ///
    /// - Throws: `InvalidInput` with the first invalid field.
    package init(snapshot value: JSON, at path: String) throws(InvalidInput) {
        self.init()
        let fields = try SnapshotFields(value, at: path, keys: ["settings", "providers"])
        let names = DeveloperSetting.allCases.map(\.rawValue)
        let values = try SnapshotFields(fields["settings"] ?? .object([]), at: fields.field("settings"), keys: names)
        for setting in DeveloperSetting.allCases {
            guard let value = values[setting.rawValue] else { continue }
            guard let given = value.bool.map(DeveloperSettingValue.flag) ?? value.busText.map(DeveloperSettingValue.text)
            else {
                throw values.refusal(setting.rawValue, "true or false, or a string without NUL characters")
            }
            do throws(InvalidInput) { try settings.set(setting, to: given) } catch {
                throw error.at(values.field(setting.rawValue))
            }
        }
        for element in try fields.elements("providers") {
            let provider = try Self.provider(element.value, at: element.path)
            guard self.provider(id: provider.id) == nil, providers.count < Self.maximumProviders else {
                throw InvalidInput(
                    field: element.path,
                    message: "must be different from those before it; there can be at most \(Self.maximumProviders)")
            }
            providers.append(provider)
        }
    }

    private static func provider(_ value: JSON, at path: String) throws(InvalidInput) -> DeveloperProvider {
        let fields = try SnapshotFields(value, at: path, keys: providerKeys)
        var schemes: [AuthenticationScheme] = []
        for name in try fields.optionalTexts("schemes") ?? [] {
            guard let scheme = AuthenticationScheme(rawValue: name) else { throw fields.refusal("schemes", "SAML, API or both") }
            schemes.append(scheme)
        }
        let provider = DeveloperProvider(
            id: try fields.text("id"), name: try fields.text("name"), authenticationURL: try fields.text("authentication-url"),
            authenticationSchemes: schemes, requiresSystemTrust: try fields.flag("requires-system-trust"))
        do throws(InvalidInput) { try provider.check() } catch { throw error.at("\(path).\(error.field)") }
        return provider
    }
}
