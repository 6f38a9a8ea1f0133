import AccountCore
import DBus
import TVWorld

extension MetadataRequest {
    /// A request as it came over the bus. Unknown keys are ignored.
    ///
    /// - Throws: `ConversionError` that names the key with a value of another type, `InvalidInput` one with too long a text.
    init(_ details: OrderedDetails) throws {
        self.init()
        try details.read { name, value in
            if let key = RequestKey(rawValue: name) { try take(key, value) }
        }
    }

    private mutating func take(_ key: RequestKey, _ value: Variant) throws {
        switch key {
        case .channelIdentifier: channelIdentifier = try value.text(of: key)
        case .supportedAccountProviderIdentifiers: supportedAccountProviderIdentifiers = try value.get(of: key)
        case .featuredAccountProviderIdentifiers: featuredAccountProviderIdentifiers = try value.get(of: key)
        case .verificationToken: verificationToken = try value.get(of: key)
        case .includeAccountProviderIdentifier: includeAccountProviderIdentifier = try value.get(of: key)
        case .includeAuthenticationExpirationDate: includeAuthenticationExpirationDate = try value.get(of: key)
        case .localizedVideoTitle: localizedVideoTitle = try value.text(of: key)
        case .forceAuthentication: forceAuthentication = try value.get(of: key)
        case .attributeNames: attributeNames = try value.get(of: key)
        case .supportedAuthenticationSchemes: supportedAuthenticationSchemes = try value.get(of: key)
        case .accountProviderAuthenticationToken: accountProviderAuthenticationToken = try value.text(of: key)
        case .applicationAccountProviders:
            let rows: [Structure<String, String>] = try value.get(of: key)
            applicationAccountProviders = rows.map { row in
                ApplicationAccountProvider(identifier: row.elements.0, localizedDisplayName: row.elements.1)
            }
        // Of requests that may interrupt: without effect here, but of the type that they have there.
        case .confirmProvider: _ = try value.get(of: key, as: Bool.self)
        case .parentWindow: _ = try value.text(of: key)
        // For the form of errors, and for the journal only.
        case .errorInfo: _ = try value.get(of: key, as: Bool.self)
        case .correlationID: _ = try value.get(of: key, as: String.self)
        }
    }
}

extension AccountMetadata {
    /// The metadata as it goes over the bus: what is nil is absent.
    var details: OrderedDetails {
        var details = OrderedDetails()
        details.append(MetadataKey.accountProviderIdentifier.rawValue, accountProviderIdentifier)
        details.append(MetadataKey.authenticationExpirationDate.rawValue, authenticationExpirationDate)
        details.append(MetadataKey.samlAttributeQueryResponse.rawValue, samlAttributeQueryResponse)
        details.append(MetadataKey.verificationData.rawValue, verificationData)
        details.append(MetadataKey.accountProviderResponse.rawValue, accountProviderResponse?.details)
        return details
    }
}

extension ProviderResponse {
    /// The answer as it goes over the bus.
    var details: OrderedDetails {
        var details = OrderedDetails()
        details.append(ProviderResponseKey.authenticationScheme.rawValue, authenticationScheme.rawValue)
        details.append(ProviderResponseKey.status.rawValue, status)
        details.append(ProviderResponseKey.body.rawValue, body)
        return details
    }
}
