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
        var values: VariantDictionary = [:]
        for detail in record.details { values[detail.key] = detail.value.variant }
        return [
            Key.sequence: BusVariant(sequence), Key.time: BusVariant(time), Key.machineTime: BusVariant(machineTime),
            Key.correlationID: BusVariant(record.correlation), Key.event: BusVariant(record.event.rawValue),
            Key.applicationID: BusVariant(record.application?.text ?? ""),
            Key.identifiedBy: BusVariant(record.identification?.rawValue ?? ""), Key.details: BusVariant(values),
            Key.documents: BusVariant(UInt32(clamping: documentCount)),
        ]
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
