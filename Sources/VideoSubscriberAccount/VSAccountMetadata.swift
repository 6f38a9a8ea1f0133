import Foundation

/// The metadata of the user's subscription. Mirrors `VSAccountMetadata` of VideoSubscriberAccount.
///
/// If access is granted and no user is signed in, a request without interruption succeeds and every property is nil.
open class VSAccountMetadata: NSObject {
    private let metadata: AccountMetadata
    private let providerResponse: VSAccountProviderResponse?

    /// The provider's identifier; nil unless the request asked for it.
    open var accountProviderIdentifier: String? { metadata.provider }
    /// The date on which the provider's authentication expires or expired; nil unless the request asked for it. It may be in the
    /// past, so the app must compare it with the current date.
    open var authenticationExpirationDate: Date? { metadata.expirationDate }
    /// Data with which the app's server can bind its own tokens to this device and app; present with every account.
    open var verificationData: Data? { metadata.verificationData }
    /// The SAML response, as XML, with the requested attributes.
    open var samlAttributeQueryResponse: String? { metadata.samlResponse }
    /// The provider's response in the form that does not depend on the scheme.
    open var accountProviderResponse: VSAccountProviderResponse? { providerResponse }

    /// Creates empty metadata: every property is nil. Tests of apps override the properties, as on Apple's platforms.
    public override init() {
        metadata = AccountMetadata()
        providerResponse = nil
        super.init()
    }

    /// Creates the metadata in the device's reply.
    init(_ metadata: AccountMetadata) {
        self.metadata = metadata
        providerResponse = metadata.providerResponse.map { VSAccountProviderResponse($0) }
        super.init()
    }
}
