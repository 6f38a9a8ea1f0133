import Foundation

/// The device's answer, as it travels from the bus to the app's completion handler.
struct AccountMetadata: Sendable, Equatable {
    var provider: String?
    var expirationDate: Date?
    var verificationData: Data?
    var samlResponse: String?
    var providerResponse: ProviderResponse?

    /// A provider's answer.
    struct ProviderResponse: Sendable, Equatable {
        var scheme: String
        var status: String?
        var body: String?
    }
}

extension VSAccountMetadata {
    /// The form that the app gets.
    convenience init(_ metadata: AccountMetadata) {
        self.init(
            accountProviderIdentifier: metadata.provider, authenticationExpirationDate: metadata.expirationDate,
            verificationData: metadata.verificationData, samlAttributeQueryResponse: metadata.samlResponse,
            accountProviderResponse: metadata.providerResponse.map { VSAccountProviderResponse($0) })
    }
}

extension VSAccountProviderResponse {
    /// The form that the app gets.
    convenience init(_ response: AccountMetadata.ProviderResponse) {
        self.init(
            authenticationScheme: VSAccountProviderAuthenticationScheme(response.scheme), status: response.status,
            body: response.body)
    }
}
