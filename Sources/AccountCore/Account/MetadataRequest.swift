import TVWorld

/// A row that an app adds to the picker. Mirrors `VSAccountApplicationProvider`.
public struct ApplicationAccountProvider: Sendable, Equatable {
    /// The app's own identifier of the provider.
    public var identifier: String
    /// The name in the picker.
    public var localizedDisplayName: String

    /// Creates a row.
    public init(identifier: String, localizedDisplayName: String) {
        self.identifier = identifier
        self.localizedDisplayName = localizedDisplayName
    }
}

/// An app's request for metadata of the account. Mirrors `VSAccountMetadataRequest`, property by property; the defaults are
/// Apple's. Instead of `isInterruptionAllowed`, the bus has two methods.
public struct MetadataRequest: Sendable, Equatable {
    /// The channel, as identified to the provider: the audience of a response without a verification token.
    public var channelIdentifier: String?
    /// The providers that the app supports, in the picker's order; they also restrict the signed-in account. If empty, all
    /// providers of the region.
    public var supportedAccountProviderIdentifiers: [String] = []
    /// The providers at the top of the picker, in this order.
    public var featuredAccountProviderIdentifiers: [String] = []
    /// The token that proves the app's request to the provider: the service's signed SAML AuthnRequest in Base64.
    public var verificationToken: String?
    /// Whether to return the provider's identifier.
    public var includeAccountProviderIdentifier = false
    /// Whether to return the expiration date of the authentication.
    public var includeAuthenticationExpirationDate = false
    /// The title shown in the sign-in form; only with requests that may interrupt.
    public var localizedVideoTitle: String?
    /// Whether to authenticate again even if the session is valid.
    public var forceAuthentication = false
    /// The requested attributes of the user; if there are any, the provider is contacted.
    public var attributeNames: [String] = []
    /// The schemes that the app supports, in order of preference. Open, like Apple's type: unknown strings match no provider.
    public var supportedAuthenticationSchemes: [String] = [AuthenticationScheme.saml.rawValue]
    /// A token with which a provider's own app signs the device in.
    public var accountProviderAuthenticationToken: String?
    /// The app's own rows in the picker.
    public var applicationAccountProviders: [ApplicationAccountProvider] = []

    /// The maximum length of a string for the provider or the user, in bytes.
    public static let maximumTextLength = 4_096

    /// Creates a request for no metadata.
    public init() {}

    /// The providers that the request allows, in its order; nil if it allows all. The app's own rows count as listed, so rows
    /// without a list of supported providers allow only themselves, as on the device.
    var allowList: [String]? {
        if supportedAccountProviderIdentifiers.isEmpty, applicationAccountProviders.isEmpty { return nil }
        return supportedAccountProviderIdentifiers + applicationAccountProviders.map(\.identifier)
    }

    /// Returns the first of the app's schemes that a provider supports.
    func commonScheme(with provider: Provider) -> AuthenticationScheme? {
        for text in supportedAuthenticationSchemes {
            if let scheme = AuthenticationScheme(rawValue: text), provider.authenticationSchemes.contains(scheme) {
                return scheme
            }
        }
        return nil
    }
}

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
