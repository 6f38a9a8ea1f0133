import Dates
import EntitlementCore
import Logging

/// The typed settings; all strings have already been checked.
extension ServiceConfiguration {
    /// The address to listen on.
    public var listen: ListenAddress { self[.listen].text.flatMap { ListenAddress($0) } ?? ListenAddress("127.0.0.1:0")! }
    /// The state folder; nil if it cannot be determined.
    public var stateFolder: String? { self[.state].text }
    /// The level of log messages.
    public var logLevel: Logger.Level { self[.logLevel].text.flatMap { Logger.Level(rawValue: $0) } ?? .notice }
    /// The format of log messages.
    public var logFormat: LogFormat { self[.logFormat].text.flatMap { LogFormat(rawValue: $0) } ?? .text }

    /// The files of the server's certificate and its key; nil for plain HTTP.
    public var tlsFiles: (certificate: String, key: String)? {
        guard let certificate = self[.tlsCertificate].text, let key = self[.tlsKey].text else { return nil }
        return (certificate, key)
    }

    /// The time for which an expired sign-in is kept, in milliseconds.
    public var retention: Int64 {
        self[.retention].text.flatMap(DurationText.seconds).map { $0 * 1_000 } ?? AuthenticationRecord.retention
    }

    /// Whether the user's device may be connected to the service without a command.
    public var connectsByItself: Bool { self[.autoConnect].text.flatMap { SettingKind.bool($0) } ?? true }

    /// Whether the dashboard and the metrics require no token. The other two values, `automatic` and `always`, mean the same.
    var opensDashboard: Bool { self[.dashboardProtection].text == "never" }

    /// The options of the service's parts.
    public var options: ServiceOptions {
        var options = ServiceOptions()
        options.isLoopback = listen.isLoopback
        options.publicURL = self[.publicURL].text.flatMap { SettingKind.publicURL($0) }
        options.trustedProxies = elements(.trustedProxy).compactMap { AddressRange($0) }
        options.allowedHosts = Set(elements(.allowedHost).compactMap { HostAuthority($0)?.host })
        if listen.isNamed { options.allowedHosts.insert(listen.host.lowercased()) }
        options.throttles = self[.throttling].text.flatMap { SettingKind.bool($0) } ?? options.throttles
        options.listsTestUsers = self[.testUsers].text.flatMap { SettingKind.bool($0) } ?? options.listsTestUsers
        options.opensDashboard = opensDashboard
        options.bodyLimit = count(.bodyLimit) ?? options.bodyLimit
        options.connectionLimit = count(.connectionLimit) ?? options.connectionLimit
        options.idleSeconds = self[.idleTimeout].text.flatMap(DurationText.seconds) ?? options.idleSeconds
        options.journalLimit = count(.journalLimit) ?? options.journalLimit
        return options
    }

    private func elements(_ setting: Setting) -> [String] { self[setting].text.map { SettingKind.elements($0) } ?? [] }

    private func count(_ setting: Setting) -> Int? {
        self[setting].text.flatMap { SettingKind.number($0) }.map { Int($0) }
    }
}
