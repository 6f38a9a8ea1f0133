/// How far Apple's platform takes a provider: the `boardingStatus` of the service's configuration.
public enum BoardingStatus: String, Sendable, Codable, CaseIterable {
    /// The provider signs the device in and answers with SAML.
    case supported
    /// The provider stands in the device's picker only; the sign-in happens on the web.
    case picker
    /// The provider does not take part in the platform's single sign-on.
    case none

    /// The text in the service's configuration: `SUPPORTED`, `PICKER`, or nothing.
    public var configurationText: String? {
        switch self {
        case .supported: "SUPPORTED"
        case .picker: "PICKER"
        case .none: nil
        }
    }
}

/// How a provider is told which channel the service asks for.
public enum RequestorScoping: String, Sendable, Codable, CaseIterable {
    /// By `Scoping/RequesterID` of the AuthnRequest.
    case requesterID = "requester-id"
    /// By the end of its issuer: `/on-behalf-of/REF30`.
    case issuer
}

/// How a provider answers an app's metadata request. Mirrors `VSAccountProviderAuthenticationScheme` and its raw values.
public enum AuthenticationScheme: String, Sendable, Codable, CaseIterable {
    /// A signed SAML response.
    case saml = "SAML"
    /// A provider-defined answer, handed on without being looked into.
    case api = "API"
}

/// A television provider (MVPD): one row of the device's line-up and of the service's configuration.
public struct Provider: Sendable, Equatable, Identifiable {
    /// The platform's identifier, `platformMappingId` in the service's configuration: `alpha.example`.
    public var id: String
    /// The name that people read.
    public var name: String
    /// The service's identifier of the same provider: `AlphaCable`.
    public var mvpd: String
    /// How far the platform takes it.
    public var boarding: BoardingStatus
    /// Whether the device lists it in the picker.
    public var isInLineUp: Bool
    /// Regions (ISO 3166-1 alpha-2) in which the device offers it; empty means everywhere.
    public var regions: [String]
    /// The schemes in which it answers the device.
    public var authenticationSchemes: [AuthenticationScheme]
    /// What it answers in the scheme `API`, word for word; nil leaves it to the simulator, which names the attributes.
    public var applicationInterfaceBody: String?
    /// Whether its login page must be shown by the system's browser (`useSVC`).
    public var requiresSystemBrowser: Bool
    /// Whether an expired account is renewed without asking the person.
    public var hasSilentRenewal: Bool
    /// Whether it is a temporary pass and no provider at all.
    public var isTemporaryPass: Bool
    /// Whether a token is valid only for the requestor that obtained it (`authPerAggregator`).
    public var authenticatesPerRequestor: Bool
    /// Whether a person whom the provider remembers from another requestor's login is logged in without being asked
    /// (`passiveAuthnEnabled`).
    public var authenticatesPassively = false
    /// Whether its web pages end their session when the service asks for it (SAML single logout).
    public var hasSingleLogout: Bool
    /// The user metadata that the service asks for at login (`requiredMetadataFields`).
    public var attributes: [String]
    /// How many resources one preauthorization may name.
    public var preauthorizeLimit: Int
    /// How the service finds out what a preauthorization may name.
    public var preauthorizationMethod: PreauthorizationMethod
    /// Whether it answers nothing to a preauthorization that names a resource which nobody offers.
    public var preauthorizesKnownOnly: Bool
    /// Whether it signs devices in that call from the subscriber's home (home-based authentication).
    public var isHomeBased: Bool
    /// How it is told which channel the service asks for.
    public var scoping: RequestorScoping = .requesterID
    /// The address of its logo.
    public var logoURL: String
    /// The MVPD identifier of the provider that stands in for it at the service (proxy MVPD); nil for most.
    public var proxy: String?

    /// A provider; everything but the names has the default of an onboarded SAML provider.
    public init(
        id: String, name: String, mvpd: String, boarding: BoardingStatus = .supported, isInLineUp: Bool = true,
        regions: [String] = [], authenticationSchemes: [AuthenticationScheme] = [.saml],
        requiresSystemBrowser: Bool = false, hasSilentRenewal: Bool = false, isTemporaryPass: Bool = false,
        authenticatesPerRequestor: Bool = false, hasSingleLogout: Bool = true,
        attributes: [String] = Provider.defaultAttributes,
        preauthorizeLimit: Int = 5, preauthorizationMethod: PreauthorizationMethod = .multiChannel,
        preauthorizesKnownOnly: Bool = false, isHomeBased: Bool = false, logoURL: String? = nil, proxy: String? = nil
    ) {
        self.id = id
        self.name = name
        self.mvpd = mvpd
        self.boarding = boarding
        self.isInLineUp = isInLineUp
        self.regions = regions
        self.authenticationSchemes = authenticationSchemes
        self.requiresSystemBrowser = requiresSystemBrowser
        self.hasSilentRenewal = hasSilentRenewal
        self.isTemporaryPass = isTemporaryPass
        self.authenticatesPerRequestor = authenticatesPerRequestor
        self.hasSingleLogout = hasSingleLogout
        self.attributes = attributes
        self.preauthorizeLimit = preauthorizeLimit
        self.preauthorizationMethod = preauthorizationMethod
        self.preauthorizesKnownOnly = preauthorizesKnownOnly
        self.isHomeBased = isHomeBased
        self.logoURL = logoURL ?? "https://\(id)/logo.svg"
        self.proxy = proxy
    }

    /// The user metadata of a provider that says nothing else.
    public static let defaultAttributes = ["userID", "upstreamUserID", "householdID", "zip", "maxRating", "channelID"]

    /// The provider's SAML entity identifier.
    public var entityID: String { "https://\(id)/saml/metadata" }

    /// Where the provider takes AuthnRequests: a name only, nothing ever connects to it.
    public var singleSignOnURL: String { "https://\(id)/saml/sso" }
}
