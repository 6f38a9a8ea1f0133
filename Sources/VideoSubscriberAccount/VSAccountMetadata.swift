import Foundation

/// What an app learns of the person's subscription. Mirrors `VSAccountMetadata` of VideoSubscriberAccount.
///
/// When access is granted and nobody is signed in, a request without interruption succeeds with every field nil.
public final class VSAccountMetadata: NSObject, Sendable {
    /// The provider's identifier; only when the request asked for it.
    public let accountProviderIdentifier: String?
    /// When the provider's authentication ends or ended; only when the request asked for it. It may lie in the past: the app
    /// has to compare.
    public let authenticationExpirationDate: Date?
    /// Bytes with which an app's server can bind its own tokens to this device and app; present with every account.
    public let verificationData: Data?
    /// The SAML response, as XML, to the attributes asked for.
    public let samlAttributeQueryResponse: String?
    /// The provider's answer in the form that does not depend on the scheme.
    public let accountProviderResponse: VSAccountProviderResponse?

    /// The metadata of nobody: every field nil.
    public override convenience init() {
        self.init(accountProviderIdentifier: nil)
    }

    /// Metadata with the fields given.
    package init(
        accountProviderIdentifier: String?, authenticationExpirationDate: Date? = nil, verificationData: Data? = nil,
        samlAttributeQueryResponse: String? = nil, accountProviderResponse: VSAccountProviderResponse? = nil
    ) {
        self.accountProviderIdentifier = accountProviderIdentifier
        self.authenticationExpirationDate = authenticationExpirationDate
        self.verificationData = verificationData
        self.samlAttributeQueryResponse = samlAttributeQueryResponse
        self.accountProviderResponse = accountProviderResponse
        super.init()
    }
}
