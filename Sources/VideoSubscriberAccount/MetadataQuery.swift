import DBus
import DeviceInterfaces
import Foundation

/// The copy of a request that the queue processes.
struct MetadataQuery: Sendable, Equatable {
    /// The request of `QueryMetadata` and `RequestMetadata`, without what is nil, false or empty, except for the schemes.
    let details: VariantDictionary
    let mayInterrupt: Bool

    /// Copies the request in its current state.
    ///
    /// - Parameter parentWindow: The app's window above which dialogs are shown.
    init(_ request: VSAccountMetadataRequest, parentWindow: String? = VSApplication.parentWindow) {
        typealias Key = SubscriberAccountInterface.Key
        func list<T: BusValueConvertible>(_ values: [T]) -> [T]? { values.isEmpty ? nil : values }
        func flag(_ isOn: Bool) -> Bool? { isOn ? true : nil }
        let rows = (request.applicationAccountProviders ?? []).map { BusStructure($0.identifier, $0.localizedDisplayName) }
        mayInterrupt = request.isInterruptionAllowed
        details = VariantDictionary(filled: [
            Key.channelIdentifier: request.channelIdentifier,
            Key.supportedAccountProviderIdentifiers: list(request.supportedAccountProviderIdentifiers),
            Key.featuredAccountProviderIdentifiers: list(request.featuredAccountProviderIdentifiers),
            Key.verificationToken: request.verificationToken,
            Key.includeAccountProviderIdentifier: flag(request.includeAccountProviderIdentifier),
            Key.includeAuthenticationExpirationDate: flag(request.includeAuthenticationExpirationDate),
            // Without interruption the device rejects a title, and the app receives that error.
            Key.localizedVideoTitle: request.localizedVideoTitle,
            Key.forceAuthentication: flag(request.forceAuthentication), Key.attributeNames: list(request.attributeNames),
            Key.supportedAuthenticationSchemes: request.supportedAuthenticationSchemes.map(\.rawValue),
            Key.accountProviderAuthenticationToken: request.accountProviderAuthenticationToken,
            Key.applicationAccountProviders: list(rows),
            // Any delegate may veto: Swift cannot tell whether it implements the method, and the default allows every provider.
            Key.confirmProvider: flag(mayInterrupt), Key.parentWindow: mayInterrupt ? parentWindow : nil,
        ])
    }
}

/// The device's reply, on its way from the bus to the app's completion handler.
struct AccountMetadata: Sendable, Equatable {
    var provider: String?
    var expirationDate: Date?
    var verificationData: Data?
    var samlResponse: String?
    var providerResponse: ProviderResponse?

    struct ProviderResponse: Sendable, Equatable {
        var scheme: String
        var status: String?
        var body: String?
    }
}

extension AccountMetadata {
    /// Creates the metadata from the reply of `QueryMetadata` or the result of `RequestMetadata`.
    ///
    /// - Throws: `BusConversionError` with the name of a key whose value has the wrong type.
    init(details: VariantDictionary) throws(BusConversionError) {
        typealias Key = SubscriberAccountInterface.Key
        let expiration: Int64? = try details.optional(Key.authenticationExpirationDate)
        let verification: [UInt8]? = try details.optional(Key.verificationData)
        let response: VariantDictionary? = try details.optional(Key.accountProviderResponse)
        provider = try details.optional(Key.accountProviderIdentifier)
        expirationDate = expiration.map { Date(timeIntervalSince1970: TimeInterval($0)) }
        verificationData = verification.map { Data($0) }
        samlResponse = try details.optional(Key.samlAttributeQueryResponse)
        if let response { providerResponse = try ProviderResponse(details: response) }
    }
}

extension AccountMetadata.ProviderResponse {
    /// Creates the response from an `account-provider-response`.
    ///
    /// - Throws: `BusConversionError` with the name of a key whose value has the wrong type, or of the scheme if it is missing.
    init(details: VariantDictionary) throws(BusConversionError) {
        typealias Key = SubscriberAccountInterface.Key
        scheme = try details.required(Key.authenticationScheme, as: String.self)
        status = try details.optional(Key.status)
        body = try details.optional(Key.body)
    }
}
