import Foundation

/// What an app wants to know of the user's subscription. Mirrors `VSAccountMetadataRequest` of VideoSubscriberAccount.
///
/// The request is copied when it is enqueued; later changes have no effect on it.
open class VSAccountMetadataRequest: NSObject {
    /// Who asks, as the provider knows the channel; with SAML the issuer of the service provider.
    open var channelIdentifier: String?
    /// The providers that the app can work with; empty means every provider of the region.
    open var supportedAccountProviderIdentifiers: [String] = []
    /// The providers to show first, in this order.
    open var featuredAccountProviderIdentifiers: [String] = []
    /// The token with which the provider checks that the request comes from the app's service.
    open var verificationToken: String?
    /// Whether ``VSAccountMetadata/accountProviderIdentifier`` is wanted.
    open var includeAccountProviderIdentifier = false
    /// Whether ``VSAccountMetadata/authenticationExpirationDate`` is wanted.
    open var includeAuthenticationExpirationDate = false
    /// The video's title, shown while the user signs in; only with ``isInterruptionAllowed``.
    open var localizedVideoTitle: String?
    /// Whether the system may show a dialog.
    open var isInterruptionAllowed = false
    /// Whether the provider has to authenticate again although a valid session exists.
    open var forceAuthentication = false
    /// The SAML attributes wanted; naming one makes the request contact the provider.
    open var attributeNames: [String] = []
    /// The schemes that the app understands.
    open var supportedAuthenticationSchemes: [VSAccountProviderAuthenticationScheme] = [.saml]
    /// A token that the provider's own app obtained, to sign the system in.
    open var accountProviderAuthenticationToken: String?
    /// Further rows for the list of providers.
    open var applicationAccountProviders: [VSAccountApplicationProvider]?

    /// A request that asks for nothing and may not interrupt.
    public override init() { super.init() }
}
