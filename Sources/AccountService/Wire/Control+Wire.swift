import AccountCore
import DBus
import TVWorld

/// The results of `Control` in the form of the bus.
extension DeviceState {
    /// The element of `ListApplications` for one app.
    func details(of app: ApplicationID) -> Details {
        let application = applications[app]
        var details: Details = [:]
        details[ControlKey.applicationID] = Variant(app.text)
        details[ControlKey.accessStatus] = Variant(permissions[app].rawValue)
        details[ControlKey.identifiedBy] = Variant(application?.identification?.rawValue ?? "")
        details[ControlKey.usageDescription] = Variant(application?.usageDescription ?? "")
        return details
    }

    /// The element of `ListProviders` for one provider.
    func details(of provider: Provider) -> Details {
        var details: Details = [:]
        details[ControlKey.providerIdentifier] = Variant(provider.id)
        details[ControlKey.name] = Variant(provider.name)
        details[ControlKey.mvpd] = Variant(provider.mvpd)
        details[ControlKey.boardingStatus] = Variant(provider.boarding.configurationText ?? "none")
        details[ControlKey.lineUp] = Variant(isShown(provider))
        details[ControlKey.subscribers] = Variant(subscribers(of: provider.id))
        details[ControlKey.supportedAuthenticationSchemes] = Variant(provider.authenticationSchemes.map(\.rawValue))
        let own = developer.provider(id: provider.id)
        details[ControlKey.developer] = Variant(own != nil)
        details[ControlKey.authenticationURL] = own.map { Variant($0.authenticationURL) }
        details[ControlKey.requiresSystemTrust] = own.map { Variant($0.requiresSystemTrust) }
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
        details[ControlKey.accountProviderIdentifier] = Variant(provider)
        details[ControlKey.signedInAt] = Variant(signedInAt)
        details[ControlKey.remembered] = Variant(isRemembered)
        guard !isRemembered else { return details }
        details[ControlKey.subscriber] = Variant(subscriber)
        details[ControlKey.authenticationExpirationDate] = Variant(expiresAt)
        return details
    }
}

extension JournalEntry {
    /// The element of `ListJournal`.
    var details: Details {
        var details: Details = [:]
        details[ControlKey.sequence] = Variant(sequence)
        details[ControlKey.time] = Variant(time)
        details[ControlKey.machineTime] = Variant(machineTime)
        details[ControlKey.correlationID] = Variant(record.correlation)
        details[ControlKey.event] = Variant(record.event.rawValue)
        details[ControlKey.applicationID] = Variant(record.application?.text ?? "")
        details[ControlKey.identifiedBy] = Variant(record.identification?.rawValue ?? "")
        var values: Details = [:]
        for detail in record.details { values[detail.key] = detail.value.variant }
        details[ControlKey.details] = Variant(values)
        details[ControlKey.documents] = Variant(UInt32(clamping: documentCount))
        return details
    }
}

extension JournalDocument {
    /// The element of `GetJournalDocuments`.
    var details: Details {
        var details: Details = [:]
        details[ControlKey.message] = Variant(message)
        details[ControlKey.direction] = Variant(direction.rawValue)
        details[ControlKey.xml] = Variant(xml)
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
