import AccountCore
import DBus
import TVWorld

extension MetadataRequest {
    /// A request as it came over the bus. Unknown keys are ignored.
    ///
    /// - Throws: `ConversionError` that names the key with a value of another type, `InvalidInput` one with too long a text.
    init(_ details: Details) throws {
        self.init()
        // Key by key as they came: most requests have a few of them.
        for name in details.keys {
            guard let key = RequestKey(rawValue: name) else { continue }
            try take(key, from: details)
        }
    }

    private mutating func take(_ key: RequestKey, from details: Details) throws {
        switch key {
        case .channelIdentifier: channelIdentifier = try details.text(key)
        case .supportedAccountProviderIdentifiers: supportedAccountProviderIdentifiers = try details.required(key)
        case .featuredAccountProviderIdentifiers: featuredAccountProviderIdentifiers = try details.required(key)
        case .verificationToken: verificationToken = try details.optional(key)
        case .includeAccountProviderIdentifier: includeAccountProviderIdentifier = try details.required(key)
        case .includeAuthenticationExpirationDate: includeAuthenticationExpirationDate = try details.required(key)
        case .localizedVideoTitle: localizedVideoTitle = try details.text(key)
        case .forceAuthentication: forceAuthentication = try details.required(key)
        case .attributeNames: attributeNames = try details.required(key)
        case .supportedAuthenticationSchemes: supportedAuthenticationSchemes = try details.required(key)
        case .accountProviderAuthenticationToken: accountProviderAuthenticationToken = try details.text(key)
        case .applicationAccountProviders:
            let rows: [Structure<String, String>] = try details.required(key)
            applicationAccountProviders = rows.map { row in
                ApplicationAccountProvider(identifier: row.elements.0, localizedDisplayName: row.elements.1)
            }
        // Of requests that may interrupt: without effect here, but of the type that they have there.
        case .confirmProvider: _ = try details.required(key, as: Bool.self)
        case .parentWindow: _ = try details.text(key)
        // For the journal only.
        case .correlationID: _ = try details.required(key, as: String.self)
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
