/// The configuration options of the service's parts.
public struct ServiceOptions: Sendable, Equatable {
    /// Whether the service is reachable only from this machine.
    public var isLoopback = true
    /// The base of the URLs in responses; nil: that of each request, and for SAML the listening address.
    public var publicURL: String?
    /// The proxies whose `X-Forwarded-Proto` and `X-Forwarded-Host` are trusted.
    var trustedProxies: [AddressRange] = []
    /// Names of the service in addition to its addresses and those of the loopback interface, in lowercase.
    var allowedHosts: Set<String> = []
    /// Whether devices that make too many calls receive 429.
    public var throttles = false
    /// Whether the providers' login pages list the test users with their passwords.
    public var listsTestUsers = false
    /// Whether the dashboard and the metrics require no token on a loopback address, where other users can also reach them.
    public var opensDashboard = false
    /// A token that reads only the metrics, in addition to the administrator's; nil for none.
    public var metricsToken: String?
    /// The maximum size of a request's body, in bytes.
    public var bodyLimit = 262_144
    /// The maximum number of concurrent connections.
    public var connectionLimit = 4_096
    /// The time after which an idle connection is closed, in seconds. Longer than the 60 seconds of nginx and of AWS's load
    /// balancers, which would otherwise send requests on connections that are being closed.
    public var idleSeconds: Int64 = 75
    /// The time limit for receiving a request's body, and for a response that is not read, in seconds.
    public var bodySeconds: Int64 = 30
    /// The number of events in the journal.
    public var journalLimit = 10_000
    /// The path of the database, for its size; nil if it is in memory.
    public var databasePath: String?

    /// Creates the defaults.
    public init() {}

    /// Whether the dashboard and the metrics require a token; always if other machines can reach the service.
    public var protectsDashboard: Bool { !opensDashboard || !isLoopback }
}
