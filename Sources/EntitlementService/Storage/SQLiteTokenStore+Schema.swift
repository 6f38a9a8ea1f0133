import GRDB

extension SQLiteTokenStore {
    /// The versions of the schema. A released step is never changed.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { try makeFirstTables($0) }
        migrator.registerMigration("2") { try makeRecordTables($0) }
        migrator.registerMigration("3") { try makeTable("registration_code", key: ["id"], listed: ["requestor"], in: $0) }
        migrator.registerMigration("4") { try makeTable("login_session", key: ["id"], listed: ["provider", "user"], in: $0) }
        migrator.registerMigration("5") { try makeTable("media_token_use", key: ["id"], in: $0) }
        migrator.registerMigration("6") {
            try makeTable("requestor_settings", key: ["id"], in: $0)
            try makeTable("certificate", key: ["id"], in: $0)
        }
        migrator.registerMigration("7") { database in
            try makeTable("degradation_rule", key: ["id"], in: database)
            try makeTable(
                "temporary_pass_use", key: ["requestor", "mvpd", "id"], listed: ["device", "identity"], in: database)
            try makeTable("temporary_pass_claim", key: ["requestor", "mvpd", "kind", "value"], in: database)
        }
        migrator.registerMigration("8") { try makeTable("scenario", key: ["id"], in: $0) }
        migrator.registerMigration("9") { try makeTable("clock", key: ["id"], in: $0) }
        migrator.registerMigration("10") { database in
            let profile = ["requestor", "device", "application", "mvpd"]
            try makeTable("profile", key: profile, listed: ["user", "session"], in: database)
            try makeTable("profile_authorization", key: profile + ["resource"], in: database)
            try makeTable("shared_sign_in", key: ["identity", "mvpd"], in: database)
            try makeTable("open_session", key: ["requestor", "device", "application"], in: database)
            try makeTable("pending_logout", key: ["id"], in: database)
            try makeTable("identity_key", key: ["id"], in: database)
        }
        return migrator
    }

    /// Creates the table for a kind of record: a number that gives the order of insertion, the key, the end, the columns that
    /// lists filter by, and the record as JSON.
    static func makeTable(
        _ name: String, key: [String], listed: [String] = [], indexed: [String] = [], in database: Database
    ) throws {
        let columns = key.map { "\($0) TEXT NOT NULL" } + ["ends INTEGER"] + listed.map { "\($0) TEXT" }
        try database.execute(
            sql: """
                CREATE TABLE \(name) (
                    number INTEGER PRIMARY KEY, \(columns.joined(separator: ", ")), document BLOB NOT NULL,
                    UNIQUE (\(key.joined(separator: ", "))));
                CREATE INDEX \(name)_ends ON \(name) (ends) WHERE ends IS NOT NULL;
                """)
        for column in listed + indexed {
            try database.execute(sql: "CREATE INDEX \(name)_\(column) ON \(name) (\(column))")
        }
    }

    private static func makeFirstTables(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE statement (id TEXT PRIMARY KEY, document BLOB NOT NULL) WITHOUT ROWID;
                CREATE TABLE client (id TEXT PRIMARY KEY, document BLOB NOT NULL) WITHOUT ROWID;
                CREATE TABLE request (id TEXT PRIMARY KEY, ends INTEGER NOT NULL, document BLOB NOT NULL) WITHOUT ROWID;
                CREATE INDEX request_ends ON request (ends);
                CREATE TABLE authentication (
                    requestor TEXT, device TEXT, application TEXT, document BLOB NOT NULL,
                    PRIMARY KEY (requestor, device, application)) WITHOUT ROWID;
                CREATE TABLE authorization (
                    requestor TEXT, device TEXT, application TEXT, resource TEXT, document BLOB NOT NULL,
                    PRIMARY KEY (requestor, device, application, resource)) WITHOUT ROWID;
                CREATE TABLE integration (
                    requestor TEXT, mvpd TEXT, document BLOB NOT NULL, PRIMARY KEY (requestor, mvpd)) WITHOUT ROWID;
                CREATE TABLE provider (id TEXT PRIMARY KEY, xml TEXT NOT NULL) WITHOUT ROWID;
                """)
    }

    /// Gives every table the same layout. Previously, records were kept in memory and only the documents were stored.
    private static func makeRecordTables(_ database: Database) throws {
        let device = ["requestor", "device", "application"]
        /// Returns the expression for a member of the document. The document is UTF-8 text in a blob, which the JSON functions
        /// accept only after a cast.
        func member(_ name: String) -> String { "json_extract(CAST(document AS TEXT), '$.\(name)')" }
        func move(_ name: String, key: [String], ends: String = "NULL", listed: [(column: String, value: String)] = []) throws {
            let indexed = name == "authentication" ? ["requestor"] : []
            try database.execute(sql: "DROP INDEX IF EXISTS \(name)_ends; ALTER TABLE \(name) RENAME TO old")
            try makeTable(name, key: key, listed: listed.map(\.column), indexed: indexed, in: database)
            let columns = key + ["ends"] + listed.map(\.column) + ["document"]
            let values = key + [ends] + listed.map(\.value) + ["document"]
            try database.execute(
                sql: """
                    INSERT INTO \(name) (\(columns.joined(separator: ", ")))
                    SELECT \(values.joined(separator: ", ")) FROM old ORDER BY \(member("createdAt"));
                    DROP TABLE old;
                    """)
        }
        try database.execute(
            sql: """
                CREATE TABLE revision (number INTEGER NOT NULL);
                INSERT INTO revision VALUES (1);
                ALTER TABLE provider ADD COLUMN document BLOB;
                UPDATE provider SET document = CAST(json_object('id', id, 'xml', xml) AS BLOB);
                """)
        try move("statement", key: ["id"])
        try move("client", key: ["id"])
        try move("request", key: ["id"], ends: "ends")
        let listed = [("mvpd", member("mvpd")), ("user", member("userID")), ("session", member("sessionID"))]
        try move("authentication", key: device, ends: member("expiresAt"), listed: listed)
        try move("authorization", key: device + ["resource"], ends: member("expiresAt"))
        try move("integration", key: ["requestor", "mvpd"])
        try move("provider", key: ["id"])
    }
}
