import DBus
import Foundation

extension AccountMetadata {
    /// Creates the metadata from the reply of `QueryMetadata` or the result of `RequestMetadata`.
    ///
    /// - Throws: `ConversionError` with the name of a key whose value has the wrong type.
    init(details: Details) throws(ConversionError) {
        typealias Key = WireNames.MetadataKey
        let expiration: Int64? = try details.read(Key.expirationDate)
        let verification: [UInt8]? = try details.read(Key.verificationData)
        let response: Details? = try details.read(Key.providerResponse)
        provider = try details.read(Key.provider)
        expirationDate = expiration.map { Date(timeIntervalSince1970: TimeInterval($0)) }
        verificationData = verification.map { Data($0) }
        samlResponse = try details.read(Key.samlResponse)
        if let response { providerResponse = try ProviderResponse(details: response) }
    }
}

extension AccountMetadata.ProviderResponse {
    /// Creates the response from an `account-provider-response`.
    ///
    /// - Throws: `ConversionError` with the name of a key whose value has the wrong type, or of the scheme if it is missing.
    init(details: Details) throws(ConversionError) {
        typealias Key = WireNames.ProviderResponseKey
        scheme = try details.required(Key.scheme.rawValue, as: String.self)
        status = try details.read(Key.status)
        body = try details.read(Key.body)
    }
}
