import Foundation

/// What an app learns of the user's subscription. Mirrors `VSAccountMetadata` of VideoSubscriberAccount.
///
/// When access is granted and no user is signed in, a request without interruption succeeds with every field nil.
open class VSAccountMetadata: NSObject {
    private let provider: String?
    private let expirationDate: Date?
    private let verification: Data?
    private let samlResponse: String?
    private let providerResponse: VSAccountProviderResponse?

    /// The provider's identifier; only when the request asked for it.
    open var accountProviderIdentifier: String? { provider }
    /// When the provider's authentication ends or ended; only when the request asked for it. It may lie in the past: the app
    /// has to compare.
    open var authenticationExpirationDate: Date? { expirationDate }
    /// Bytes with which an app's server can bind its own tokens to this device and app; present with every account.
    open var verificationData: Data? { verification }
    /// The SAML response, as XML, to the attributes asked for.
    open var samlAttributeQueryResponse: String? { samlResponse }
    /// The provider's answer in the form that does not depend on the scheme.
    open var accountProviderResponse: VSAccountProviderResponse? { providerResponse }

    /// The metadata of nobody: every field nil. Tests of apps override the properties, as on Apple's platforms.
    public override init() {
        provider = nil
        expirationDate = nil
        verification = nil
        samlResponse = nil
        providerResponse = nil
        super.init()
    }

    /// Metadata with the fields given.
    package init(
        accountProviderIdentifier: String?, authenticationExpirationDate: Date? = nil, verificationData: Data? = nil,
        samlAttributeQueryResponse: String? = nil, accountProviderResponse: VSAccountProviderResponse? = nil
    ) {
        provider = accountProviderIdentifier
        expirationDate = authenticationExpirationDate
        verification = verificationData
        samlResponse = samlAttributeQueryResponse
        providerResponse = accountProviderResponse
        super.init()
    }
}
