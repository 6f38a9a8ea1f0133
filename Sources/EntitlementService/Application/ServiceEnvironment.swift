import Encodings
import EntitlementCore
import HTTPTypes
import SAML
import TVWorld

/// The environment of the routes.
public struct ServiceEnvironment: Sendable {
    /// The service without HTTP.
    public let engine: EntitlementEngine
    /// The service as SAML service provider.
    public let identity: ServiceProviderIdentity
    /// The token of administrative calls.
    public let adminToken: String
    /// The program's version.
    public let version: String
    /// The options from the configuration.
    public let options: ServiceOptions
    let keys: ServiceKeys
    let signer: TokenSigner
    let verifier: ResponseVerifier
    let verification = MessageVerification()
    let forms: FormGuard
    let throttle: Throttle
    let dashboard: Dashboard
    let descriptors = DescriptorCache()
    let loginThrottle = LoginThrottle()
    let guesses = GuessThrottle()

    /// Creates a service with its keys.
    public init(
        engine: EntitlementEngine, keys: ServiceKeys, adminToken: String, version: String,
        options: ServiceOptions = ServiceOptions()
    ) async throws {
        try engine.read { try MetadataCipher.check($0.baseline) }
        self.engine = engine
        self.keys = keys
        self.adminToken = adminToken
        self.version = version
        self.options = options
        identity = ServiceProviderIdentity(key: keys.saml)
        if let url = options.publicURL { identity.baseURL = url }
        signer = try await TokenSigner(pem: keys.tokenPEM)
        verifier = ResponseVerifier(engine: engine, identity: identity, verification: verification)
        forms = FormGuard(key: keys.formKey)
        throttle = Throttle(ThrottleSettings(isEnabled: options.throttles))
        dashboard = Dashboard(
            token: Self.newAdminToken(), adminToken: adminToken, isOpen: !options.protectsDashboard)
    }

    /// Sets the URL of the listening address, which the service uses if no public URL is configured.
    public func listens(at url: String) {
        if options.publicURL == nil { identity.baseURL = url }
    }

    /// Returns an unpredictable token for administrative calls.
    public static func newAdminToken() -> String { hexadecimal(SystemRandomSource().bytes(32)) }

    /// All routes.
    var routes: [Route] {
        [
            registrationRoutes,
            configurationRoutes,
            authenticationRoutes,
            temporaryPassRoutes,
            authorizationRoutes,
            registrationCodeRoutes,
            publicRoutes,
            metricsRoutes,
            administrationRoutes,
            assetRoutes,
            dashboardRoutes,
            webLoginRoutes,
            webLogoutRoutes,
            providerRoutes,
            activationRoutes,
        ].flatMap(\.self)
    }

    /// The supported calls, each as method and path: `GET /health`.
    public var operations: [String] { routes.map { "\($0.method.rawValue) \($0.path)" } }

    /// The responder to requests.
    public var responder: ServiceResponder { ServiceResponder(self) }

    /// The routes, by their paths.
    var routeTable: RouteTable { RouteTable(routes, unserved: Self.unservedPaths) }

    /// The paths without routes whose errors have a form: what is there is declared by the routes.
    static let unservedPaths: [UnservedPaths] = [
        .init("/api", audience: .app),
        .init("/api/v1", audience: .app, formats: .both(default: .json)),
        .init("/o", audience: .app),
        .init("/o/client", audience: .app, formats: .jsonOnly),
        .init("/reggie", audience: .app),
        .init("/reggie/v1", audience: .app, fault: .registrationCode, formats: .both(default: .json)),
        .init("/reset-tempass", audience: .app),
        .init("/adobe-services", audience: .app),
        .init("/sp", audience: .app),
        .init("/sp/saml", audience: .app, fault: .logout),
        .init("/mvpd", audience: .browser, fault: .providerPages),
        .init("/activate", audience: .browser),
        .init("/dashboard", audience: .dashboard, logged: false),
        .init("/admin", audience: .administrator, logged: false),
        // The throttling page lists these calls, which this service does not have.
        .init("/api/v2", audience: .app, throttled: true),
        .init("/api/v1/identities", audience: .app, formats: .both(default: .json), throttled: true),
        .init("/o/client/scopes", audience: .app, formats: .jsonOnly, throttled: true),
        .init("/o/client/validate", audience: .app, formats: .jsonOnly, throttled: true),
        .init("/adobe-services/config", audience: .app, throttled: true),
    ]
}
