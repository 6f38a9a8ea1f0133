import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

private typealias Key = ControlInterface.Key

// The results and arguments of `Control` in the form of the bus.

extension DeviceState {
    /// Returns the element of `ListApplications` for an app.
    func details(of app: ApplicationID) -> VariantDictionary {
        let application = applications[app]
        return [
            Key.applicationID: BusVariant(app.text), Key.applicationName: BusVariant(application?.name ?? ""),
            Key.accessStatus: BusVariant(permissions[app].rawValue),
            Key.identifiedBy: BusVariant(application?.identification?.rawValue ?? ""),
            Key.usageDescription: BusVariant(application?.usageDescription ?? ""),
        ]
    }

    /// Returns the element of `ListProviders` for a provider.
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

extension DeveloperSettings {
    /// The reply of `GetDeveloperSettings`.
    var details: VariantDictionary {
        var details: VariantDictionary = [:]
        for setting in DeveloperSetting.allCases { details[setting.rawValue] = self[setting].variant }
        return details
    }
}

extension DeveloperSettingValue {
    /// Creates a value from the bus; nil if it is neither a Boolean nor a string.
    init?(_ variant: BusVariant) {
        if let isOn = try? Bool(dbusValue: variant.value) {
            self = .flag(isOn)
        } else if let text = try? String(dbusValue: variant.value) {
            self = .text(text)
        } else {
            return nil
        }
    }

    /// The value in the form of the bus.
    var variant: BusVariant {
        switch self {
        case .flag(let isOn): BusVariant(isOn)
        case .text(let text): BusVariant(text)
        }
    }
}

extension DeveloperProvider {
    /// Returns this provider with the given fields changed.
    ///
    /// - Throws: `InvalidInput` for an unknown scheme, `BusConversionError` for a field with the wrong type.
    func changed(by details: VariantDictionary) throws -> DeveloperProvider {
        var provider = self
        provider.id = try details.optional(Key.providerIdentifier) ?? id
        provider.name = try details.optional(Key.name) ?? name
        provider.authenticationURL = try details.optional(Key.authenticationURL) ?? authenticationURL
        provider.requiresSystemTrust = try details.optional(Key.requiresSystemTrust) ?? requiresSystemTrust
        if let names = try details.optional(Key.supportedAuthenticationSchemes, as: [String].self) {
            provider.authenticationSchemes = try names.map { name in
                guard let scheme = AuthenticationScheme(rawValue: name) else {
                    throw InvalidInput(
                        field: Key.supportedAuthenticationSchemes,
                        message: "must name at least one of SAML and API, each once")
                }
                return scheme
            }
        }
        return provider
    }
}

extension FaultRecord {
    /// Creates a fault from the format of `AddFault`, without validating it.
    ///
    /// - Throws: `InvalidInput`, `BusConversionError`.
    init(_ details: VariantDictionary) throws {
        var details = details
        if let point = details.removeValue(forKey: RenamedKey.point.name) {
            guard details.updateValue(point, forKey: FaultField.at.busKey) == nil else {
                throw InvalidInput(field: FaultField.at.busKey, message: RenamedKey.point.conflict)
            }
        }
        guard details[FaultField.at.busKey] != nil else {
            throw InvalidInput(
                field: FaultField.at.busKey, message: "must be given: a fault point such as \(FaultPoint.metadata.rawValue)")
        }
        self.init()
        for field in FaultField.described where FaultField.ofDevice.contains(field) {
            let key = field.busKey
            switch self[field] {
            case .text: self[field] = .text(try details.optional(key, as: String.self).flatMap { $0.isEmpty ? nil : $0 })
            case .flag: self[field] = .flag(try details.optional(key) ?? false)
            case .number where field.isCount:
                self[field] = .number(try details.optional(key, as: UInt32.self).map { Int64($0) })
            case .number: self[field] = .number(try details.optional(key) ?? 0)
            }
        }
        // Reported instead of ignored, because the service accepts them.
        if details[FaultField.status.busKey] != nil { status = 0 }
        if details[FaultField.bandwidth.busKey] != nil { bandwidth = 1 }
    }

    /// The element of `ListFaults`.
    var details: VariantDictionary {
        var details: VariantDictionary = [:]
        for field in FaultField.ofDevice {
            details[field.busKey] =
                switch self[field] {
                case .text(let text): BusVariant(text ?? "")
                case .flag(let flag): BusVariant(flag)
                case .number(let number) where field.isCount: BusVariant(UInt32(clamping: number ?? 0))
                case .number(let number): BusVariant(number ?? 0)
                }
        }
        return details
    }
}
