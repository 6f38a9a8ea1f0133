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
