import Foundation

/// A provider's answer in the form that does not depend on the scheme. Mirrors `VSAccountProviderResponse` of
/// VideoSubscriberAccount.
public final class VSAccountProviderResponse: NSObject, Sendable {
    /// The scheme of the answer.
    public let authenticationScheme: VSAccountProviderAuthenticationScheme
    /// The provider's status, for SAML the URI of the status code.
    public let status: String?
    /// The provider's answer itself, for SAML the response's XML; nil when it must not leave the system.
    public let body: String?

    /// An answer with every field given.
    package init(authenticationScheme: VSAccountProviderAuthenticationScheme, status: String?, body: String?) {
        self.authenticationScheme = authenticationScheme
        self.status = status
        self.body = body
        super.init()
    }
}
