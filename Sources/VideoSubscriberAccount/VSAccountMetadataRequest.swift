import Foundation

/// A request for metadata of the user's subscription. Mirrors `VSAccountMetadataRequest` of VideoSubscriberAccount.
///
/// The request is copied when it is enqueued; later changes have no effect on it.
open class VSAccountMetadataRequest: NSObject {
    /// The identifier under which the provider knows the channel; with SAML, the issuer of the service provider.
    open var channelIdentifier: String?
    /// The providers that the app supports; if empty, every provider of the region.
    open var supportedAccountProviderIdentifiers: [String] = []
    /// The providers to list first, in this order.
    open var featuredAccountProviderIdentifiers: [String] = []
    /// The token with which the provider verifies that the request comes from the app's service.
    open var verificationToken: String?
    /// Whether to return ``VSAccountMetadata/accountProviderIdentifier``.
    open var includeAccountProviderIdentifier = false
    /// Whether to return ``VSAccountMetadata/authenticationExpirationDate``.
    open var includeAuthenticationExpirationDate = false
    /// The video's title, shown while the user signs in; only with ``isInterruptionAllowed``.
    open var localizedVideoTitle: String?
    /// Whether the system may show a dialog.
    open var isInterruptionAllowed = false
    /// Whether the provider must authenticate the user again even if there is a valid session.
    open var forceAuthentication = false
    /// The requested SAML attributes. If there are any, the provider is contacted.
    open var attributeNames: [String] = []
    /// The schemes that the app supports.
    open var supportedAuthenticationSchemes: [VSAccountProviderAuthenticationScheme] = [.saml]
    /// A token that the provider's own app obtained, with which the system signs in.
    open var accountProviderAuthenticationToken: String?
    /// Additional rows for the list of providers.
    open var applicationAccountProviders: [VSAccountApplicationProvider]?

    /// Creates a request for no metadata, without interruption.
    public override init() { super.init() }
}
