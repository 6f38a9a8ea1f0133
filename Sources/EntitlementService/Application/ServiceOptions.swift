/// What the configuration tells the service's parts.
public struct ServiceOptions: Sendable, Equatable {
    /// Whether only this machine reaches the service.
    public var isLoopback = true
    /// How the URLs begin that the service gives out; nil: as each request came, and SAML's with the listening address.
    public var publicURL: String?
    /// The proxies whose `X-Forwarded-Proto` and `X-Forwarded-Host` are trusted.
    var trustedProxies: [AddressRange] = []
    /// Names of the service besides its addresses and those of the loopback, in lower case.
    var allowedHosts: Set<String> = []
    /// Whether devices that ask too often are answered 429.
    public var throttles = false
    /// When the dashboard and the metrics ask for a token.
    public var dashboardProtection = DashboardProtection.automatic
    /// A token that reads the metrics and nothing else, besides the administration's; nil for none.
    public var metricsToken: String?
    /// The largest body of a request, in bytes.
    public var bodyLimit = 262_144
    /// How many connections are served at a time.
    public var connectionLimit = 4_096
    /// How long a connection may be silent, in seconds.
    public var idleSeconds: Int64 = 60
    /// How long a request's body may take to come, and an answer that is not read, in seconds.
    public var bodySeconds: Int64 = 30
    /// How many events the journal remembers.
    public var journalLimit = 10_000
    /// The path of the database, for its size; nil if it is in memory.
    public var databasePath: String?

    /// Creates the defaults.
    public init() {}

    /// Whether the dashboard and the metrics ask for a token; always where other machines reach the service.
    public var protectsDashboard: Bool { dashboardProtection != .never || !isLoopback }
}
