import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

private typealias Key = ControlInterface.Key

/// The results of `Control` in the form of the bus.
extension DeviceState {
    /// The element of `ListApplications` for one app.
    func details(of app: ApplicationID) -> Details {
        let application = applications[app]
        var details: Details = [:]
        details[Key.applicationID] = Variant(app.text)
        details[Key.accessStatus] = Variant(permissions[app].rawValue)
        details[Key.identifiedBy] = Variant(application?.identification?.rawValue ?? "")
        details[Key.usageDescription] = Variant(application?.usageDescription ?? "")
        return details
    }

    /// The element of `ListProviders` for one provider.
    func details(of provider: Provider) -> Details {
        var details: Details = [:]
        details[Key.providerIdentifier] = Variant(provider.id)
        details[Key.name] = Variant(provider.name)
        details[Key.mvpd] = Variant(provider.mvpd)
        details[Key.boardingStatus] = Variant(provider.boarding.configurationText ?? "none")
        details[Key.lineUp] = Variant(isShown(provider))
        details[Key.subscribers] = Variant(subscribers(of: provider.id))
        details[Key.supportedAuthenticationSchemes] = Variant(provider.authenticationSchemes.map(\.rawValue))
        let own = developer.provider(id: provider.id)
        details[Key.developer] = Variant(own != nil)
        details[Key.authenticationURL] = own.map { Variant($0.authenticationURL) }
        details[Key.requiresSystemTrust] = own.map { Variant($0.requiresSystemTrust) }
        return details
    }

    /// The providers to which a user can sign in: the developer's, then the catalogue's.
    var signInProviders: [Provider] {
        let catalogue = world.providers.filter { !$0.isTemporaryPass }
        guard !developer.providers.isEmpty else { return catalogue }
        let own = developer.providers.compactMap { provider(id: $0.id) }
        let taken = Set(own.map(\.id))
        return own + catalogue.filter { !taken.contains($0.id) }
    }

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
    var details: Details {
        var details: Details = [:]
        details[Key.accountProviderIdentifier] = Variant(provider)
        details[Key.signedInAt] = Variant(signedInAt)
        details[Key.remembered] = Variant(isRemembered)
        guard !isRemembered else { return details }
        details[Key.subscriber] = Variant(subscriber)
        details[Key.authenticationExpirationDate] = Variant(expiresAt)
        return details
    }
}

extension JournalEntry {
    /// The element of `ListJournal`.
    var details: Details {
        var details: Details = [:]
        details[Key.sequence] = Variant(sequence)
        details[Key.time] = Variant(time)
        details[Key.machineTime] = Variant(machineTime)
        details[Key.correlationID] = Variant(record.correlation)
        details[Key.event] = Variant(record.event.rawValue)
        details[Key.applicationID] = Variant(record.application?.text ?? "")
        details[Key.identifiedBy] = Variant(record.identification?.rawValue ?? "")
        var values: Details = [:]
        for detail in record.details { values[detail.key] = detail.value.variant }
        details[Key.details] = Variant(values)
        details[Key.documents] = Variant(UInt32(clamping: documentCount))
        return details
    }
}

extension JournalDocument {
    /// The element of `GetJournalDocuments`.
    var details: Details {
        var details: Details = [:]
        details[Key.message] = Variant(message)
        details[Key.direction] = Variant(direction.rawValue)
        details[Key.xml] = Variant(xml)
        return details
    }
}

extension JournalValue {
    /// The value in the form of the bus.
    var variant: Variant {
        switch self {
        case .text(let text): Variant(text)
        case .number(let number): Variant(number)
        case .flag(let flag): Variant(flag)
        }
    }
}
