/// A setting of the service, with the same name in the configuration file, the environment and the command line.
public enum Setting: String, Sendable, CaseIterable {
    case listen
    case publicURL = "public-url"
    case trustedProxy = "trusted-proxy"
    case allowedHost = "allowed-host"
    case state
    case database
    case databaseSchema = "database-schema"
    case databaseKey = "database-key"
    case databaseKeyFile = "database-key-file"
    case runtimeFile = "runtime-file"
    case instance
    case world
    case adminToken = "admin-token"
    case adminTokenFile = "admin-token-file"
    case tlsCertificate = "tls-certificate"
    case tlsKey = "tls-key"
    case logLevel = "log-level"
    case logFormat = "log-format"
    case throttling
    case testUsers = "test-users"
    case autoConnect = "auto-connect"
    case dashboardProtection = "dashboard-protection"
    case metricsTokenFile = "metrics-token-file"
    case bodyLimit = "body-limit"
    case connectionLimit = "connection-limit"
    case idleTimeout = "idle-timeout"
    case journalLimit = "journal-limit"
    case retention

    /// The environment variable that sets it.
    public var variable: String {
        Self.variablePrefix + rawValue.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
    }

    /// The command-line option; nil for secrets, because command lines are visible to all users.
    public var option: String? { isSecret ? nil : "--" + rawValue }

    /// Whether its value is never shown.
    public var isSecret: Bool { self == .adminToken || self == .databaseKey }

    /// Returns an invalid value for an error message, unless it may contain a secret.
    public func found(_ text: String) -> String {
        isSecret || self == .database ? "another text" : "\"\(text.prefix(64))\""
    }

    /// The prefix of all variables.
    public static let variablePrefix = "VSASIM_ENTITLEMENTD_"

    /// The accepted values.
    public var kind: SettingKind {
        switch self {
        case .listen: .address
        case .publicURL: .url
        case .trustedProxy: .list(.addressRange)
        case .allowedHost: .list(.host)
        case .instance: .name
        case .database: .database
        case .databaseSchema: .schema
        case .state, .databaseKeyFile, .runtimeFile, .world, .adminTokenFile, .metricsTokenFile, .tlsCertificate, .tlsKey: .path
        case .adminToken, .databaseKey: .token
        case .logLevel: .choice(["trace", "debug", "info", "notice", "warning", "error"])
        case .logFormat: .choice(LogFormat.allCases.map(\.rawValue))
        case .throttling, .testUsers, .autoConnect: .toggle
        case .dashboardProtection: .choice(["automatic", "always", "never"])
        case .bodyLimit: .count(1_024...16_777_216)
        case .connectionLimit: .count(1...100_000)
        case .idleTimeout: .span(1...86_400)
        case .journalLimit: .count(0...1_000_000)
        case .retention: .span(0...31_536_000)
        }
    }

    /// The default; nil if it is determined at the start, or there is none.
    public var standard: String? { Self.standards[self] }

    private static let standards: [Setting: String] = [
        .listen: "127.0.0.1:0", .databaseSchema: "entitlementd", .logLevel: "notice", .logFormat: LogFormat.text.rawValue,
        .throttling: "off", .testUsers: "off", .autoConnect: "on",
        .dashboardProtection: "automatic", .bodyLimit: "262144", .connectionLimit: "4096",
        .idleTimeout: "75s", .journalLimit: "10000", .retention: "7d",
    ]

    /// The description for `--help`.
    public var summary: String {
        switch self {
        case .listen:
            "The address to listen on, HOST:PORT; port 0 uses a free one. If it is not set, the previous port is used again."
        case .publicURL:
            "How the service's URLs begin, such as https://tv.example.com; default: as in each request, if its host is allowed."
        case .trustedProxy:
            "A proxy (ADDRESS or ADDRESS/BITS) whose X-Forwarded-Proto and X-Forwarded-Host are trusted. May be repeated."
        case .allowedHost:
            "A host name that requests may use in addition to localhost and the service's addresses. May be repeated."
        case .state: "The state folder; default: VSASIM_STATE_DIR, otherwise $XDG_STATE_HOME/vsasim."
        case .database:
            "A PostgreSQL server as the store, in libpq's form: postgresql://USER@HOST/NAME; default: SQLite in the state folder."
        case .databaseSchema: "The schema in the PostgreSQL database, which the nodes of a service share."
        case .databaseKey: "The secret that encrypts the keys in the database, the same for all nodes."
        case .databaseKeyFile:
            "A file with the secret that encrypts the keys in the PostgreSQL database, the same for all nodes."
        case .runtimeFile:
            "The file with the URL and the tokens while it runs; default: $XDG_RUNTIME_DIR/vsasim/entitlementd.json."
        case .instance:
            "The name of this service if there are several, also in the journal: its runtime file is entitlementd-NAME.json."
        case .world: "The world, a file with a vsa-world/1 document; default: the built-in world."
        case .adminToken: "The token for the admin API; default: a new one at each start."
        case .adminTokenFile: "A file with the token for the admin API; default: a new one at each start."
        case .tlsCertificate: "A file with the server's certificate and its chain, in PEM; with --tls-key the service uses TLS."
        case .tlsKey: "A file with the private key of --tls-certificate, in PEM, which nobody else may be able to read."
        case .logLevel: "The level of the log on stderr: trace, debug, info (a line for each request), notice, warning, error."
        case .logFormat: "The format of the log: text, or json (one object per line)."
        case .throttling: "Whether devices that send too many requests get 429: on or off."
        case .testUsers: "Whether the providers' login pages list the test users with their passwords: on or off."
        case .autoConnect:
            "Whether this user's device is connected to the service automatically, unless it trusts another one: on or off."
        case .dashboardProtection:
            "Whether the dashboard requires a login and /metrics a token: automatic and always (they do), or never."
        case .metricsTokenFile: "A file with a token that can only read /metrics, such as Prometheus' credentials_file."
        case .bodyLimit: "The maximum size of a request's body, in bytes."
        case .connectionLimit: "The maximum number of simultaneous connections; further ones wait."
        case .idleTimeout: "How long a connection may be idle before it is closed."
        case .journalLimit: "The maximum number of events in the journal."
        case .retention: "How long an expired sign-in is kept, so that devices learn that it expired."
        }
    }
}

/// The origin of a setting; later cases take precedence.
public enum SettingSource: Sendable, Comparable {
    /// The default.
    case standard
    /// A line in the configuration file.
    case file(path: String, line: Int)
    /// An environment variable.
    case environment(variable: String)
    /// An option on the command line.
    case option(String)

    /// The name of the case: `default`, `file`, `environment`, `option`.
    public var name: String {
        switch self {
        case .standard: "default"
        case .file: "file"
        case .environment: "environment"
        case .option: "option"
        }
    }

    /// The exact location; nil for the default.
    public var place: String? {
        switch self {
        case .standard: nil
        case .file(let path, let line): "\(path):\(line)"
        case .environment(let variable): variable
        case .option(let option): option
        }
    }
}
