import ArgumentParser
import EntitlementService
import Foundation
import Logging
import TVWorld

#if canImport(Glibc)
    import Glibc
#endif

/// `entitlementd serve`
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Serve until SIGTERM or SIGINT.")

    @Option(help: "Where to listen: HOST:PORT; port 0 lets the system choose.")
    var listen = "127.0.0.1:0"

    @Option(help: "The state folder; default VSASIM_STATE_DIR, else $XDG_STATE_HOME/vsasim.")
    var state: String?

    @Option(help: "A file with the token of the administration's calls; default a new one at each start.")
    var adminTokenFile: String?

    @Option(help: "A file with the world to serve, a vsa-world/1 document; default the built-in world.")
    var world: String?

    @Option(help: "What to log on stderr: trace, debug, info, notice, warning, error.")
    var logLevel = "notice"

    func validate() throws {
        guard ListenAddress(listen) != nil else {
            throw ValidationError("--listen takes HOST:PORT with a port from 0 to 65535, as 127.0.0.1:8080 or [::1]:0.")
        }
        guard Logger.Level(rawValue: logLevel) != nil else {
            throw ValidationError("--log-level takes \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
    }

    func run() async throws {
        unblockSignals()
        // Whatever is made, only this user reads it.
        umask(0o077)
        do {
            try await serve()
        } catch {
            // A clear line instead of a stack of types; the exit code says that it did not work.
            complain(Self.text(of: error, listen: listen))
            throw ExitCode((error as? Failure)?.code ?? 1)
        }
    }

    private func serve() async throws {
        guard let address = ListenAddress(listen) else { return }
        let environment = ProcessInfo.processInfo.environment
        let clock = clock(environment)
        // Before anything is made: a wrong file leaves no trace.
        let world = try baseline()
        let folder = try StateFolder(path: try stateFolder(environment) + "/entitlementd")
        let service = try await ServiceEnvironment(
            engine: EntitlementEngine(
                store: try SQLiteTokenStore(path: folder.path(of: "entitlementd.sqlite")), baseline: world, clock: clock),
            keys: try ServiceKeys(folder: folder, now: clock.seconds()), adminToken: try adminToken(),
            version: entitlementServiceVersion)
        if !address.isLoopback {
            complain("warning: listening on \(address.host): other machines can reach this service, which has no TLS.")
        }
        let runtime = RuntimeFile(environment: environment)
        if runtime == nil { complain("XDG_RUNTIME_DIR is not set: no runtime file is written.") }
        try await serve(service, address: address, runtime: runtime)
        runtime?.remove()
        withExtendedLifetime(folder) {}
    }

    private func serve(_ service: ServiceEnvironment, address: ListenAddress, runtime: RuntimeFile?) async throws {
        var logger = Logger(label: "entitlementd") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = Logger.Level(rawValue: logLevel) ?? .notice
        let application = EntitlementApplication(
            environment: service, host: address.host, port: address.port, logger: logger
        ) { [logger] host, port in
            let url = ListenAddress.url(host: host, port: port)
            service.identity.baseURL = url
            do {
                try runtime?.write(url: url, adminToken: service.adminToken, version: service.version)
            } catch {
                logger.error("no runtime file", metadata: ["reason": "\(error)"])
            }
            // The one line on stdout tells that connections are accepted.
            print("entitlementd listening on \(url)")
            fflush(nil)
        }
        try await application.runUntilSignal()
    }

    private func clock(_ environment: [String: String]) -> SystemClock {
        guard let specification = environment["VSASIM_CLOCK"], !specification.isEmpty else { return SystemClock() }
        if let clock = SystemClock(specification: specification) { return clock }
        complain("VSASIM_CLOCK takes real, offset:SECONDS or frozen:UNIX_SECONDS; the real time is used.")
        return SystemClock()
    }

    private func stateFolder(_ environment: [String: String]) throws -> String {
        if let folder = state ?? environment["VSASIM_STATE_DIR"], !folder.isEmpty { return folder }
        if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") { return folder + "/vsasim" }
        guard let home = environment["HOME"], home.hasPrefix("/") else {
            throw Failure(description: "There is no state folder: set --state, VSASIM_STATE_DIR, XDG_STATE_HOME or HOME.")
        }
        return home + "/.local/state/vsasim"
    }

    private func adminToken() throws -> String {
        guard let adminTokenFile else { return ServiceEnvironment.newAdminToken() }
        guard let text = try? String(contentsOfFile: adminTokenFile, encoding: .utf8) else {
            throw Failure(description: "The file \(adminTokenFile) of --admin-token-file cannot be read.")
        }
        let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard token.utf8.count >= 16, token.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else {
            throw Failure(description: "The file \(adminTokenFile) has to hold a token of at least 16 printable characters.")
        }
        return token
    }

    private func baseline() throws -> World {
        guard let world else { return .builtIn }
        guard access(world, R_OK) == 0 else {
            let reason = String(cString: strerror(errno))
            throw Failure(description: "the file \(world) of --world cannot be read: \(reason)", code: 65)
        }
        let bytes: Data
        do {
            bytes = try Data(contentsOf: URL(fileURLWithPath: world))
        } catch {
            throw Failure(description: "the file \(world) of --world cannot be read: \(error.localizedDescription)", code: 65)
        }
        do {
            return try World(document: Array(bytes))
        } catch {
            throw Failure(description: "the file \(world) of --world is no world: \(error)", code: 65)
        }
    }

    private static func text(of error: any Error, listen: String) -> String {
        let text = String(describing: error)
        // These speak of the state; what else there is comes from opening the socket.
        if error is Failure || error is StateFolder.Unusable || error is SQLiteTokenStore.Damage { return text }
        if text.contains("UnknownHost") { return "--listen \(listen): there is no host of that name." }
        if text.contains("EADDRINUSE") || text.contains("Address already in use") { return "\(listen) is in use." }
        if text.contains("EACCES") || text.contains("Permission denied") { return "\(listen) is not allowed: \(text)" }
        return text
    }
}

/// Why the service could not start.
struct Failure: Error, CustomStringConvertible {
    /// What is wrong, and what to do.
    let description: String
    /// The exit code; 65 for data that is not as it should be.
    var code: Int32 = 1
}

/// A line on stderr.
private func complain(_ text: String) {
    // The variant that throws: the other one ends the process when nobody reads.
    try? FileHandle.standardError.write(contentsOf: Data("entitlementd: \(text)\n".utf8))
}

/// A parent may have started the process with signals blocked; then SIGTERM would never come.
private func unblockSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
}
