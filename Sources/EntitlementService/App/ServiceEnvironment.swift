import Administration
import Encodings
import EntitlementCore
import HTTPTypes
import Hummingbird
import Synchronization
import TVWorld

/// The environment of the routes.
public struct ServiceEnvironment: Sendable {
    /// The service without HTTP.
    public let engine: EntitlementEngine
    /// The service in its role as a SAML service provider.
    public let identity: ServiceProviderIdentity
    /// The token of administrative calls.
    public let adminToken: String
    /// The program's version.
    public let version: String
    /// The options from the configuration.
    public let options: ServiceOptions
    let keys: ServiceKeys
    let signer: TokenSigner
    let access: AccessControl
    let verifier: ResponseVerifier
    let verification = MessageVerification()
    let forms: FormGuard
    let throttle: Throttle
    let dashboard: Dashboard
    let loginThrottle: GuessThrottle
    let guesses: GuessThrottle

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
        access = AccessControl(
            engine: engine, signer: signer, identityTokens: try await IdentityTokens(pem: keys.tokenPEM), adminToken: adminToken)
        verifier = ResponseVerifier(engine: engine, identity: identity, verification: verification)
        forms = FormGuard(key: keys.formKey)
        throttle = Throttle(ThrottlingResource(enabled: options.throttles), shared: engine.shared)
        // The names differ from those of earlier versions, whose values this one cannot read.
        loginThrottle = GuessThrottle("wrong-password", shared: engine.shared)
        guesses = GuessThrottle("wrong-code", shared: engine.shared)
        dashboard = Dashboard(
            access: DashboardAccess(
                token: Self.newAdminToken(), adminToken: adminToken, isOpen: !options.protectsDashboard, shared: engine.shared))
        engine.onFollowing.withLock { [throttle, keys] in
            $0 = {
                try await throttle.follow()
                try await keys.reload()
            }
        }
    }

    /// Sets the URL of the listening address, which the service uses if no public URL is configured.
    public func listens(at url: String) {
        if options.publicURL == nil { identity.baseURL = url }
    }

    /// Adapts the dashboard to the address that the service listens on.
    ///
    /// - Returns: The token that its login accepts besides the administration's; nil if no login is configured.
    public func openDashboard(on address: ListenAddress) -> String? {
        dashboard.access.listen(on: address)
        return dashboard.access.needsLogin ? dashboard.access.token : nil
    }

    /// Returns an unpredictable token for administrative calls.
    public static func newAdminToken() -> String { hexadecimal(SystemRandomSource().bytes(32)) }

    /// All routes.
    var routes: [Route] {
        let sites = ProviderSites(engine: engine, identity: identity, keys: keys.providers, descriptors: verifier.descriptors)
        let administration = AdministrationController(
            engine: engine, access: access, identity: identity, verification: verification, keys: keys, throttle: throttle,
            loginThrottle: loginThrottle, guesses: guesses, version: version)
        return [
            RegistrationController(engine: engine, signer: signer).routes,
            DeviceController(
                engine: engine, access: access, identity: identity, keys: keys, verifier: verifier, guesses: guesses
            ).routes,
            RegistrationCodeController(engine: engine, access: access, guesses: guesses).routes,
            DocumentController(engine: engine, identity: identity, keys: keys).routes,
            MetricsController(
                engine: engine, access: access, options: options,
                sessions: RecentValue(lifetime: engine.shared == nil ? .zero : .seconds(10))
            ).routes,
            StartController(version: version, options: options).routes,
            administration.routes,
            [Asset.route],
            DashboardController(
                administration: administration, dashboard: dashboard, forms: forms, publicURL: options.publicURL
            ).routes,
            WebLoginController(
                engine: engine, identity: identity, verification: verification, sites: sites, guesses: guesses
            ).routes,
            ProviderController(
                engine: engine, verification: verification, sites: sites, forms: forms, loginThrottle: loginThrottle,
                listsTestUsers: options.listsTestUsers
            ).routes,
            ActivationController(engine: engine, forms: forms, guesses: guesses).routes,
            ClientController(engine: engine, access: access, keys: keys, guesses: guesses).routes,
            PartnerController(engine: engine, access: access, identity: identity, verifier: verifier).routes,
        ].flatMap(\.self)
    }

    /// The routes by path.
    var routeTable: RouteTable { RouteTable(routes, unserved: Self.unservedPaths) }

    /// The attributes of paths without a route, by their prefix: their errors have the form of the routes next to them.
    static let unservedPaths: [String: RouteAttributes] = [
        "/api": .init(audience: .app),
        "/api/v1": .init(audience: .app, formats: .both(default: .json)),
        "/o": .init(audience: .app),
        "/o/client": .init(audience: .app, formats: .jsonOnly),
        "/reggie": .init(audience: .app),
        "/reggie/v1": .init(audience: .app, fault: .registrationCode, formats: .both(default: .json)),
        "/reset-tempass": .init(audience: .app),
        "/adobe-services": .init(audience: .app),
        "/sp": .init(audience: .app),
        "/sp/saml": .init(audience: .app, fault: .logout),
        "/mvpd": .init(audience: .browser, fault: .providerPages),
        "/activate": .init(audience: .browser),
        "/dashboard": .init(audience: .dashboard),
        "/admin": .init(audience: .administrator),
        "/api/v2": .init(audience: .app, formats: .json, isThrottled: true),
        // The throttling page lists these calls, which this service does not support.
        "/api/v1/identities": .init(audience: .app, formats: .both(default: .json), isThrottled: true),
        "/o/client/scopes": .init(audience: .app, formats: .jsonOnly, isThrottled: true),
        "/o/client/validate": .init(audience: .app, formats: .jsonOnly, isThrottled: true),
        "/adobe-services/config": .init(audience: .app, isThrottled: true),
    ]
}

extension Asset {
    /// All assets that the service provides. New ones must be added here.
    static let served: [Asset] = [
        .style, .activation, .submit, .providers, .sendOnce, .reference, .dashboardStyle, .dashboardScript,
    ]

    /// The route of all assets.
    static var route: Route {
        Route(.get, "/assets/{name}", audience: .everyone) { call in
            let name = call.part("name")
            guard let asset = Asset.served.first(where: { $0.name == name }) else { throw ServiceError(.notFound, "Not Found") }
            return asset.response
        }
    }
}
