import FoundationEssentials

/// The address of the service, and the token for its administration.
struct ServiceAddress: Sendable, Equatable {
    /// The base URL without a trailing slash.
    var url: String
    /// The administrator's token; nil if only public pages are accessible.
    var adminToken: String?

    /// The contents of `$XDG_RUNTIME_DIR/vsasim/entitlementd.json`, which entitlementd writes.
    struct RuntimeFile: Decodable {
        var url: String
        var adminToken: String
        var processID: Int32?
        var autoConnect: Bool?
    }

    /// Creates an address with a valid URL.
    ///
    /// - Throws: `Failure` with `ExitStatus.invalidData` unless it is an `http` or `https` URL with a host.
    init(url: String, adminToken: String?) throws {
        let trimmed = url.trimmingSuffix { $0 == "/" }
        guard let parsed = URL(string: trimmed), let scheme = parsed.scheme?.lowercased(), ["http", "https"].contains(scheme),
            parsed.host?.isEmpty == false
        else {
            throw Failure(.invalidData, "not a service URL: \(url)", advice: "Expected http://HOST:PORT or https://HOST.")
        }
        self.url = trimmed
        self.adminToken = adminToken.nonEmpty
    }

    /// Returns the service in the environment, or else the one of the runtime file; nil if there is none.
    static func discover(environment: [String: String] = ProcessInfo.processInfo.environment) throws -> ServiceAddress? {
        let file = try runtimeFile(environment: environment)
        guard let url = environment["VSASIM_SERVICE_URL"].nonEmpty else { return file }
        var address = try ServiceAddress(url: url, adminToken: environment["VSASIM_ADMIN_TOKEN"])
        if address.adminToken == nil, file?.url == address.url { address.adminToken = file?.adminToken }
        return address
    }

    /// Whether it is the one in the environment.
    var isFromEnvironment: Bool {
        ProcessInfo.processInfo.environment["VSASIM_SERVICE_URL"]?.trimmingSuffix { $0 == "/" } == url
    }

    /// Returns whether the environment names another service, or another token, so that programs do not use this one.
    func isOverridden(by environment: [String: String] = ProcessInfo.processInfo.environment) -> Bool {
        guard environment["VSASIM_SERVICE_URL"].nonEmpty != nil else { return false }
        return (try? Self.discover(environment: environment)) != self
    }

    /// Returns the same, or throws an error if there is none.
    ///
    /// - Throws: `Failure` with `ExitStatus.unreachable`.
    static func required(environment: [String: String] = ProcessInfo.processInfo.environment) throws -> ServiceAddress {
        guard let address = try discover(environment: environment) else {
            throw Failure(
                .unreachable, "no service (entitlementd) is running in this session",
                advice: """
                    Start it with: \(DaemonCommands.start)
                    or start everything in a private session with: vsactl run -- COMMAND
                    or set VSASIM_SERVICE_URL and VSASIM_ADMIN_TOKEN.
                    """)
        }
        return address
    }

    /// Returns a service given on the command line. The token of another service is never sent to it.
    static func given(
        url: String, adminToken: String?, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> ServiceAddress {
        var address = try ServiceAddress(url: url, adminToken: adminToken)
        guard address.adminToken == nil else { return address }
        if environment["VSASIM_SERVICE_URL"].nonEmpty == nil {
            address.adminToken = environment["VSASIM_ADMIN_TOKEN"].nonEmpty
        }
        let known = [try discover(environment: environment), try runtimeFile(environment: environment)]
        address.adminToken = address.adminToken ?? known.compactMap { $0 }.first { $0.url == address.url }?.adminToken
        return address
    }

    static func runtimeFilePath(environment: [String: String]) -> String? {
        environment["XDG_RUNTIME_DIR"].nonEmpty.map { "\($0)/vsasim/entitlementd.json" }
    }

    private static func runtimeFile(environment: [String: String]) throws -> ServiceAddress? {
        guard let path = runtimeFilePath(environment: environment), let data = FileManager.default.contents(atPath: path)
        else { return nil }
        do {
            let file = try JSONDecoder().decode(RuntimeFile.self, from: data)
            return try ServiceAddress(url: file.url, adminToken: file.adminToken)
        } catch is DecodingError {
            throw Failure(
                .invalidData, "the runtime file \(path) cannot be read",
                advice: "Remove it and restart the service: \(DaemonCommands.restartService)")
        }
    }
}
