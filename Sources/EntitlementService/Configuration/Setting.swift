/// A setting of the service, with the same name in the configuration file, the environment and the command line.
public enum Setting: String, Sendable, CaseIterable {
    case listen
    case publicURL = "public-url"
    case trustedProxy = "trusted-proxy"
    case allowedHost = "allowed-host"
    case state
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
    public var isSecret: Bool { self == .adminToken }

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
        case .state, .runtimeFile, .world, .adminTokenFile, .metricsTokenFile, .tlsCertificate, .tlsKey: .path
        case .adminToken: .token
        case .logLevel: .choice(["trace", "debug", "info", "notice", "warning", "error"])
        case .logFormat: .choice(LogFormat.allCases.map(\.rawValue))
        case .throttling: .toggle
        case .dashboardProtection: .choice(DashboardProtection.allCases.map(\.rawValue))
        case .bodyLimit: .count(1_024...16_777_216)
        case .connectionLimit: .count(1...100_000)
        case .idleTimeout: .span(1...86_400)
        case .journalLimit: .count(0...1_000_000)
        case .retention: .span(0...31_536_000)
        }
    }

    /// The default; nil if it is determined at the start, or there is none.
    public var standard: String? {
        switch self {
        case .listen: "127.0.0.1:0"
        case .logLevel: "notice"
        case .logFormat: LogFormat.text.rawValue
        case .throttling: "off"
        case .dashboardProtection: DashboardProtection.automatic.rawValue
        case .bodyLimit: "262144"
        case .connectionLimit: "4096"
        case .idleTimeout: "60s"
        case .journalLimit: "10000"
        case .retention: "7d"
        case .publicURL, .trustedProxy, .allowedHost, .state, .runtimeFile, .instance, .world, .adminToken, .adminTokenFile,
            .metricsTokenFile, .tlsCertificate, .tlsKey:
            nil
        }
    }

    /// The description for `--help`.
    public var summary: String {
        switch self {
        case .listen:
            "Where to listen: HOST:PORT; port 0 lets the system choose. When nothing says where, it is the port of last time."
        case .publicURL:
            "How the URLs begin that it gives out, as https://tv.example.com; default as each request came, if its host is allowed."
        case .trustedProxy:
            "A proxy (ADDRESS or ADDRESS/BITS) whose X-Forwarded-Proto and X-Forwarded-Host are believed. May be repeated."
        case .allowedHost:
            "A name under which requests may come besides localhost and the service's addresses. May be repeated."
        case .state: "The state folder; default VSASIM_STATE_DIR, else $XDG_STATE_HOME/vsasim."
        case .runtimeFile:
            "Where the URL and the tokens are left while it runs; default $XDG_RUNTIME_DIR/vsasim/entitlementd.json."
        case .instance: "The name of one of several services: its runtime file is entitlementd-NAME.json."
        case .world: "A file with the world to serve, a vsa-world/1 document; default the built-in world."
        case .adminToken: "The token of the administration's calls; default a new one at each start."
        case .adminTokenFile: "A file with the token of the administration's calls; default a new one at each start."
        case .tlsCertificate: "A file with the server's certificate and its chain, in PEM; with --tls-key the service speaks TLS."
        case .tlsKey: "A file with the private key of --tls-certificate, in PEM, that nobody else can read."
        case .logLevel: "What to log on stderr: trace, debug, info (a line for each request), notice, warning, error."
        case .logFormat: "How log lines are written: text, or json (one object a line)."
        case .throttling: "Whether devices that ask too often are answered 429: on or off."
        case .dashboardProtection:
            "Who needs a login for the dashboard and a token for /metrics: automatic and always (everybody), or never."
        case .metricsTokenFile: "A file with a token that reads /metrics and nothing else, as Prometheus' credentials_file."
        case .bodyLimit: "The largest body of a request, in bytes."
        case .connectionLimit: "How many connections are served at a time; more have to wait."
        case .idleTimeout: "How long a connection may be silent before it is closed."
        case .journalLimit: "How many events the journal remembers."
        case .retention: "How long a sign-in is remembered after its end, so that devices are told that it has ended."
        }
    }
}

/// When the dashboard and the metrics require a token.
public enum DashboardProtection: String, Sendable, CaseIterable {
    /// Like ``always``: other users of this machine can reach a service on loopback, too.
    case automatic
    /// Always.
    case always
    /// Not on a loopback address; accepted only there.
    case never
}
