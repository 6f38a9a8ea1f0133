import TVWorld

/// A change of the developer settings.
public enum DeveloperEvent: Sendable, Equatable {
    /// A setting was changed.
    case settingChanged(DeveloperSetting, DeveloperSettingValue)
    /// A provider was added.
    case providerAdded(DeveloperProvider)
    /// The provider with an identifier was replaced, possibly changing its identifier.
    case providerEdited(String, DeveloperProvider)
    /// The provider with an identifier was removed.
    case providerRemoved(String)
    /// All settings and providers were reset to those of a new device.
    case reset
}

/// The rules of Settings > Developer > TV Provider and of its editor. Pure.
extension DeviceReducer {
    /// Applies an event. If this throws, the state is unchanged; an event without a change has no effects.
    ///
    /// - Throws: `Refusal`, `InvalidInput`.
    static func reduce(_ state: inout DeviceState, _ event: DeveloperEvent) throws -> [DeviceEffect] {
        let old = state.developer
        var new = old
        switch event {
        case .settingChanged(let setting, let value): try new.settings.set(setting, to: value)
        case .providerAdded(let provider):
            guard new.providers.count < DeveloperOptions.maximumProviders else {
                throw InvalidInput(
                    field: "provider-identifier",
                    message: "at most \(DeveloperOptions.maximumProviders) developer providers are allowed")
            }
            try check(provider, beside: new.providers)
            new.providers.append(provider)
        case .providerEdited(let id, let provider):
            let index = try index(of: id, in: new)
            try check(provider, beside: new.providers.filter { $0.id != id })
            new.providers[index] = provider
        case .providerRemoved(let id): new.providers.remove(at: try index(of: id, in: new))
        case .reset: new = DeveloperOptions()
        }
        let account = state.account
        state.developer = new
        return effects(of: event, from: old, to: new, changesAccount: account != state.account)
    }

    /// Checks the editor's rules: for every field, and that no other developer provider has the identifier.
    private static func check(_ provider: DeveloperProvider, beside others: [DeveloperProvider]) throws(InvalidInput) {
        try provider.check()
        guard !others.contains(where: { $0.id == provider.id }) else {
            throw InvalidInput(
                field: "provider-identifier", message: "must be unique; a developer provider \(provider.id) exists")
        }
    }

    private static func index(of id: String, in options: DeveloperOptions) throws(Refusal) -> Int {
        guard let index = options.providers.firstIndex(where: { $0.id == id }) else {
            throw .unknown("developer provider", id, known: options.providers.map(\.id))
        }
        return index
    }

    private static func effects(
        of event: DeveloperEvent, from old: DeveloperOptions, to new: DeveloperOptions, changesAccount: Bool
    ) -> [DeviceEffect] {
        guard old != new else { return [] }
        var effects: [DeviceEffect] = [.store(.developer(new))]
        if old.providers != new.providers { effects.append(.announce(.worldChanged)) }
        // A simulated expiry applies to every app.
        if changesAccount { effects.append(.announce(.accountChanged)) }
        return effects + [.record(record(of: event))]
    }

    private static func record(of event: DeveloperEvent) -> JournalRecord {
        switch event {
        case .settingChanged(let setting, let value):
            JournalRecord(
                .developerSettingChanged,
                details: [JournalDetail("setting", setting.rawValue), JournalDetail("value", value.journalValue)])
        case .providerAdded(let provider): changed("added", provider.id)
        case .providerEdited(let id, let provider):
            changed("edited", provider.id, id == provider.id ? [] : [JournalDetail("previous-identifier", id)])
        case .providerRemoved(let id): changed("removed", id)
        case .reset: JournalRecord(.developerSettingChanged, details: [JournalDetail("reset", .flag(true))])
        }
    }

    private static func changed(_ change: String, _ id: String, _ more: [JournalDetail] = []) -> JournalRecord {
        JournalRecord(
            .developerProviderChanged,
            details: [JournalDetail("change", change), JournalDetail("account-provider-identifier", id)] + more)
    }
}

extension DeveloperSettingValue {
    var journalValue: JournalValue {
        switch self {
        case .flag(let isOn): .flag(isOn)
        case .text(let text): .text(text)
        }
    }
}
