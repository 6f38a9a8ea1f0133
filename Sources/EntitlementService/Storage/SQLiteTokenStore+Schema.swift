import GRDB

extension SQLiteTokenStore {
    /// The versions of the schema. Each record is one JSON document; the columns beside it are its key and its end.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
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
        return migrator
    }
}
