/// What the configuration tells the service's parts.
public struct ServiceOptions: Sendable, Equatable {
    /// Whether only this machine reaches the service.
    public var isLoopback = true
    /// Whether devices that ask too often are answered 429.
    public var throttles = false
    /// When the dashboard asks for the administration's token.
    public var dashboardProtection = DashboardProtection.automatic
    /// The largest body of a request, in bytes.
    public var bodyLimit = 262_144
    /// How many connections are served at a time.
    public var connectionLimit = 4_096
    /// How long a connection may be silent, in seconds.
    public var idleSeconds: Int64 = 60
    /// How many events the journal remembers.
    public var journalLimit = 10_000
    /// The path of the database, for its size; nil when it is in memory.
    public var databasePath: String?

    /// The defaults.
    public init() {}

    /// Whether the dashboard asks for the administration's token.
    public var protectsDashboard: Bool { dashboardProtection == .always || !isLoopback }
}
