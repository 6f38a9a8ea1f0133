import PrivateSession

/// The PostgreSQL server of a session's service, with a schema of the session's own.
struct SessionDatabase: Sendable {
    /// The connection string or URL; it may contain a password, so it is passed only in the environment.
    var target: String
    var schema = "vsasim_session_\(String(UInt64.random(in: 0 ... .max), radix: 36))"

    /// The variables that make `entitlementd` use it.
    var variables: [String: String] {
        ["VSASIM_ENTITLEMENTD_DATABASE": target, "VSASIM_ENTITLEMENTD_DATABASE_SCHEMA": schema]
    }

    /// Removes the schema; returns nil, or the reason why it remains.
    ///
    /// - Parameter environment: The environment of the session's programs.
    func remove(environment: [String: String]) async -> String? {
        do {
            let process = try ChildProcess.start(
                try Executables.find("entitlementd"), arguments: ["database", "drop"],
                environment: environment.merging(variables) { $1 }, standardOutput: .null, standardError: .pipe)
            let lines = await process.standardError.all()
            return await process.wait().isSuccess ? nil : "the schema \(schema) remains: \(lines.joined(separator: "; "))"
        } catch { return "the schema \(schema) remains: \(error)" }
    }
}
