import AccountCore
import DBus
import TVWorld

extension MetadataRequest {
    /// Creates a request from its form on the bus. Unknown keys are ignored.
    ///
    /// - Throws: `ConversionError` with the key of a value of the wrong type, `InvalidInput` with the key of a string that is too
    ///   long.
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
        // For requests that may interrupt: without effect here, but the type is checked.
        case .confirmProvider: _ = try value.get(of: key, as: Bool.self)
        case .parentWindow: _ = try value.text(of: key)
        // Affects only the form of errors, and the journal.
        case .errorInfo: _ = try value.get(of: key, as: Bool.self)
        case .correlationID: _ = try value.get(of: key, as: String.self)
        }
    }
}

extension AccountMetadata {
    /// The metadata in the form of the bus: nil values are absent.
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
    /// The response in the form of the bus.
    var details: OrderedDetails {
        var details = OrderedDetails()
        details.append(ProviderResponseKey.authenticationScheme.rawValue, authenticationScheme.rawValue)
        details.append(ProviderResponseKey.status.rawValue, status)
        details.append(ProviderResponseKey.body.rawValue, body)
        return details
    }
}
