import AccountCore
import DBus
import TVWorld

/// What `Control` gives, as it goes over the bus.
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
        details[ControlKey.lineUp] = Variant(isInLineUp(provider))
        details[ControlKey.subscribers] = Variant(world.subscribers.filter { $0.provider == provider.id }.map(\.username))
        details[ControlKey.supportedAuthenticationSchemes] = Variant(provider.authenticationSchemes.map(\.rawValue))
        return details
    }

    /// The providers that somebody can sign in to.
    var signInProviders: [Provider] { world.providers.filter { !$0.isTemporaryPass } }
}

extension SystemAccount {
    /// The answer of `GetAccount`.
    var details: Details {
        var details: Details = [:]
        details[ControlKey.accountProviderIdentifier] = Variant(provider)
        details[ControlKey.subscriber] = Variant(subscriber)
        details[ControlKey.signedInAt] = Variant(signedInAt)
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
        details[ControlKey.event] = Variant(record.event.rawValue)
        details[ControlKey.applicationID] = Variant(record.application?.text ?? "")
        details[ControlKey.identifiedBy] = Variant(record.identification?.rawValue ?? "")
        var values: Details = [:]
        for detail in record.details { values[detail.key] = detail.value.variant }
        details[ControlKey.details] = Variant(values)
        return details
    }
}

extension JournalValue {
    /// The value as it goes over the bus.
    var variant: Variant {
        switch self {
        case .text(let text): Variant(text)
        case .number(let number): Variant(number)
        case .flag(let flag): Variant(flag)
        }
    }
}
