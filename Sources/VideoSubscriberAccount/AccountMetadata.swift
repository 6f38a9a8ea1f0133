import Foundation

/// The device's reply, on its way from the bus to the app's completion handler.
struct AccountMetadata: Sendable, Equatable {
    var provider: String?
    var expirationDate: Date?
    var verificationData: Data?
    var samlResponse: String?
    var providerResponse: ProviderResponse?

    /// A provider's response.
    struct ProviderResponse: Sendable, Equatable {
        var scheme: String
        var status: String?
        var body: String?
    }
}

extension VSAccountMetadata {
    /// The object that is passed to the app.
    convenience init(_ metadata: AccountMetadata) {
        self.init(
            accountProviderIdentifier: metadata.provider, authenticationExpirationDate: metadata.expirationDate,
            verificationData: metadata.verificationData, samlAttributeQueryResponse: metadata.samlResponse,
            accountProviderResponse: metadata.providerResponse.map { VSAccountProviderResponse($0) })
    }
}

extension VSAccountProviderResponse {
    /// The object that is passed to the app.
    convenience init(_ response: AccountMetadata.ProviderResponse) {
        self.init(
            authenticationScheme: VSAccountProviderAuthenticationScheme(response.scheme), status: response.status,
            body: response.body)
    }
}
