import Foundation

/// A provider's response in the form that does not depend on the scheme. Mirrors `VSAccountProviderResponse` of
/// VideoSubscriberAccount.
open class VSAccountProviderResponse: NSObject {
    private let scheme: VSAccountProviderAuthenticationScheme
    private let providerStatus: String?
    private let providerBody: String?

    /// The scheme of the response.
    open var authenticationScheme: VSAccountProviderAuthenticationScheme { scheme }
    /// The provider's status; for SAML, the URI of the status code.
    open var status: String? { providerStatus }
    /// The provider's response itself; for SAML, the XML. Nil if it must not leave the system.
    open var body: String? { providerBody }

    /// Creates an empty response. Tests of apps override the properties, as on Apple's platforms.
    public override init() {
        scheme = .saml
        providerStatus = nil
        providerBody = nil
        super.init()
    }

    /// Creates a response with the given values.
    package init(authenticationScheme: VSAccountProviderAuthenticationScheme, status: String?, body: String?) {
        scheme = authenticationScheme
        providerStatus = status
        providerBody = body
        super.init()
    }
}
