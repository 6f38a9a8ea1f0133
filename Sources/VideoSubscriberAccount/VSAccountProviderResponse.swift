import Foundation

/// A provider's answer in the form that does not depend on the scheme. Mirrors `VSAccountProviderResponse` of
/// VideoSubscriberAccount.
open class VSAccountProviderResponse: NSObject {
    private let scheme: VSAccountProviderAuthenticationScheme
    private let providerStatus: String?
    private let providerBody: String?

    /// The scheme of the answer.
    open var authenticationScheme: VSAccountProviderAuthenticationScheme { scheme }
    /// The provider's status, for SAML the URI of the status code.
    open var status: String? { providerStatus }
    /// The provider's answer itself, for SAML the response's XML; nil when it must not leave the system.
    open var body: String? { providerBody }

    /// An answer without content. Tests of apps override the properties, as on Apple's platforms.
    public override init() {
        scheme = .saml
        providerStatus = nil
        providerBody = nil
        super.init()
    }

    /// An answer with every field given.
    package init(authenticationScheme: VSAccountProviderAuthenticationScheme, status: String?, body: String?) {
        scheme = authenticationScheme
        providerStatus = status
        providerBody = body
        super.init()
    }
}
