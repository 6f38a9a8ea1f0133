import DatabaseServer
import ProjectTesting

extension PostgreSQLServer {
    /// The number of schemas that sessions of `vsactl run` have on this server.
    func sessionSchemas() async throws -> Int? {
        let counted = try await Tool.run(
            "/usr/bin/psql",
            ["-Atd", url, "-c", "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'vsasim_session_%'"],
            environment: ["PATH": "/usr/bin:/bin"]
        ).checked()
        return counted.lines.first.flatMap { Int($0) }
    }
}
