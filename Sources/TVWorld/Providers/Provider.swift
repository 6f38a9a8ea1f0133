/// The extent of a provider's support by Apple's platform: the `boardingStatus` of the service's configuration.
public enum BoardingStatus: String, Sendable, CaseIterable {
    /// The provider signs the device in and responds with SAML.
    case supported
    /// The provider is only listed in the device's picker; the sign-in happens on the web.
    case picker
    /// The provider does not take part in the platform's single sign-on.
    case none

    /// The string in the service's configuration: `SUPPORTED`, `PICKER`, or nil.
    public var configurationText: String? {
        switch self {
        case .supported: "SUPPORTED"
        case .picker: "PICKER"
        case .none: nil
        }
    }
}

/// The way in which a provider learns for which channel the service sends a request.
public enum RequestorScoping: String, Sendable, CaseIterable {
    /// From `Scoping/RequesterID` of the AuthnRequest.
    case requesterID = "requester-id"
    /// From the end of its issuer: `/on-behalf-of/REF30`.
    case issuer
}

/// The format of a provider's response to an app's metadata request. Mirrors `VSAccountProviderAuthenticationScheme`, raw values
/// included.
public enum AuthenticationScheme: String, Sendable, CaseIterable {
    /// A signed SAML response.
    case saml = "SAML"
    /// A provider-defined response, which is passed on without being parsed.
    case api = "API"
}

/// A television provider (MVPD): an entry of the device's line-up and of the service's configuration.
public struct Provider: Sendable, Equatable, Identifiable {
    /// The platform's identifier, `platformMappingId` in the service's configuration: `alpha.example`.
    public var id: String
    /// The display name.
    public var name: String
    /// The service's identifier of the same provider: `AlphaCable`.
    public var mvpd: String
    /// The extent of its support by the platform.
    public var boarding = BoardingStatus.supported
    /// Whether the device lists it in the picker.
    public var isInLineUp = true
    /// The regions (ISO 3166-1 alpha-2) in which the device offers it; empty for all.
    public var regions: [String] = []
    /// The schemes that it supports.
    public var authenticationSchemes = [AuthenticationScheme.saml]
    /// Its verbatim response in the scheme `API`; if nil, the simulator generates one with the attributes.
    public var applicationInterfaceBody: String?
    /// Whether its login page must be shown by the system's browser (`useSVC`).
    public var requiresSystemBrowser = false
    /// Whether an expired account is renewed without a prompt.
    public var hasSilentRenewal = false
    /// Whether it is a temporary pass instead of a provider.
    public var isTemporaryPass = false
    /// Whether a token is valid only for the requestor that obtained it (`authPerAggregator`).
    public var authenticatesPerRequestor = false
    /// Whether a user whom the provider remembers from another requestor's login is logged in without a prompt
    /// (`passiveAuthnEnabled`).
    public var authenticatesPassively = false
    /// Whether its web pages end their session at the service's request (SAML single logout).
    public var hasSingleLogout = true
    /// The user metadata that the service requests at login (`requiredMetadataFields`).
    public var attributes = ["userID", "upstreamUserID", "householdID", "zip", "maxRating", "channelID"]
    /// The maximum number of resources of a preauthorization.
    public var preauthorizeLimit = 5
    /// The accepted numbers of resources.
    public static let preauthorizeLimits: ClosedRange<Int64> = 0...10_000
    /// The method of preauthorization.
    public var preauthorizationMethod = PreauthorizationMethod.multiChannel
    /// Whether it sends an empty response to a preauthorization that includes an unknown resource.
    public var preauthorizesKnownOnly = false
    /// Whether it signs in devices that connect from the subscriber's home (home-based authentication).
    public var isHomeBased = false
    /// The way in which it learns for which channel the service sends a request.
    public var scoping: RequestorScoping = .requesterID
    /// The URL of its logo; nil for the usual one.
    var logo: String?
    /// The MVPD identifier of the provider that represents it at the service (proxy MVPD); usually nil.
    public var proxy: String?
}

extension Provider {
    /// Creates a provider with the values of an onboarded SAML provider.
    public init(id: String, name: String, mvpd: String) {
        // One more value is given, because without it this initializer would call itself.
        self.init(id: id, name: name, mvpd: mvpd, proxy: nil)
    }

    /// The URL of its logo.
    public var logoURL: String {
        get { logo ?? usualLogoURL }
        set { logo = newValue == usualLogoURL ? nil : newValue }
    }

    private var usualLogoURL: String { "https://\(id)/logo.svg" }

    /// The provider's SAML entity identifier.
    public var entityID: String { "https://\(id)/saml/metadata" }

    /// The address for AuthnRequests. It is only a name; nothing connects to it.
    public var singleSignOnURL: String { "https://\(id)/saml/sso" }
}

/// The way in which the service determines which of several resources a user can watch.
///
/// Mirrors the methods of the MVPD preflight integration.
public enum PreauthorizationMethod: String, Sendable, CaseIterable {
    /// One request to the provider for all of them.
    case multiChannel = "multi-channel"
    /// The channel line-up that the provider sent at sign-in (SAML attribute `authorized_resources`); the provider is not
    /// contacted.
    case lineUp = "line-up"
    /// One authorization for each of them, except those that are already authorized.
    case forkAndJoin = "fork-and-join"
}
