import EntitlementCore
import PostgreSQL

extension PostgreSQLTokenStore {
    /// Creates the schema, or migrates it to the current version. Nodes may start at the same time: one migrates, the others
    /// wait. Running nodes of an earlier version continue: a version only adds tables.
    ///
    /// - Parameters:
    ///   - versions: The versions up to the current one.
    ///   - isMigrated: False to change nothing: the schema must have the current version.
    /// - Throws: ``PostgreSQL/DatabaseError``, or ``StoreFailure`` if the schema was written by another program, a later version or
    ///   one before the first release, for a pooler in transaction mode, for a database that cannot store all characters, or with
    ///   the command that creates or migrates it.
    static func prepare(_ target: DatabaseTarget, versions: [StoredRecords.SchemaVersion], isMigrated: Bool) throws {
        let deadline = ContinuousClock.now + longPatience
        let connection = try target.open(before: deadline)
        try refusePooler(connection, target, before: deadline)
        if isMigrated {
            try refuseOtherEncodings(connection, before: deadline)
            try connection.run(
                [
                    Statement("BEGIN"),
                    // The lock applies to the whole database, so the schema is part of it.
                    Statement(
                        "SELECT pg_advisory_xact_lock(hashtextextended('vsasim schema ' || $1::text, 0))",
                        [.text(target.schema)]),
                ], before: deadline)
        }
        let newest = versions.map { Int64($0.version) }.max() ?? 0
        let found = try version(of: target, versions, newest: newest, connection, deadline)
        guard isMigrated else { return try require(newest, found, target.schema) }
        let version = found ?? 0
        var types = versions.filter { $0.version > version }.flatMap(\.types)
        // Data that other stores keep in memory.
        if version == 0 { types.append(DenialRecord.self) }
        let tables = types.flatMap { $0.creation(.postgreSQL) }.map { Statement($0) }
        try connection.run(
            (version == 0 ? base(target) + SharedJournal.tables : []) + tables
                + [Statement("UPDATE schema_version SET number = $1", [.integer(newest)]), Statement("COMMIT")],
            before: deadline)
    }

    /// Rejects a database that cannot store all characters of names and events; SQL_ASCII stores every text unchanged. The commands
    /// that only read accept it, so that an export can move its records.
    private static func refuseOtherEncodings(_ connection: Connection, before deadline: ContinuousClock.Instant) throws {
        let query = Statement("SELECT current_setting('server_encoding')")
        let encoding = try connection.run([query], before: deadline)[0].rows[0].text(0) ?? ""
        guard ["UTF8", "SQL_ASCII"].contains(encoding) else {
            throw StoreFailure(
                .configuration,
                "The encoding of the database is \(encoding); accepted are UTF8 and SQL_ASCII. Create another database with "
                    + "`createdb --encoding=UTF8 --template=template0`, and name it in the connection string. `entitlementd database "
                    + "export` and `import` move the records of this one, if it has any.")
        }
    }

    /// Rejects a pooler that gives each transaction a different session of the server, in which locks, notifications and prepared
    /// statements are lost.
    private static func refusePooler(
        _ connection: Connection, _ target: DatabaseTarget, before deadline: ContinuousClock.Instant
    ) throws {
        let process = try session(connection, target, before: deadline)
        let other = try target.open(before: deadline).run(
            [Statement("BEGIN"), Statement("SELECT pg_backend_pid()"), Statement("COMMIT")], before: deadline)
        guard other[1].rows.first?.integer(0) != process, try session(connection, target, before: deadline) == process else {
            throw DatabaseTarget.pooled
        }
    }

    /// Returns the server process of a connection, which holds a lock; nil if another connection's process holds it.
    private static func session(
        _ connection: Connection, _ target: DatabaseTarget, before deadline: ContinuousClock.Instant
    ) throws -> Int64? {
        let row = try connection.run(
            [
                Statement(
                    """
                    SELECT pg_backend_pid(), CASE
                        WHEN EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) THEN true
                        ELSE pg_try_advisory_lock_shared(hashtextextended('vsasim node ' || $1::text, 0)) END
                    """, [.text(target.schema)])
            ], before: deadline)[0].rows[0]
        return row.flag(1) == true ? row.integer(0) : nil
    }

    /// Ensures that a schema has the current version.
    private static func require(_ newest: Int64, _ version: Int64?, _ schema: String) throws(StoreFailure) {
        guard let version else {
            throw StoreFailure(
                .absent, "The database has no schema \(schema) of entitlementd. `entitlementd database migrate` creates it.")
        }
        guard version == newest else {
            throw StoreFailure(
                .older,
                "The schema \(schema) of the database has version \(version), of an earlier version of entitlementd. "
                    + "`entitlementd database migrate` changes it to version \(newest). Running nodes of the earlier version "
                    + "continue, but none can be started again.")
        }
    }

    /// Returns the version of a schema; nil if there is none.
    ///
    /// - Parameter versions: The versions that may be used.
    private static func version(
        of target: DatabaseTarget, _ versions: [StoredRecords.SchemaVersion], newest: Int64, _ connection: Connection,
        _ deadline: ContinuousClock.Instant
    ) throws -> Int64? {
        let tables = Statement(
            """
            SELECT to_regclass(quote_ident($1) || '.schema_version') IS NOT NULL,
                EXISTS (SELECT FROM pg_depend WHERE deptype = 'n' AND refclassid = 'pg_namespace'::regclass
                    AND refobjid = to_regnamespace(quote_ident($1)))
            """, [.text(target.schema)])
        let found = try connection.run([tables], before: deadline)[0].rows[0]
        guard found.flag(0) == true else {
            // The schema belongs to entitlementd, and would be dropped with all its tables.
            guard found.flag(1) == false else { throw StoreFailure.foreign(schema: target.schema) }
            return nil
        }
        let selection = Statement("SELECT number FROM schema_version")
        let version = try connection.run([selection], before: deadline)[0].rows.first?.integer(0) ?? 0
        guard version <= newest else {
            throw StoreFailure(
                .newer,
                "The schema \(target.schema) of the database has version \(version), of a later version of entitlementd. Use that "
                    + "one, or another schema.")
        }
        guard versions.contains(where: { $0.version <= version }) else {
            throw StoreFailure(
                .older,
                "The schema \(target.schema) of the database has version \(version), of entitlementd before the first release, "
                    + "and cannot be migrated. Nothing was changed. Use another schema.")
        }
        return version
    }

    /// Removes the schema and everything in it.
    ///
    /// - Throws: ``StoreFailure``
    public func drop() async throws {
        let removal = Statement("DROP SCHEMA \(quoted(pool.database.schema)) CASCADE")
        _ = try await pool.answers(to: [removal], patience: Self.longPatience)
    }

    private static func base(_ target: DatabaseTarget) -> [Statement] {
        [
            Statement("CREATE SCHEMA IF NOT EXISTS \(quoted(target.schema))"),
            Statement("CREATE TABLE schema_version (number bigint NOT NULL)"),
            Statement("INSERT INTO schema_version VALUES (0)"),
            Statement("CREATE TABLE revision (number bigint NOT NULL)"),
            Statement("INSERT INTO revision VALUES (1)"),
            Statement(
                """
                CREATE TABLE node (
                    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, seen timestamptz NOT NULL,
                    revision bigint NOT NULL)
                """),
            Statement("CREATE TABLE shared_value (name text COLLATE \"C\" PRIMARY KEY, document bytea NOT NULL, ends bigint)"),
            Statement("CREATE INDEX shared_value_ends ON shared_value (ends) WHERE ends IS NOT NULL"),
            Statement("CREATE TABLE service_key (name text COLLATE \"C\" PRIMARY KEY, sealed bytea NOT NULL)"),
            // The basis of a decision has changed: its transaction fails like one with a conflict.
            Statement(
                """
                CREATE FUNCTION require(condition boolean) RETURNS void LANGUAGE plpgsql AS $$
                BEGIN
                    IF condition IS NOT TRUE THEN RAISE EXCEPTION USING ERRCODE = '40001', MESSAGE = 'a record has changed'; END IF;
                END $$
                """),
        ]
    }
}
