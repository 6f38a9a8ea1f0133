import Foundation
import GRDB

extension SQLiteTokenStore {
    /// The versions of the schema. A released step is never changed.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { try makeFirstTables($0) }
        for (version, tables) in RecordTableLayout.added {
            migrator.registerMigration(String(version)) { database in
                if version == 2 { return try makeRecordTables(tables, database) }
                for table in tables { try make(table, in: database) }
            }
        }
        return migrator
    }

    /// Ensures that a database has the current version, without changing anything.
    ///
    /// - Throws: ``StoreFailure`` with the command that creates or migrates it.
    public static func check(_ path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else {
            throw StoreFailure(.absent, "The database \(path) does not exist. `entitlementd database migrate` creates it.")
        }
        var configuration = Configuration()
        configuration.readonly = true
        let connection = try StoreConnection(path: path, configuration: configuration)
        guard try connection.atOnce({ try migrator.hasBeenSuperseded($0) || migrator.hasCompletedMigrations($0) }) else {
            throw StoreFailure(
                .misuse,
                "The database \(path) was written by an earlier version of entitlementd. `entitlementd database migrate` changes it, "
                    + "and then only this version works with it.")
        }
    }

    private static func make(_ table: RecordTableLayout, in database: Database) throws {
        let columns = table.key.map { "\($0) TEXT NOT NULL" } + ["ends INTEGER"] + table.listed.map { "\($0) TEXT" }
        try database.execute(
            sql: """
                CREATE TABLE \(table.name) (
                    number INTEGER PRIMARY KEY, \(columns.joined(separator: ", ")), document BLOB NOT NULL,
                    UNIQUE (\(table.key.joined(separator: ", "))));
                CREATE INDEX \(table.name)_ends ON \(table.name) (ends) WHERE ends IS NOT NULL;
                """)
        for column in table.listed + table.indexed {
            try database.execute(sql: "CREATE INDEX \(table.name)_\(column) ON \(table.name) (\(column))")
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
    private static func makeRecordTables(_ tables: [RecordTableLayout], _ database: Database) throws {
        /// Returns the expression for a member of the document. The document is UTF-8 text in a blob, which the JSON functions
        /// accept only after a cast.
        func member(_ name: String) -> String { "json_extract(CAST(document AS TEXT), '$.\(name)')" }
        let ends = ["request": "ends", "authentication": member("expiresAt"), "authorization": member("expiresAt")]
        let listed = ["mvpd": member("mvpd"), "user": member("userID"), "session": member("sessionID")]
        try database.execute(
            sql: """
                CREATE TABLE revision (number INTEGER NOT NULL);
                INSERT INTO revision VALUES (1);
                ALTER TABLE provider ADD COLUMN document BLOB;
                UPDATE provider SET document = CAST(json_object('id', id, 'xml', xml) AS BLOB);
                """)
        for table in tables {
            let name = table.name
            try database.execute(sql: "DROP INDEX IF EXISTS \(name)_ends; ALTER TABLE \(name) RENAME TO old")
            try make(table, in: database)
            let columns = table.key + ["ends"] + table.listed + ["document"]
            let values = table.key + [ends[name] ?? "NULL"] + table.listed.map { listed[$0] ?? "NULL" } + ["document"]
            try database.execute(
                sql: """
                    INSERT INTO \(name) (\(columns.joined(separator: ", ")))
                    SELECT \(values.joined(separator: ", ")) FROM old ORDER BY \(member("createdAt"));
                    DROP TABLE old;
                    """)
        }
    }
}
