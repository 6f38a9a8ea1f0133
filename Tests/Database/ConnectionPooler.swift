import PrivateSession

/// PgBouncer from the system's packages, in front of a server, in its own folder; it ends with the test process.
public final class ConnectionPooler: Sendable {
    /// What a pooler assigns a session of the server to.
    public enum Mode: String, Sendable {
        /// A connection, until it is closed.
        case session
        /// A transaction.
        case transaction
    }

    private let guardian: CleanupGuard
    private let running = Running()

    /// The connection URL of the administrator.
    public var url: String { "postgresql:///postgres?host=\(guardian.folder.path)&user=postgres" }

    private init(_ guardian: CleanupGuard) { self.guardian = guardian }

    /// Starts a pooler, which accepts connections when this returns.
    public static func start(before server: PostgreSQLServer, mode: Mode) async throws -> ConnectionPooler {
        let pooler = ConnectionPooler(try CleanupGuard(prefix: "vsasim-pool-", socket: ".s.PGSQL.5432"))
        let folder = pooler.guardian.folder
        let users = try folder.write("\"postgres\" \"\"\n", to: "users.txt")
        let configuration = """
            [databases]
            * = host=\(server.folder)
            [pgbouncer]
            listen_port = 5432
            unix_socket_dir = \(folder.path)
            auth_type = trust
            auth_file = \(users)
            pool_mode = \(mode.rawValue)

            """
        let file = try folder.write(configuration, to: "pgbouncer.ini")
        try folder.giveToUnprivileged(users, file)
        let process = try pooler.guardian.startUnprivileged("/usr/sbin/pgbouncer", [file])
        var output: [String] = []
        while let line = await process.standardError.next() {
            output.append(line)
            guard line.contains("process up") else { continue }
            await pooler.running.keep(process)
            return pooler
        }
        throw StartFailure(description: "pgbouncer ended (\(await process.wait())): \(output.joined(separator: "\n"))")
    }

    /// Stops the pooler at once.
    public func stop() async { await running.stop(9) }
}
