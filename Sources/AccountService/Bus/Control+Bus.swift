import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

private typealias Key = ControlInterface.Key

/// The results of `Control` in the form of the bus.
extension DeviceState {
    /// The element of `ListApplications` for one app.
    func details(of app: ApplicationID) -> VariantDictionary {
        let application = applications[app]
        return [
            Key.applicationID: BusVariant(app.text), Key.applicationName: BusVariant(application?.name ?? ""),
            Key.accessStatus: BusVariant(permissions[app].rawValue),
            Key.identifiedBy: BusVariant(application?.identification?.rawValue ?? ""),
            Key.usageDescription: BusVariant(application?.usageDescription ?? ""),
        ]
    }

    /// The element of `ListProviders` for one provider.
    func details(of provider: Provider) -> VariantDictionary {
        let own = developer.provider(id: provider.id)
        return VariantDictionary(filled: [
            Key.providerIdentifier: provider.id, Key.name: provider.name, Key.mvpd: provider.mvpd,
            Key.boardingStatus: provider.boarding.configurationText ?? "none", Key.lineUp: isShown(provider),
            Key.subscribers: subscribers(of: provider.id),
            Key.supportedAuthenticationSchemes: provider.authenticationSchemes.map(\.rawValue), Key.developer: own != nil,
            Key.authenticationURL: own?.authenticationURL, Key.requiresSystemTrust: own?.requiresSystemTrust,
        ])
    }

    /// The providers to which a user can sign in: the developer's, then the catalogue's.
    var signInProviders: [Provider] { providers { !$0.isTemporaryPass } }

    /// Returns the user names with which a user can sign in to a provider.
    private func subscribers(of provider: String) -> [String] {
        let names = world.subscribers.filter { $0.provider == provider }.map(\.username)
        guard names.isEmpty, isDeveloperProvider(provider) else { return names }
        var seen: Set<String> = []
        return world.subscribers.map(\.username).filter { seen.insert($0).inserted }
    }
}

extension SystemAccount {
    /// The reply of `GetAccount`.
    var details: VariantDictionary {
        VariantDictionary(filled: [
            Key.accountProviderIdentifier: provider, Key.signedInAt: signedInAt, Key.remembered: isRemembered,
            Key.subscriber: isRemembered ? nil : subscriber,
            Key.authenticationExpirationDate: isRemembered ? nil : expiresAt,
        ])
    }
}

extension JournalEntry {
    /// The element of `ListJournal`.
    var details: VariantDictionary {
        var details: VariantDictionary = [:]
        details[Key.sequence] = BusVariant(sequence)
        details[Key.time] = BusVariant(time)
        details[Key.machineTime] = BusVariant(machineTime)
        details[Key.correlationID] = BusVariant(record.correlation)
        details[Key.event] = BusVariant(record.event.rawValue)
        details[Key.applicationID] = BusVariant(record.application?.text ?? "")
        details[Key.identifiedBy] = BusVariant(record.identification?.rawValue ?? "")
        var values: VariantDictionary = [:]
        for detail in record.details { values[detail.key] = detail.value.variant }
        details[Key.details] = BusVariant(values)
        details[Key.documents] = BusVariant(UInt32(clamping: documentCount))
        return details
    }
}

extension JournalDocument {
    /// The element of `GetJournalDocuments`.
    var details: VariantDictionary {
        [
            Key.message: BusVariant(message), Key.direction: BusVariant(direction.rawValue), Key.xml: BusVariant(xml),
        ]
    }
}

extension JournalValue {
    /// The value in the form of the bus.
    var variant: BusVariant {
        switch self {
        case .text(let text): BusVariant(text)
        case .number(let number): BusVariant(number)
        case .flag(let flag): BusVariant(flag)
        }
    }
}
