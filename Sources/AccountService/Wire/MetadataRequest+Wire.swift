import AccountCore
import DBus
import TVWorld

extension MetadataRequest {
    /// A request as it came over the bus. Unknown keys are ignored.
    ///
    /// - Throws: `ConversionError` that names the key with a value of another type.
    init(_ details: Details) throws(ConversionError) {
        self.init()
        if details.isEmpty { return }
        channelIdentifier = try details.optional(RequestKey.channelIdentifier)
        supportedAccountProviderIdentifiers = try details.optional(RequestKey.supportedAccountProviderIdentifiers) ?? []
        featuredAccountProviderIdentifiers = try details.optional(RequestKey.featuredAccountProviderIdentifiers) ?? []
        verificationToken = try details.optional(RequestKey.verificationToken)
        includeAccountProviderIdentifier = try details.optional(RequestKey.includeAccountProviderIdentifier) ?? false
        includeAuthenticationExpirationDate = try details.optional(RequestKey.includeAuthenticationExpirationDate) ?? false
        localizedVideoTitle = try details.optional(RequestKey.localizedVideoTitle)
        forceAuthentication = try details.optional(RequestKey.forceAuthentication) ?? false
        attributeNames = try details.optional(RequestKey.attributeNames) ?? []
        supportedAuthenticationSchemes =
            try details.optional(RequestKey.supportedAuthenticationSchemes) ?? supportedAuthenticationSchemes
        accountProviderAuthenticationToken = try details.optional(RequestKey.accountProviderAuthenticationToken)
        let rows: [Structure<String, String>] = try details.optional(RequestKey.applicationAccountProviders) ?? []
        applicationAccountProviders = rows.map { row in
            ApplicationAccountProvider(identifier: row.elements.0, localizedDisplayName: row.elements.1)
        }
        // Keys of requests that may interrupt: without effect here, but of the type that they have there.
        _ = try details.optional(RequestKey.confirmProvider, as: Bool.self)
        _ = try details.optional(RequestKey.parentWindow, as: String.self)
    }
}

extension AccountMetadata {
    /// The metadata as it goes over the bus: what is nil is absent.
    var details: Details {
        var details: Details = [:]
        details[MetadataKey.accountProviderIdentifier] = accountProviderIdentifier.map { Variant($0) }
        details[MetadataKey.authenticationExpirationDate] = authenticationExpirationDate.map { Variant($0) }
        details[MetadataKey.samlAttributeQueryResponse] = samlAttributeQueryResponse.map { Variant($0) }
        details[MetadataKey.verificationData] = verificationData.map { Variant($0) }
        details[MetadataKey.accountProviderResponse] = accountProviderResponse.map { Variant($0.details) }
        return details
    }
}

extension ProviderResponse {
    /// The answer as it goes over the bus.
    var details: Details {
        var details: Details = [:]
        details[ProviderResponseKey.authenticationScheme] = Variant(authenticationScheme.rawValue)
        details[ProviderResponseKey.status] = status.map { Variant($0) }
        details[ProviderResponseKey.body] = body.map { Variant($0) }
        return details
    }
}
