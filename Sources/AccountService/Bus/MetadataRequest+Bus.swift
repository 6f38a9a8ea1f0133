import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

private typealias Key = SubscriberAccountInterface.Key

extension MetadataRequest {
    /// Creates a request from its form on the bus. Unknown keys are ignored.
    ///
    /// - Throws: `BusConversionError` with the key of a value of the wrong type, `InvalidInput` with the key of a string that is
    ///   too long.
    init(_ details: OrderedVariantDictionary) throws {
        self.init()
        try details.read { name, value in
            if let key = SubscriberAccountInterface.RequestKey(rawValue: name) { try take(key, of: name, value) }
        }
    }

    private mutating func take(_ key: SubscriberAccountInterface.RequestKey, of name: String, _ value: BusVariant) throws {
        switch key {
        case .channelIdentifier: channelIdentifier = try value.text(of: name)
        case .supportedAccountProviderIdentifiers: supportedAccountProviderIdentifiers = try value.texts(of: name)
        case .featuredAccountProviderIdentifiers: featuredAccountProviderIdentifiers = try value.texts(of: name)
        case .verificationToken: verificationToken = try value.get(of: name)
        case .includeAccountProviderIdentifier: includeAccountProviderIdentifier = try value.get(of: name)
        case .includeAuthenticationExpirationDate: includeAuthenticationExpirationDate = try value.get(of: name)
        case .localizedVideoTitle: localizedVideoTitle = try value.text(of: name)
        case .forceAuthentication: forceAuthentication = try value.get(of: name)
        case .attributeNames: attributeNames = try value.texts(of: name)
        case .supportedAuthenticationSchemes: supportedAuthenticationSchemes = try value.texts(of: name)
        case .accountProviderAuthenticationToken: accountProviderAuthenticationToken = try value.text(of: name)
        case .applicationAccountProviders:
            let rows: [BusStructure<String, String>] = try value.get(of: name)
            applicationAccountProviders = try rows.map { row in
                for text in [row.elements.0, row.elements.1] {
                    _ = try InvalidInput.checkLength(text, of: name, atMost: Self.maximumTextLength)
                }
                return ApplicationAccountProvider(identifier: row.elements.0, localizedDisplayName: row.elements.1)
            }
        // For requests that may interrupt: without effect here, but the type is checked.
        case .confirmProvider: _ = try value.get(of: name, as: Bool.self)
        case .parentWindow: _ = try value.text(of: name)
        // Affects only the form of errors, and the journal.
        case .errorInfo: _ = try value.get(of: name, as: Bool.self)
        case .correlationID: _ = try value.get(of: name, as: String.self)
        }
    }
}

extension AccountMetadata {
    /// The metadata in the form of the bus: nil values are absent.
    var details: OrderedVariantDictionary {
        var details = OrderedVariantDictionary()
        details.append(Key.accountProviderIdentifier, accountProviderIdentifier)
        details.append(Key.authenticationExpirationDate, authenticationExpirationDate)
        details.append(Key.samlAttributeQueryResponse, samlAttributeQueryResponse)
        details.append(Key.verificationData, verificationData)
        details.append(Key.accountProviderResponse, accountProviderResponse?.details)
        return details
    }
}

extension ProviderResponse {
    /// The response in the form of the bus.
    var details: OrderedVariantDictionary {
        var details = OrderedVariantDictionary()
        details.append(Key.authenticationScheme, authenticationScheme.rawValue)
        details.append(Key.status, status)
        details.append(Key.body, body)
        return details
    }
}
