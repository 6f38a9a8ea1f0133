import Glibc
import PrivateSession

/// A PostgreSQL server from the system's packages, in its own folder, which ends with the test process.
public final class PostgreSQLServer: Sendable {
    private static let starting = Task { try await PostgreSQLServer.start() }

    /// The server that all tests of the process share, each with its own schemas.
    public static var shared: PostgreSQLServer {
        get async throws { try await starting.value }
    }

    private let guardian: CleanupGuard
    private let programs: String
    private let running: Running
    private let hasTLS: Bool

    /// The port of the socket, and of 127.0.0.1 if the server has TLS.
    public let port: UInt16

    /// The folder of the socket.
    public var folder: String { guardian.folder.path }

    /// The connection URL of the administrator.
    public var url: String { "postgresql:///postgres?host=\(folder)&port=\(port)&user=postgres" }

    /// The file with the self-signed certificate, if the server has TLS.
    public var certificate: String { "\(folder)/server.crt" }

    private init(guardian: CleanupGuard, programs: String, hasTLS: Bool) {
        self.guardian = guardian
        self.programs = programs
        self.hasTLS = hasTLS
        // Below the ports that the system assigns to others while the server starts.
        port = hasTLS ? .random(in: 10_000..<32_768) : 5_432
        running = Running()
    }

    /// Creates a server with empty databases and starts it.
    ///
    /// - Parameters:
    ///   - clockOffset: As for ``start(clockOffset:)``.
    ///   - hasTLS: Whether the administrator can connect to 127.0.0.1, too, only with TLS.
    public static func start(clockOffset: String? = nil, hasTLS: Bool = false) async throws -> PostgreSQLServer {
        for _ in 1..<5 {
            do {
                return try await startOnce(clockOffset, hasTLS: hasTLS)
            } catch let failure as StartFailure where failure.description.contains("could not bind") {
                // Another program uses the port.
            }
        }
        return try await startOnce(clockOffset, hasTLS: hasTLS)
    }

    /// Creates a server without databases.
    private static func make(hasTLS: Bool) throws -> PostgreSQLServer {
        let versions = "/usr/lib/postgresql"
        let guardian = try CleanupGuard(prefix: "vsasim-pg-", socket: ".s.PGSQL.65535")
        try guardian.folder.giveToUnprivileged()
        return PostgreSQLServer(
            guardian: guardian, programs: "\(versions)/\(try newestVersion(in: versions))/bin", hasTLS: hasTLS)
    }

    /// A server that is never started, whose empty databases the others copy: creating them takes a second of processor time.
    private static let pattern = Task {
        let server = try make(hasTLS: false)
        let initdb = try server.process(
            "initdb",
            ["--pgdata=\(server.data)", "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"])
        try await succeed("initdb", initdb)
        return server
    }

    private static func startOnce(_ clockOffset: String?, hasTLS: Bool) async throws -> PostgreSQLServer {
        let server = try make(hasTLS: hasTLS)
        let folder = server.guardian.folder
        let copy = try server.guardian.startUnprivileged(
            "cp", ["--recursive", "--preserve=mode", try await pattern.value.data, server.data])
        try await succeed("cp", copy)
        // Roles other than the administrator need a password.
        var access = "local all postgres trust\nlocal all all scram-sha-256\n"
        if hasTLS {
            try await server.makeCertificate("server")
            access += "hostssl all postgres 127.0.0.1/32 trust\n"
        }
        try folder.write(access, to: "data/pg_hba.conf")
        try await server.start(clockOffset: clockOffset)
        return server
    }

    /// Creates a self-signed certificate for 127.0.0.1, NAME.crt in the server's folder, and its key, NAME.key.
    ///
    /// - Returns: The certificate's file.
    @discardableResult
    public func makeCertificate(_ name: String) async throws -> String {
        let certificate = "\(folder)/\(name).crt"
        // With the server's account, which must own the key.
        let openssl = try guardian.startUnprivileged(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
                "-keyout", "\(folder)/\(name).key", "-out", certificate,
            ])
        try await Self.succeed("openssl", openssl)
        return certificate
    }

    private static func succeed(_ program: String, _ process: ChildProcess) async throws {
        var output: [String] = []
        for try await line in process.standardError { output.append(line) }
        guard await process.wait().isSuccess else {
            throw StartFailure(description: "\(program) failed: \(output.joined(separator: "\n"))")
        }
    }

    /// Starts the server, which accepts connections when this returns.
    ///
    /// - Parameter clockOffset: What to add to the clock that the server sees, as libfaketime's `FAKETIME`: `+1.5s`.
    public func start(clockOffset: String? = nil) async throws {
        var settings = [
            "listen_addresses=", "port=\(port)", "unix_socket_directories=\(folder)", "fsync=off", "max_connections=200",
            "dynamic_shared_memory_type=mmap", "logging_collector=off", "log_min_messages=log", "lc_messages=C",
        ]
        if hasTLS {
            settings += [
                "listen_addresses=127.0.0.1", "ssl=on", "ssl_cert_file=\(certificate)", "ssl_key_file=\(folder)/server.key",
            ]
        }
        var environment: [String: String] = [:]
        if let clockOffset {
            // Only the time of day: time limits are measured by a clock that cannot be set.
            environment = ["LD_PRELOAD": try Self.faketime, "FAKETIME": clockOffset, "FAKETIME_DONT_FAKE_MONOTONIC": "1"]
        }
        let process = try process("postgres", ["-D", data] + settings.flatMap { ["-c", $0] }, environment)
        var output: [String] = []
        while let line = await process.standardError.next() {
            output.append(line)
            guard line.contains("ready to accept connections") else { continue }
            await running.keep(process)
            return
        }
        throw StartFailure(description: "postgres ended (\(await process.wait())): \(output.joined(separator: "\n"))")
    }

    /// Stops the server.
    ///
    /// - Parameter signal: `SIGINT` to end all connections first, `SIGQUIT` to stop at once, as after a crash.
    public func stop(_ signal: Int32 = SIGINT) async { await running.stop(signal) }

    /// Runs a body while all of the server's processes are stopped, as on a machine that hangs: the kernel accepts connections
    /// that are not answered.
    public func whilePaused(_ body: () async throws -> Void) async throws {
        await running.signalAll(SIGSTOP)
        let result: Result<Void, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        await running.signalAll(SIGCONT)
        try result.get()
    }

    private var data: String { "\(folder)/data" }

    private func process(
        _ program: String, _ arguments: [String], _ environment: [String: String] = [:]
    ) throws -> ChildProcess {
        try guardian.startUnprivileged("\(programs)/\(program)", arguments, environment: environment)
    }

    private static var faketime: String {
        get throws {
            let library = "/usr/lib/\(machine)-linux-gnu/faketime/libfaketime.so.1"
            guard access(library, R_OK) == 0 else {
                throw StartFailure(description: "there is no \(library); make deps installs it")
            }
            return library
        }
    }

    private static var machine: String {
        var names = utsname()
        uname(&names)
        return withUnsafeBytes(of: &names.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    private static func newestVersion(in folder: String) throws -> Int {
        let entries = opendir(folder)
        defer { if let entries { closedir(entries) } }
        var versions: [Int] = []
        while let entries, let entry = readdir(entries) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if let version = Int(name), access("\(folder)/\(name)/bin/initdb", X_OK) == 0 { versions.append(version) }
        }
        guard let newest = versions.max() else {
            throw StartFailure(description: "\(folder) has no PostgreSQL server; make deps installs it")
        }
        return newest
    }
}

/// A server could not be started.
public struct StartFailure: Error, CustomStringConvertible {
    /// The reason, with the server's output.
    public let description: String
}

// PostgreSQL and its poolers refuse to run as root: root runs them as `nobody`.
extension TemporaryFolder {
    /// Gives the folder, and files in it, to the programs without privileges.
    func giveToUnprivileged(_ files: String...) throws {
        guard geteuid() == 0 else { return }
        for place in [path] + files {
            guard let account = getpwnam("nobody")?.pointee, chown(place, account.pw_uid, account.pw_gid) == 0 else {
                throw StartFailure(description: "\(place) cannot be given to nobody")
            }
        }
    }
}

extension CleanupGuard {
    /// Starts a program without privileges, whose standard error can be read.
    func startUnprivileged(
        _ program: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> ChildProcess {
        let account = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
        // Not for setpriv, which runs with other privileges.
        let variables = environment.isEmpty ? [] : ["env"] + environment.map { "\($0)=\($1)" }
        let words = (geteuid() == 0 ? account : []) + variables + [program] + arguments
        return try ChildProcess.start(
            words[0], arguments: Array(words.dropFirst()),
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C"].merging(self.variables) { $1 }, workingDirectory: "/",
            standardOutput: .null, standardError: .pipe)
    }
}

/// A server's process, whose output is read until it ends.
actor Running {
    private var process: ChildProcess?

    func keep(_ process: ChildProcess) {
        self.process = process
        Task { while await process.standardError.next() != nil {} }
    }

    /// Sends a signal to the process and its children, to which PostgreSQL assigns their own process groups.
    func signalAll(_ signal: Int32) {
        guard let process else { return }
        // First, so that it does not start more of them; one that it was starting may be missing from the first list.
        process.send(signal: signal)
        var reached: Set<Int32> = []
        while true {
            let children = ProcessTable.processes().filter { $0.parent == process.processID && !reached.contains($0.id) }
            guard !children.isEmpty else { return }
            for child in children { kill(child.id, signal) }
            reached.formUnion(children.map(\.id))
        }
    }

    func stop(_ signal: Int32) async {
        process?.send(signal: signal)
        await process?.wait()
        process = nil
    }
}
