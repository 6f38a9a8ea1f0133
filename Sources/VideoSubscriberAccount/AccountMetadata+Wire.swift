import DBus
import Foundation

extension VSAccountMetadata {
    /// The answer of `QueryMetadata`.
    ///
    /// - Throws: `ConversionError` naming the key whose value has another type.
    convenience init(details: Details) throws(ConversionError) {
        typealias Key = WireNames.MetadataKey
        let expiration: Int64? = try details.read(Key.expirationDate)
        let verification: [UInt8]? = try details.read(Key.verificationData)
        let response: Details? = try details.read(Key.providerResponse)
        self.init(
            accountProviderIdentifier: try details.read(Key.provider),
            authenticationExpirationDate: expiration.map { Date(timeIntervalSince1970: TimeInterval($0)) },
            verificationData: verification.map { Data($0) },
            samlAttributeQueryResponse: try details.read(Key.samlResponse),
            accountProviderResponse: try response.map { details throws(ConversionError) in
                try VSAccountProviderResponse(details: details)
            })
    }
}

extension VSAccountProviderResponse {
    /// An `account-provider-response`.
    ///
    /// - Throws: `ConversionError` naming the key whose value has another type, or the scheme when it is missing.
    convenience init(details: Details) throws(ConversionError) {
        typealias Key = WireNames.ProviderResponseKey
        self.init(
            authenticationScheme: VSAccountProviderAuthenticationScheme(
                try details.required(Key.scheme.rawValue, as: String.self)),
            status: try details.read(Key.status), body: try details.read(Key.body))
    }
}
