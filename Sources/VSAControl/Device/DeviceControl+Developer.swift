import DBus
import DeviceInterfaces
import TVWorld

private typealias Keys = ControlInterface.Key

/// Settings > Developer > TV Provider.
extension DeviceControl {
    /// The fields of a developer provider to add, or to change.
    struct DeveloperProviderFields: Sendable, Equatable {
        var id: String?
        var name: String?
        var authenticationURL: String?
        var schemes: [String] = []
        var requiresSystemTrust: Bool?

        var details: VariantDictionary {
            VariantDictionary(filled: [
                Keys.providerIdentifier: id, Keys.name: name, Keys.authenticationURL: authenticationURL,
                Keys.supportedAuthenticationSchemes: schemes.isEmpty ? nil : schemes,
                Keys.requiresSystemTrust: requiresSystemTrust,
            ])
        }

        /// Returns whether a provider has these values. The device puts a mark and a space before the name.
        func isVisible(in record: ProviderRecord) -> Bool {
            let unmarked = String(record.name.unicodeScalars.drop { $0 != " " }.dropFirst())
            return (id == nil || record.id == id) && (name == nil || unmarked == name)
                && (authenticationURL == nil || record.authenticationURL == authenticationURL)
                && (schemes.isEmpty || record.schemes == schemes)
                && (requiresSystemTrust == nil || record.requiresSystemTrust == requiresSystemTrust)
        }
    }

    func developerSettings() async throws -> DeveloperSettingsRecord {
        DeveloperSettingsRecord(try await answer(ControlInterface.Member.getDeveloperSettings, as: VariantDictionary.self))
    }

    /// Changes a switch to a value given as an argument.
    func setDeveloperSetting(_ name: String, to text: String) async throws -> DeveloperSettingsRecord {
        let value = try await developerSettings().value(text, for: name)
        try await call(ControlInterface.Member.setDeveloperSetting, [name, value.variant])
        let settings = try await developerSettings()
        try Failure.require(settings.values[name] == value, "\(name) has another value")
        return settings
    }

    func developerProviders() async throws -> [ProviderRecord] { try await providers().filter(\.isDeveloper) }

    func developerProvider(_ id: String) async throws -> ProviderRecord {
        try await developerProviders().element(named: id, by: \.id, as: "developer provider")
    }

    /// Adds a provider. It is not an error if the same provider already exists.
    func addDeveloperProvider(_ fields: DeveloperProviderFields) async throws -> ProviderRecord {
        let id = fields.id ?? ""
        if let existing = try await developerProviders().first(where: { $0.id == id }) {
            guard fields.isVisible(in: existing) else {
                throw Failure(
                    .failed, "the developer provider \(id) already exists, with other values",
                    advice: "Change it with: vsactl developer provider edit \(id)")
            }
            return existing
        }
        try await call(ControlInterface.Member.addDeveloperProvider, [fields.details])
        return try await readBack(fields, id)
    }

    /// Changes a provider; nil values are unchanged.
    func editDeveloperProvider(_ id: String, _ fields: DeveloperProviderFields) async throws -> ProviderRecord {
        let provider = try await developerProvider(id)
        try await call(ControlInterface.Member.editDeveloperProvider, [provider.id, fields.details])
        return try await readBack(fields, fields.id ?? provider.id)
    }

    func removeDeveloperProvider(_ id: String) async throws -> [ProviderRecord] {
        let provider = try await developerProvider(id)
        try await call(ControlInterface.Member.removeDeveloperProvider, [provider.id])
        let left = try await developerProviders()
        try Failure.require(!left.contains { $0.id == provider.id }, "\(provider.id) still exists")
        return left
    }

    /// Returns a remark if the account is at a provider that has just been removed: the device keeps it (row E9).
    func remark(removing id: String) async throws -> String? {
        guard let account = try await account(), account.provider == id,
            try await !providers().contains(where: { $0.id == id })
        else { return nil }
        return "\(account.usage), and apps now get UnsupportedProvider"
    }

    private func readBack(_ fields: DeveloperProviderFields, _ id: String) async throws -> ProviderRecord {
        let record = try await developerProvider(id)
        try Failure.require(fields.isVisible(in: record), "the device shows \(record.json.serialized)")
        return record
    }
}

/// The switches of the developer settings.
struct DeveloperSettingsRecord: Sendable, Equatable, JSONConvertible {
    var values: [String: DeveloperSettingValue]

    /// The display order: Apple's, followed by others sorted by name.
    static let order = DeveloperSetting.allCases.map(\.rawValue)

    /// The names in display order.
    var names: [String] {
        Self.order.filter { values[$0] != nil } + values.keys.filter { !Self.order.contains($0) }.sorted()
    }

    /// Parses a value for a setting.
    ///
    /// - Throws: `Failure` with `ExitStatus.notFound` for an unknown name, `ExitStatus.usage` for an invalid value.
    func value(_ text: String, for name: String) throws -> DeveloperSettingValue {
        switch values[name] {
        case nil: throw Failure.noSuch("developer setting", name, known: names)
        case .text: return .text(text)
        case .flag:
            switch text.lowercased() {
            case "on", "true", "yes", "1": return .flag(true)
            case "off", "false", "no", "0": return .flag(false)
            default: throw Failure(.usage, "\(name) must be on or off, not '\(text)'")
            }
        }
    }

    var json: JSON {
        .object(names.compactMap { name in values[name].map { JSON.Member(name, $0.document) } })
    }
}

extension DeveloperSettingsRecord {
    /// Creates a record. Settings that are neither a switch nor a string are ignored; there are none.
    init(_ details: VariantDictionary) {
        values = details.compactMapValues { variant in
            switch variant.value {
            case .boolean(let isOn): .flag(isOn)
            case .string(let text): .text(text)
            default: nil
            }
        }
    }
}

extension DeveloperSettingValue {
    /// The value in the form that the device accepts.
    var variant: BusVariant {
        switch self {
        case .flag(let isOn): BusVariant(isOn)
        case .text(let text): BusVariant(text)
        }
    }
}
