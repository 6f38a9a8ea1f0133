import CMalloc
import EntitlementService
import Foundation
import Glibc
import Logging
import StateDirectory
import TVWorld

/// The start of the configured service, which then serves requests.
struct Start {
    let configuration: ServiceConfiguration
    let environment: [String: String]
    private let logger: Logger

    init(configuration: ServiceConfiguration, environment: [String: String]) {
        self.configuration = configuration
        self.environment = environment
        let (level, format) = (configuration.logLevel, configuration.logFormat)
        var logger = Logger(label: "entitlementd") { _ in LineLogHandler(level: level, format: format) }
        if configuration[.database].text != nil { logger[metadataKey: "node"] = "\(Self.nodeName(configuration))" }
        self.logger = logger
    }

    /// Serves until a signal arrives.
    ///
    /// - Throws: ``SetupFailure``, or the reason why the state, the files or the address cannot be used.
    func perform() async throws {
        let time = ServerTime()
        let clock = AdjustableClock(try ClockSetting(environment: environment)) { time.microseconds() }
        // This precedes any change to the file system: an invalid file leaves no trace.
        let world = try baseline()
        let token = try adminToken()
        let metricsToken = try self.token(in: .metricsTokenFile)
        // This precedes any change to the state: a second process started by mistake changes nothing.
        let runtime = try RuntimeFile(configuration: configuration, environment: environment)
        if runtime == nil { logger.warning("XDG_RUNTIME_DIR is not set: no runtime file is written") }
        let path = try Self.folder(of: configuration)
        let tls = try configuration.tlsFiles.map { try TLSIdentity(certificate: $0.certificate, key: $0.key) }
        let folder = try StateFolder(path: path, isSynced: isSynced)
        try folder.join()
        let database = folder.path(of: "entitlementd.sqlite")
        var options = configuration.options
        if configuration[.database].text == nil { options.databasePath = database }
        options.metricsToken = metricsToken
        let limit = DescriptorLimit.raise()
        options.connectionLimit = DescriptorLimit.connections(options.connectionLimit, limit: limit)
        if options.connectionLimit < configuration.options.connectionLimit {
            logger.notice(
                "fewer connections than configured: the limit of open files (ulimit -n) is lower",
                metadata: ["connections": "\(options.connectionLimit)", "files": "\(limit ?? 0)"])
        }
        let journalProblem = takeJournal(of: folder)
        let isFirst = journalProblem == nil
        let shared = try sharedStore(time)
        let service = try await ServiceEnvironment(
            engine: EntitlementEngine(
                store: try shared
                    ?? SQLiteTokenStore(path: database, sessionRetention: configuration.retention, isSynced: isSynced),
                baseline: world, clock: clock,
                journalLimit: options.journalLimit,
                journalStore: isFirst && shared == nil ? journalStore(folder) : nil),
            keys: try await keys(folder, shared, now: clock.seconds()),
            adminToken: token,
            version: simulatorVersion, options: options)
        try await service.engine.join()
        folder.release()
        warnAboutAccess(options, hasTLS: tls != nil)
        // An explicit address is used as given; of several instances that share a folder, the first one gets the port.
        let isFree = configuration[.listen].source == .standard && isFirst
        try await serve(
            service, tls: tls, runtime: runtime, remembered: isFree ? RememberedPort(in: folder) : nil,
            journalProblem: shared == nil ? journalProblem : nil)
        runtime?.remove()
    }

    /// Returns the service's folder in the state folder.
    static func folder(of configuration: ServiceConfiguration) throws(SetupFailure) -> String {
        guard let folder = configuration.stateFolder else {
            throw SetupFailure("No state folder is known: set --state, VSASIM_STATE_DIR, XDG_STATE_HOME or HOME.")
        }
        return folder + "/entitlementd"
    }

    /// Warns about who can reach the service, and who cannot.
    private func warnAboutAccess(_ options: ServiceOptions, hasTLS: Bool) {
        if !options.protectsDashboard {
            logger.warning("every user of this machine can open the dashboard and read the metrics: dashboard-protection never")
        }
        if !options.isLoopback, !hasTLS {
            logger.warning(
                "other machines can reach this service, which has no TLS", metadata: ["host": "\(configuration.listen.host)"])
        }
        if options.publicURL == nil, configuration.listen.isWildcard || configuration[.trustedProxy].text != nil {
            logger.warning("browsers on other machines cannot log in at TV providers: their pages need a public-url")
        }
    }

    private var isSynced: Bool { PrivateFile.isSynced(in: environment) }

    /// Returns the store on the configured PostgreSQL server; nil without one.
    private func sharedStore(_ time: ServerTime) throws -> PostgreSQLTokenStore? {
        guard let target = configuration[.database].text else { return nil }
        return try PostgreSQLTokenStore(
            target: target, schema: configuration[.databaseSchema].text ?? "", sessionRetention: configuration.retention,
            nodeName: Self.nodeName(configuration), time: time)
    }

    /// Returns the name of this process among the nodes: that of the instance, otherwise the machine's.
    private static func nodeName(_ configuration: ServiceConfiguration) -> String {
        if let name = configuration[.instance].text { return name }
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "entitlementd" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Claims the journal's file, which also makes this instance the folder's first.
    ///
    /// - Returns: The reason if it cannot have it, otherwise nil.
    private func takeJournal(of folder: StateFolder) -> String? {
        do {
            return try folder.takeJournal() ? nil : "another instance keeps its journal in this folder"
        } catch {
            return "\(error)"
        }
    }

    /// Returns the journal file. Only one instance writes it; others that share the folder keep their journal in memory.
    private func journalStore(_ folder: StateFolder) -> JournalStore? {
        do {
            return try JournalStore(
                path: folder.path(of: "journal.sqlite"), limit: 10 * configuration.options.journalLimit, isSynced: isSynced)
        } catch {
            // Losing earlier journal entries must not prevent the start.
            logger.warning("the journal is kept in memory only", metadata: ["reason": "\(error)"])
            return nil
        }
    }

    /// Returns the address to listen on. Unless a port is configured, it is the previous one, so that the device and apps find
    /// the service again.
    private func address(_ remembered: RememberedPort?) async -> ListenAddress {
        var address = configuration.listen
        guard let port = remembered?.read() else { return address }
        if await RememberedPort.isFree(port, host: address.host) {
            address.port = port
        } else {
            logger.warning(
                "the previous port is in use, so the address has changed; update the device: vsactl service connect",
                metadata: ["port": "\(port)", "owner": "\(PortOwner.find(port: port)?.description ?? "unknown")"])
        }
        return address
    }

    private func serve(
        _ service: ServiceEnvironment, tls: TLSIdentity?, runtime: RuntimeFile?, remembered: RememberedPort?,
        journalProblem: String?
    ) async throws {
        let address = await address(remembered)
        let dashboardToken = service.openDashboard(on: address)
        let connectsByItself = configuration.connectsByItself
        var application = EntitlementApplication(
            environment: service, host: address.host, port: address.port, tls: tls, logger: logger
        ) { [logger] host, port in
            // The certificate is more likely to contain the given name than its address.
            let host = tls != nil && address.isNamed ? address.host : host
            let url = ListenAddress.url(host: host, port: port, isSecure: tls != nil)
            service.listens(at: url)
            // Not earlier: an instance that cannot listen keeps no journal.
            if let journalProblem {
                logger.notice("the journal is kept in memory only", metadata: ["reason": "\(journalProblem)"])
            }
            do { try remembered?.keep(port) } catch {
                logger.warning("the port cannot be stored for the next start", metadata: ["reason": "\(error)"])
            }
            do {
                try runtime?.write(
                    url: url, adminToken: service.adminToken, dashboardToken: dashboardToken, connectsByItself: connectsByItself,
                    version: service.version)
            } catch {
                logger.error("the runtime file cannot be written", metadata: ["reason": "\(error)"])
            }
            // Only this user can read the runtime file; others may be able to read the log.
            if let dashboardToken, runtime == nil {
                let page = "\(service.identity.baseURL)/dashboard"
                logger.notice("dashboard", metadata: ["url": "\(page)", "token": "\(dashboardToken)"])
            }
            // The only line on standard output announces that connections are accepted.
            print("entitlementd listening on \(url)")
            fflush(nil)
        }
        application.giveBack = { malloc_trim(0) }
        do { try await application.runUntilSignal() } catch { throw described(error, port: address.port) }
    }

    /// Returns the given token, the token in the given file, or a new one.
    private func adminToken() throws -> String {
        try configuration[.adminToken].text ?? token(in: .adminTokenFile) ?? ServiceEnvironment.newAdminToken()
    }

    /// Returns the keys: those in the database if it has a secret to encrypt them, otherwise those in the state folder.
    private func keys(_ folder: StateFolder, _ store: PostgreSQLTokenStore?, now: Int64) async throws -> ServiceKeys {
        let pool = KeyPool(environment: environment)
        guard let store, let secret = try configuration[.databaseKey].text ?? token(in: .databaseKeyFile) else {
            if configuration[.database].text != nil {
                logger.warning(
                    """
                    the keys are those of the state folder: nodes with another one reject the tokens that this one issues; give all \
                    nodes the same --database-key-file (\(Setting.databaseKeyFile.variable))
                    """)
            }
            return try await ServiceKeys(files: folder, pool: pool, now: now)
        }
        return try await ServiceKeys(files: StoredKeys(store, secret: secret, folder: folder), pool: pool, now: now)
    }

    /// Returns the token in the file that a setting names; nil if the setting is absent.
    private func token(in file: Setting) throws -> String? {
        let setting = configuration[file]
        guard let path = setting.text else { return nil }
        let place = setting.source.place ?? file.rawValue
        let text: String
        do { text = try SecretFile.read(path) } catch {
            throw SetupFailure("The file \(path) of \(place) \(error).", exitCode: 65)
        }
        let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard SettingKind.token.accepts(token) else {
            throw SetupFailure(
                "The file \(path) of \(place) must contain a token of at least 16 printable characters.", exitCode: 65)
        }
        return token
    }

    private func baseline() throws -> World {
        let setting = configuration[.world]
        guard let path = setting.text else { return .builtIn }
        let place = setting.source.place ?? Setting.world.rawValue
        let bytes: [UInt8]
        do throws(SystemFailure) {
            bytes = try OpenFile.read(path, limit: World.documentLimit)
        } catch {
            throw SetupFailure("the file \(path) of \(place) cannot be read: \(error.reason)", exitCode: 65)
        }
        do {
            return try World(document: bytes)
        } catch {
            throw SetupFailure("the file \(path) of \(place) is not a valid world: \(error)", exitCode: 65)
        }
    }

    /// Returns the reason why the socket could not be opened as one line, which names the address; other errors unchanged.
    private func described(_ error: any Error, port: Int) -> any Error {
        let (listen, text) = (configuration[.listen], String(describing: error))
        let address = listen.text ?? ""
        if text.contains("UnknownHost") {
            return SetupFailure("\(listen.source.place ?? "listen") \(address): the host is unknown.")
        }
        if text.contains("EADDRINUSE") || text.contains("Address already in use") {
            let owner = PortOwner.find(port: port).map { ": \($0)" } ?? ""
            return SetupFailure("\(address) is in use\(owner). Choose another port with --listen; port 0 uses a free one.")
        }
        if text.contains("EADDRNOTAVAIL") || text.contains("Cannot assign requested address") {
            return SetupFailure("\(address) is not an address of this machine.")
        }
        if text.contains("EACCES") || text.contains("Permission denied") {
            let advice = port < 1_024 ? " Ports below 1024 need root or the capability CAP_NET_BIND_SERVICE." : ""
            return SetupFailure("\(address) is not allowed: \(SystemFailure(EACCES).reason)." + advice)
        }
        return error
    }
}
