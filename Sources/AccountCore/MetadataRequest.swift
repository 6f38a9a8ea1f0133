import TVWorld

/// A row that an app adds to the picker. Mirrors `VSAccountApplicationProvider`.
public struct ApplicationAccountProvider: Sendable, Equatable {
    /// The app's own identifier of the provider.
    public var identifier: String
    /// The name in the picker.
    public var localizedDisplayName: String

    /// A row.
    public init(identifier: String, localizedDisplayName: String) {
        self.identifier = identifier
        self.localizedDisplayName = localizedDisplayName
    }
}

/// What an app wants to know about the account. Mirrors `VSAccountMetadataRequest`, property by property; the defaults are
/// Apple's.
public struct MetadataRequest: Sendable, Equatable {
    /// Identifies the requesting channel to the provider: the audience of an answer without a verification token.
    public var channelIdentifier: String?
    /// The providers that the app can use, for the picker, which lists them in this order, and for the signed-in account; empty: all
    /// of the region.
    public var supportedAccountProviderIdentifiers: [String] = []
    /// The providers on top of the picker, in this order.
    public var featuredAccountProviderIdentifiers: [String] = []
    /// Proves the app's request to the provider: the Base64 text of the service's signed SAML AuthnRequest.
    public var verificationToken: String?
    /// Asks for the provider's identifier.
    public var includeAccountProviderIdentifier = false
    /// Asks for the end of the authentication.
    public var includeAuthenticationExpirationDate = false
    /// The title shown in the sign-in form; only with requests that may interrupt.
    public var localizedVideoTitle: String?
    /// Whether the user may be asked (`isInterruptionAllowed`).
    public var isInterruptionAllowed = false
    /// Authenticates again even when the session is valid.
    public var forceAuthentication = false
    /// The attributes wanted from the provider; any makes the request contact it.
    public var attributeNames: [String] = []
    /// The schemes that the app understands, best first. Open as Apple's type is: unknown texts match no provider.
    public var supportedAuthenticationSchemes: [String] = [AuthenticationScheme.saml.rawValue]
    /// A token with which a provider's own app signs the device in.
    public var accountProviderAuthenticationToken: String?
    /// The app's own rows in the picker.
    public var applicationAccountProviders: [ApplicationAccountProvider] = []

    /// How long a text of a request may be that is for the provider or the user, in bytes.
    public static let maximumTextLength = 4_096

    /// A request that asks for nothing.
    public init() {}

    /// The providers that the request allows, in its order; nil when it allows all. The app's own rows count as named, so that rows
    /// without a list of supported providers leave nothing but themselves, as on the device.
    var allowList: [String]? {
        if supportedAccountProviderIdentifiers.isEmpty, applicationAccountProviders.isEmpty { return nil }
        return supportedAccountProviderIdentifiers + applicationAccountProviders.map(\.identifier)
    }

    /// The first of the app's schemes that a provider speaks.
    func commonScheme(with provider: Provider) -> AuthenticationScheme? {
        for text in supportedAuthenticationSchemes {
            if let scheme = AuthenticationScheme(rawValue: text), provider.authenticationSchemes.contains(scheme) {
                return scheme
            }
        }
        return nil
    }
}
