import TVWorld

/// What a provider answered, whatever the scheme. Mirrors `VSAccountProviderResponse`.
public struct ProviderResponse: Sendable, Equatable {
    /// The scheme of the answer.
    public var authenticationScheme: AuthenticationScheme
    /// SAML: the innermost status code of the response; API: `success` or `rejected`.
    public var status: String?
    /// SAML: the signed response, XML; API: the provider's own JSON text. Nil when there is nothing to hand on.
    public var body: String?

    /// An answer.
    public init(authenticationScheme: AuthenticationScheme, status: String?, body: String?) {
        self.authenticationScheme = authenticationScheme
        self.status = status
        self.body = body
    }
}

/// What an app is told. Mirrors `VSAccountMetadata`; nil is what was not asked for or is not known.
public struct AccountMetadata: Sendable, Equatable {
    /// The platform identifier of the account's provider.
    public var accountProviderIdentifier: String?
    /// The end of the authentication in Unix seconds; perhaps past.
    public var authenticationExpirationDate: Int64?
    /// What binds an app server's tokens to this app and this sign-in.
    public var verificationData: [UInt8]?
    /// The provider's answer.
    public var accountProviderResponse: ProviderResponse?

    /// Nothing: no user is signed in.
    public init() {}

    /// The body of the provider's answer when its scheme is SAML.
    public var samlAttributeQueryResponse: String? {
        accountProviderResponse?.authenticationScheme == .saml ? accountProviderResponse?.body : nil
    }
}
