import DBus
import TVWorld

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
            default: throw Failure(.usage, "\(name) is on or off, not '\(text)'")
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
