import PostgreSQL

/// The server and schema of a store.
struct DatabaseTarget: Sendable {
    /// The connection string or URL, as libpq reads it.
    let target: String
    /// The schema that contains all tables.
    let schema: String

    /// The time limit for the longest operations.
    static let longestPatience = Duration.seconds(60)
    private static let oldestVersion = 130_000

    /// Opens a connection on which the tables of the schema are found.
    ///
    /// - Parameter patience: The time limit for its use, after which the server no longer waits for a lock.
    /// - Throws: ``PostgreSQL/DatabaseError``
    func open(
        before deadline: ContinuousClock.Instant, patience: Duration = longestPatience
    ) throws(DatabaseError) -> Connection {
        let connection = try Connection.open(to: target, applicationName: "entitlementd", before: deadline)
        // An older version does not know all settings.
        if let refusal = Self.refusal(ofVersion: connection.serverVersion) { throw refusal }
        try connection.run(
            [
                Statement("SELECT set_config('search_path', quote_ident($1), false)", [.text(schema)]),
                // A caller that has left must not keep its locks for long.
                Statement(
                    """
                    SELECT set_config('lock_timeout', $1, false), set_config('statement_timeout', $2, false),
                        set_config('idle_in_transaction_session_timeout', $2, false)
                    """, [Self.milliseconds(patience), Self.milliseconds(min(patience * 2, Self.longestPatience))]),
                // Neither must a machine that has disappeared. Without TCP, these settings have no effect.
                Statement(
                    """
                    SELECT set_config('tcp_keepalives_idle', '2', false), set_config('tcp_keepalives_interval', '1', false),
                        set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '5000', false)
                    """),
                // A transaction that reads a whole table, which the server prefers for small ones, conflicts with every other one
                // that writes to it. The planner's resulting cost estimate would have each statement compiled.
                Statement("SELECT set_config('enable_seqscan', 'off', false), set_config('jit', 'off', false)"),
            ], before: deadline)
        return connection
    }

    /// Returns the reason why servers of a version are not supported; nil if they are.
    ///
    /// - Parameter version: The version, as in `server_version_num`.
    static func refusal(ofVersion version: Int) -> DatabaseError? {
        guard version < oldestVersion else { return nil }
        return DatabaseError(
            .target,
            "The database server is PostgreSQL \(version / 10_000); accepted is version \(oldestVersion / 10_000) or later.")
    }

    private static func milliseconds(_ duration: Duration) -> Parameter {
        .text(String(Int64(duration / .milliseconds(1))))
    }

    /// Returns an error of the server as a store failure; returns other errors unchanged.
    func translated(_ error: any Error) -> any Error {
        if let unreadable = error as? UnreadableRecord {
            return StoreFailure(.damaged, "The schema \(schema) of the database is damaged: \(unreadable).")
        }
        guard let error = error as? DatabaseError else { return error }
        if error.kind == .target { return StoreFailure(.configuration, error.description) }
        if error.kind == .refused(sqlState: "25006") {
            return StoreFailure(
                .unreachable,
                "The database server accepts no writes: \(error) (SQLSTATE 25006). Connect to the primary server, or to all servers "
                    + "with target_session_attrs=read-write.")
        }
        if error.endsConnection {
            // Opening a connection also ends at the deadline.
            return StoreFailure(
                .unreachable, "There is no connection to the database server: \(error)",
                isLate: error.kind == .late || error.kind == .unreachable)
        }
        guard case .refused(let state) = error.kind else { return error }
        let reason = "The database server refused a statement: \(error) (SQLSTATE \(state))."
        switch state {
        case "53100": return StoreFailure(.full, reason + " Nothing was changed. Free space on its disk.")
        case "53300", "57014": return StoreFailure(.unreachable, reason)
        case "40001", "40P01", "55P03": return StoreFailure(.contended, reason)
        case "42501":
            return StoreFailure(
                .notWritable,
                "\(reason) The role must own the schema \(schema) or, if it does not exist, have the CREATE privilege "
                    + "on the database.")
        // A prepared statement belongs to another connection, or does not exist.
        case "42P05", "26000": return Self.pooled
        default: return StoreFailure(.disk, reason)
        }
    }

    /// The failure for a pooler that gives each transaction a different session of the server.
    static let pooled = StoreFailure(
        .configuration,
        "The database is reached through a pooler in transaction mode, which gives one session of the server to several "
            + "connections. Connect to the server itself, or to a pooler in session mode.")
}
