import Foundation

/// A provider's response in the form that does not depend on the scheme. Mirrors `VSAccountProviderResponse` of
/// VideoSubscriberAccount.
open class VSAccountProviderResponse: NSObject {
    private let response: AccountMetadata.ProviderResponse

    /// The scheme of the response.
    open var authenticationScheme: VSAccountProviderAuthenticationScheme { .init(response.scheme) }
    /// The provider's status; for SAML, the URI of the status code.
    open var status: String? { response.status }
    /// The provider's response itself; for SAML, the XML. Nil if it must not leave the system.
    open var body: String? { response.body }

    /// Creates an empty response. Tests of apps override the properties, as on Apple's platforms.
    public override init() {
        response = AccountMetadata.ProviderResponse(scheme: VSAccountProviderAuthenticationScheme.saml.rawValue)
        super.init()
    }

    init(_ response: AccountMetadata.ProviderResponse) {
        self.response = response
        super.init()
    }
}
