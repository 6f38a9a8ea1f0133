/// A place where a fault can take effect: a closed list, so that a misspelled name is detected. The raw value is the name that
/// D-Bus, HTTP, `--json` and the journal write; ``name`` is that in files. All of them read both. ``explanation`` says what
/// happens at each.
public enum FaultPoint: String, Sendable, Hashable, CaseIterable, Codable {
    case device = "vsa.any"
    case register = "vsa.register"
    case access = "vsa.access"
    case metadata = "vsa.metadata"
    case deviceSAML = "vsa.saml"
    case accessPrompt = "vsa.access-prompt"
    case picker = "vsa.picker"
    case signIn = "vsa.sign-in"
    case userAccounts = "vsa.user-accounts"

    case service = "service.any"
    case registration = "service.register"
    case accessToken = "service.token"
    case configuration = "service.config"
    case profile = "service.profile"
    case exchange = "service.exchange"
    case authentication = "service.authn"
    case authorize = "service.authorize"
    case authorization = "service.authz"
    case mediaToken = "service.media"
    case preauthorize = "service.preauthorize"
    case userMetadata = "service.metadata"
    case logout = "service.logout"
    case registrationCode = "service.regcode"
    case temporaryPass = "service.freepreview"
    case clientConfiguration = "service.v2.configuration"
    case sessionCreation = "service.v2.create-session"
    case sessionResumption = "service.v2.resume-session"
    case session = "service.v2.session"
    case sessionLogin = "service.v2.authenticate"
    case profiles = "service.v2.profiles"
    case providerProfile = "service.v2.profile"
    case codeProfile = "service.v2.profile-by-code"
    case resourceAuthorization = "service.v2.authorize"
    case resourcePreauthorization = "service.v2.preauthorize"
    case profileLogout = "service.v2.logout"
    case partnerSession = "service.v2.partner-session"
    case partnerProfile = "service.v2.partner-profile"
    case webLogin = "service.login"
    case providerPages = "mvpd.login"
    case providerSAML = "mvpd.saml"

    /// The prefixes of the device's points, in raw values and in files.
    private static let prefixes = (raw: "vsa.", name: "device.")

    /// The name in files, help texts and completion: `device.metadata`.
    public var name: String {
        side == .device ? Self.prefixes.name + rawValue.dropFirst(Self.prefixes.raw.count) : rawValue
    }

    /// Creates the point with a name or raw value.
    public init?(named text: String) {
        guard let point = Self.allCases.first(where: { $0.name == text || $0.rawValue == text }) else { return nil }
        self = point
    }

    /// Returns the names to suggest for a misspelled one: raw values if it begins like them.
    public static func names(near text: String) -> [String] {
        allCases.map(text.hasPrefix(prefixes.raw) ? \.rawValue : \.name)
    }

    /// The daemon of a point.
    public enum Side: String, Sendable, CaseIterable {
        /// `vsad`
        case device
        /// `entitlementd`
        case service
    }

    /// The daemon that has the point.
    public var side: Side { rawValue.hasPrefix(Self.prefixes.raw) ? .device : .service }

    /// The point for every call of its daemon; faults there also take effect here.
    public var every: FaultPoint { side == .device ? .device : .service }

    /// Whether the call belongs to REST v2.
    public var isVersion2: Bool { rawValue.hasPrefix("service.v2.") }

    /// Whether a SAML response is created here.
    public var makesSAML: Bool { self == .deviceSAML || self == .providerSAML }

    /// Whether an HTTP response of the service passes here.
    public var hasResponseBody: Bool { side == .service && self != .providerSAML }

    /// Whether a call to the device begins here, so that faults for every call also take effect; at other points, the call is
    /// already in progress and has been subject to them.
    public var isCall: Bool {
        switch self {
        case .deviceSAML, .accessPrompt, .picker, .signIn: false
        default: true
        }
    }

    /// The accepted values of a fault's `error` at this point: at the device the names of Apple's `VSError` codes, and of
    /// ``ProviderFailure`` for a provider's response; at the service the errors in the endpoint's documentation.
    public var errors: [String] {
        switch self {
        case .deviceSAML: Self.deviceErrors + ProviderFailure.allCases.map(\.rawValue)
        case _ where side == .device: Self.deviceErrors
        case .registration, .accessToken: Self.registrationErrors
        case .service: Self.registrationErrors + (Self.accessErrors + Self.codes).filter { !Self.registrationErrors.contains($0) }
        case .webLogin, .providerPages, .providerSAML: Self.codes
        case _ where isVersion2: Self.codes
        default: Self.accessErrors + Self.codes
        }
    }

    private static let deviceErrors = VSErrorCode.allCases.map(\.name)
    private static let registrationErrors = RegistrationError.allCases.map(\.rawValue)
    private static let accessErrors = AccessError.allCases.map(\.rawValue)
    private static let codes = ErrorCode.allCases.map(\.rawValue)

    /// The call or action at the point, in words.
    public var explanation: String {
        switch self {
        case .device: "every call of an app to the device"
        case .register: "an app registers its identity: Register"
        case .access: "an app checks or requests access: CheckAccessStatus, RequestAccess"
        case .metadata: "an app requests metadata: QueryMetadata, RequestMetadata"
        case .deviceSAML: "the provider sends the device a SAML response"
        case .accessPrompt: "the prompt for access"
        case .picker: "the prompt for the user's provider"
        case .signIn: "the provider's sign-in form on the device"
        case .userAccounts: "the user accounts and automatic sign-in of apps"
        case .service: "every request of an app to the service"
        case .registration: "client registration: POST /o/client/register"
        case .accessToken: "access tokens: POST /o/client/token"
        case .configuration: "the requestor's configuration: GET /api/v1/config/{requestor}"
        case .profile: "the request for the provider: GET /api/v1/{requestor}/profile-requests/{mvpd}"
        case .exchange: "the exchange of a provider's response for a token: POST /api/v1/tokens/authn"
        case .authentication: "whether the user is signed in: GET /api/v1/tokens/authn, /api/v1/checkauthn"
        case .authorize: "whether a resource may be watched: GET /api/v1/authorize"
        case .authorization: "the authorization token: GET /api/v1/tokens/authz"
        case .mediaToken: "the media token: GET /api/v1/tokens/media"
        case .preauthorize: "which resources may be watched: GET /api/v1/preauthorize"
        case .userMetadata: "user metadata: GET /api/v1/tokens/usermetadata"
        case .logout: "logout: DELETE /api/v1/logout"
        case .registrationCode: "second-screen codes: /reggie/v1/{requestor}/regcode"
        case .temporaryPass: "temporary passes: POST /api/v1/authenticate/freepreview"
        case .clientConfiguration: "the configuration of REST v2: GET /api/v2/{serviceProvider}/configuration"
        case .sessionCreation: "an app asks how to sign in: POST /api/v2/{serviceProvider}/sessions"
        case .sessionResumption: "a second screen continues a session: POST /api/v2/{serviceProvider}/sessions/{code}"
        case .session: "a second screen reads a session: GET /api/v2/{serviceProvider}/sessions/{code}"
        case .sessionLogin: "a session's login in a browser: GET /api/v2/authenticate/{serviceProvider}/{code}"
        case .profiles: "all profiles: GET /api/v2/{serviceProvider}/profiles"
        case .providerProfile: "the profile of one MVPD: GET /api/v2/{serviceProvider}/profiles/{mvpd}"
        case .codeProfile: "the profile of a session: GET /api/v2/{serviceProvider}/profiles/code/{code}"
        case .resourceAuthorization:
            "which resources may be watched, with media tokens: POST /api/v2/{serviceProvider}/decisions/authorize/{mvpd}"
        case .resourcePreauthorization:
            "which resources may be watched: POST /api/v2/{serviceProvider}/decisions/preauthorize/{mvpd}"
        case .profileLogout: "the logout of a profile: GET /api/v2/{serviceProvider}/logout/{mvpd}"
        case .partnerSession: "partner single sign-on begins: POST /api/v2/{serviceProvider}/sessions/sso/{partner}"
        case .partnerProfile:
            "the exchange of the partner's response for a profile: POST /api/v2/{serviceProvider}/profiles/sso/{partner}"
        case .webLogin: "a login in a browser: GET /api/v1/authenticate, POST /sp/saml/SAMLAssertionConsumer"
        case .providerPages: "the providers' login and logout pages: /mvpd/…"
        case .providerSAML: "the provider sends the service a SAML response"
        }
    }
}

/// The failure of a provider that the device handles itself, before the app receives a `VSError`.
public enum ProviderFailure: String, Sendable, CaseIterable {
    /// The provider requests a new verification token; the device then sends its request again (row P12).
    case tokenRegenerationNeeded = "TokenRegenerationNeeded"
    /// The response has neither a status nor a body (row P13).
    case emptyResponse = "EmptyResponse"
}
