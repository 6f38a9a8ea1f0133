import GRDB
import Testing

@testable import EntitlementCore
@testable import EntitlementService

@Suite("The layout of stored records")
struct StoredLayoutTests {
    @Test("version 10 of the schema has these tables and columns: other tables or columns need another version")
    func columns() {
        let statements = StoredRecords.schema[0].types.flatMap { $0.creation(.sqlite) }
        #expect(statements == Self.versionTen)
        #expect(StoredRecords.schema[0].version == 10)
        #expect(StoredRecords.schema.flatMap(\.types).map { $0.table }.sorted() == StoredRecords.all.map { $0.table }.sorted())
    }

    @Test("an SQLite file has the tables of version 10, and its revision")
    func sqlite() async throws {
        try await withStateFolder { folder in
            _ = try SQLiteTokenStore(path: folder + "/a.sqlite")
            let (statements, steps) = try await DatabaseQueue(path: folder + "/a.sqlite").read { database in
                (
                    try String.fetchAll(database, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"),
                    try String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid")
                )
            }
            let first = [
                "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)",
                "CREATE TABLE revision (number INTEGER NOT NULL)",
            ]
            #expect(statements == first + Self.versionTen)
            #expect(steps == (1...10).map(String.init))
        }
    }

    @Test("a PostgreSQL schema has the same tables, with the types of its server")
    func postgreSQL() {
        let statements = StoredRecords.schema[0].types.flatMap { $0.creation(.postgreSQL) }
        let types = [
            (" INTEGER PRIMARY KEY", " bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY"), (" INTEGER", " bigint"),
            (" TEXT", " text COLLATE \"C\""), (" BLOB", " bytea"),
        ]
        let expected = Self.versionTen.map { statement in
            types.reduce(statement) { $0.replacing($1.0, with: $1.1) }
        }
        #expect(statements == expected)
    }

    /// The statements of SQLite; lines with an indentation continue one.
    private static let versionTen = """
        CREATE TABLE "scenario" (number INTEGER PRIMARY KEY, "id" TEXT NOT NULL, ends INTEGER, document BLOB NOT NULL,
            UNIQUE ("id"))
        CREATE INDEX "scenario_ends" ON "scenario" (ends) WHERE ends IS NOT NULL
        CREATE TABLE "clock" (number INTEGER PRIMARY KEY, "id" TEXT NOT NULL, ends INTEGER, document BLOB NOT NULL,
            UNIQUE ("id"))
        CREATE INDEX "clock_ends" ON "clock" (ends) WHERE ends IS NOT NULL
        CREATE TABLE "statement" (number INTEGER PRIMARY KEY, "id" TEXT NOT NULL, ends INTEGER, document BLOB NOT NULL,
            UNIQUE ("id"))
        CREATE INDEX "statement_ends" ON "statement" (ends) WHERE ends IS NOT NULL
        CREATE TABLE "integration" (number INTEGER PRIMARY KEY, "requestor" TEXT NOT NULL, "mvpd" TEXT NOT NULL,
            ends INTEGER, document BLOB NOT NULL, UNIQUE ("requestor", "mvpd"))
        CREATE INDEX "integration_ends" ON "integration" (ends) WHERE ends IS NOT NULL
        CREATE TABLE "provider" (number INTEGER PRIMARY KEY, "id" TEXT NOT NULL, ends INTEGER, document BLOB NOT NULL,
            UNIQUE ("id"))
        CREATE INDEX "provider_ends" ON "provider" (ends) WHERE ends IS NOT NULL
        CREATE TABLE "client" (number INTEGER PRIMARY KEY, "id" TEXT NOT NULL, ends INTEGER, document BLOB NOT NULL,
            UNIQUE ("id"))
        CREATE INDEX "client_ends" ON "client" (ends) WHERE ends IS NOT NULL
        CREATE TABLE "request" (number INTEGER PRIMARY KEY, "id" TEXT NOT NULL, ends INTEGER, document BLOB NOT NULL,
            UNIQUE ("id"))
        CREATE INDEX "request_ends" ON "request" (ends) WHERE ends IS NOT NULL
        CREATE TABLE "authentication" (number INTEGER PRIMARY KEY, "requestor" TEXT NOT NULL, "device" TEXT NOT NULL,
            "application" TEXT NOT NULL, ends INTEGER, "mvpd" TEXT, "user" TEXT, "session" TEXT, document BLOB NOT NULL,
            UNIQUE ("requestor", "device", "application"))
        CREATE INDEX "authentication_ends" ON "authentication" (ends) WHERE ends IS NOT NULL
        CREATE INDEX "authentication_mvpd" ON "authentication" ("mvpd")
        CREATE INDEX "authentication_user" ON "authentication" ("user")
        CREATE INDEX "authentication_session" ON "authentication" ("session")
        CREATE INDEX "authentication_requestor" ON "authentication" ("requestor")
        CREATE TABLE "authorization" (number INTEGER PRIMARY KEY, "requestor" TEXT NOT NULL, "device" TEXT NOT NULL,
            "application" TEXT NOT NULL, "resource" TEXT NOT NULL, ends INTEGER, document BLOB NOT NULL, UNIQUE ("requestor",
            "device", "application", "resource"))
        CREATE INDEX "authorization_ends" ON "authorization" (ends) WHERE ends IS NOT NULL
        CREATE TABLE "registration_code" (number INTEGER PRIMARY KEY, "id" TEXT NOT NULL, ends INTEGER, "requestor" TEXT,
            document BLOB NOT NULL, UNIQUE ("id"))
        CREATE INDEX "registration_code_ends" ON "registration_code" (ends) WHERE ends IS NOT NULL
        CREATE INDEX "registration_code_requestor" ON "registration_code" ("requestor")
        CREATE TABLE "login_session" (number INTEGER PRIMARY KEY, "id" TEXT NOT NULL, ends INTEGER, "provider" TEXT,
            "user" TEXT, document BLOB NOT NULL, UNIQUE ("id"))
        CREATE INDEX "login_session_ends" ON "login_session" (ends) WHERE ends IS NOT NULL
        CREATE INDEX "login_session_provider" ON "login_session" ("provider")
        CREATE INDEX "login_session_user" ON "login_session" ("user")
        CREATE TABLE "media_token_use" (number INTEGER PRIMARY KEY, "id" TEXT NOT NULL, ends INTEGER, document BLOB NOT NULL,
            UNIQUE ("id"))
        CREATE INDEX "media_token_use_ends" ON "media_token_use" (ends) WHERE ends IS NOT NULL
        CREATE TABLE "requestor_settings" (number INTEGER PRIMARY KEY, "id" TEXT NOT NULL, ends INTEGER,
            document BLOB NOT NULL, UNIQUE ("id"))
        CREATE INDEX "requestor_settings_ends" ON "requestor_settings" (ends) WHERE ends IS NOT NULL
        CREATE TABLE "certificate" (number INTEGER PRIMARY KEY, "id" TEXT NOT NULL, ends INTEGER, document BLOB NOT NULL,
            UNIQUE ("id"))
        CREATE INDEX "certificate_ends" ON "certificate" (ends) WHERE ends IS NOT NULL
        CREATE TABLE "identity_key" (number INTEGER PRIMARY KEY, "id" TEXT NOT NULL, ends INTEGER, document BLOB NOT NULL,
            UNIQUE ("id"))
        CREATE INDEX "identity_key_ends" ON "identity_key" (ends) WHERE ends IS NOT NULL
        CREATE TABLE "degradation_rule" (number INTEGER PRIMARY KEY, "id" TEXT NOT NULL, ends INTEGER,
            document BLOB NOT NULL, UNIQUE ("id"))
        CREATE INDEX "degradation_rule_ends" ON "degradation_rule" (ends) WHERE ends IS NOT NULL
        CREATE TABLE "temporary_pass_use" (number INTEGER PRIMARY KEY, "requestor" TEXT NOT NULL, "mvpd" TEXT NOT NULL,
            "id" TEXT NOT NULL, ends INTEGER, "device" TEXT, "identity" TEXT, document BLOB NOT NULL, UNIQUE ("requestor",
            "mvpd", "id"))
        CREATE INDEX "temporary_pass_use_ends" ON "temporary_pass_use" (ends) WHERE ends IS NOT NULL
        CREATE INDEX "temporary_pass_use_device" ON "temporary_pass_use" ("device")
        CREATE INDEX "temporary_pass_use_identity" ON "temporary_pass_use" ("identity")
        CREATE TABLE "temporary_pass_claim" (number INTEGER PRIMARY KEY, "requestor" TEXT NOT NULL, "mvpd" TEXT NOT NULL,
            "kind" TEXT NOT NULL, "value" TEXT NOT NULL, ends INTEGER, document BLOB NOT NULL, UNIQUE ("requestor", "mvpd",
            "kind", "value"))
        CREATE INDEX "temporary_pass_claim_ends" ON "temporary_pass_claim" (ends) WHERE ends IS NOT NULL
        CREATE TABLE "profile" (number INTEGER PRIMARY KEY, "requestor" TEXT NOT NULL, "device" TEXT NOT NULL,
            "application" TEXT NOT NULL, "mvpd" TEXT NOT NULL, ends INTEGER, "user" TEXT, "session" TEXT,
            document BLOB NOT NULL, UNIQUE ("requestor", "device", "application", "mvpd"))
        CREATE INDEX "profile_ends" ON "profile" (ends) WHERE ends IS NOT NULL
        CREATE INDEX "profile_user" ON "profile" ("user")
        CREATE INDEX "profile_session" ON "profile" ("session")
        CREATE TABLE "profile_authorization" (number INTEGER PRIMARY KEY, "requestor" TEXT NOT NULL, "device" TEXT NOT NULL,
            "application" TEXT NOT NULL, "mvpd" TEXT NOT NULL, "resource" TEXT NOT NULL, ends INTEGER,
            document BLOB NOT NULL, UNIQUE ("requestor", "device", "application", "mvpd", "resource"))
        CREATE INDEX "profile_authorization_ends" ON "profile_authorization" (ends) WHERE ends IS NOT NULL
        CREATE TABLE "shared_sign_in" (number INTEGER PRIMARY KEY, "identity" TEXT NOT NULL, "mvpd" TEXT NOT NULL,
            ends INTEGER, document BLOB NOT NULL, UNIQUE ("identity", "mvpd"))
        CREATE INDEX "shared_sign_in_ends" ON "shared_sign_in" (ends) WHERE ends IS NOT NULL
        CREATE TABLE "open_session" (number INTEGER PRIMARY KEY, "requestor" TEXT NOT NULL, "device" TEXT NOT NULL,
            "application" TEXT NOT NULL, ends INTEGER, document BLOB NOT NULL, UNIQUE ("requestor", "device", "application"))
        CREATE INDEX "open_session_ends" ON "open_session" (ends) WHERE ends IS NOT NULL
        CREATE TABLE "pending_logout" (number INTEGER PRIMARY KEY, "id" TEXT NOT NULL, ends INTEGER, document BLOB NOT NULL,
            UNIQUE ("id"))
        CREATE INDEX "pending_logout_ends" ON "pending_logout" (ends) WHERE ends IS NOT NULL
        """.replacing("\n    ", with: " ").split(separator: "\n").map(String.init)
}
