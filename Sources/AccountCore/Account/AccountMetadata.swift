import TVWorld

/// A provider's response, independent of the scheme. Mirrors `VSAccountProviderResponse`.
public struct ProviderResponse: Sendable, Equatable {
    /// The scheme of the response.
    public var authenticationScheme: AuthenticationScheme
    /// SAML: the innermost status code of the response; API: `success` or `rejected`.
    public var status: String?
    /// SAML: the signed response, as XML; API: the provider's own JSON. Nil if there is nothing to pass on.
    public var body: String?

    /// Creates a response.
    public init(authenticationScheme: AuthenticationScheme, status: String?, body: String?) {
        self.authenticationScheme = authenticationScheme
        self.status = status
        self.body = body
    }
}

/// The metadata that an app receives. Mirrors `VSAccountMetadata`; nil for values that were not requested or are unknown.
public struct AccountMetadata: Sendable, Equatable {
    /// The platform identifier of the account's provider.
    public var accountProviderIdentifier: String?
    /// The expiration date of the authentication in Unix seconds; it may have passed.
    public var authenticationExpirationDate: Int64?
    /// Data that binds an app server's tokens to this app and this sign-in.
    public var verificationData: [UInt8]?
    /// The provider's response.
    public var accountProviderResponse: ProviderResponse?

    /// Creates empty metadata: no user is signed in.
    public init() {}

    /// The body of the provider's response if its scheme is SAML.
    public var samlAttributeQueryResponse: String? {
        accountProviderResponse?.authenticationScheme == .saml ? accountProviderResponse?.body : nil
    }
}
