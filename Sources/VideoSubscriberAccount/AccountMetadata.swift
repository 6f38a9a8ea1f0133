import DBus
import DeviceInterfaces
import Foundation

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
