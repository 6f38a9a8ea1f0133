import PostgreSQL
import Testing

@testable import EntitlementCore
@testable import EntitlementService
@testable import TVWorld

/// A record that only a later version has.
private struct LaterRecord: StoredRecord, Identifiable {
    static let table = "later"

    var id: String
}

@Suite("The upgrade of a schema on PostgreSQL")
struct UpgradeTests {
    @Test("a store that is only read is neither created nor migrated; the error names the command that does")
    func looking() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            for _ in 1...2 {
                await expectFailure(.absent, "no schema", "`entitlementd database migrate`") {
                    _ = try place.openPostgreSQL(isMigrated: false)
                }
            }
            try await place.openPostgreSQL().commit(StoredContent.changes())
            #expect(try await place.openPostgreSQL(isMigrated: false).counts().isEmpty == false)
            let target = DatabaseTarget(target: place.address, schema: place.schema)
            let later: [StoredRecords.SchemaVersion] = [(9_999, [LaterRecord.self])]
            await expectFailure(.older, "has version 10", "`entitlementd database migrate` changes it to version 9999") {
                try PostgreSQLTokenStore.prepare(target, versions: StoredRecords.schema + later, isMigrated: false)
            }
        }
    }

    @Test("a schema of a version before the first release is not changed")
    func unreleased() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let store = try place.openPostgreSQL()
            try place.execute("DROP TABLE profile", "UPDATE schema_version SET number = 9")
            for isMigrated in [true, false] {
                await expectFailure(.older, "version 9", "before the first release") {
                    _ = try place.openPostgreSQL(isMigrated: isMigrated)
                }
            }
            #expect(try await store.pool.run([Statement("SELECT number FROM schema_version")])[0].rows.first?.integer(0) == 9)
            #expect(throws: DatabaseError.self) { try place.execute("SELECT FROM profile") }
        }
    }

    @Test(
        "a schema with objects of another program is not changed; an empty one is used, whatever rights it grants",
        arguments: ["TABLE note ()", "TYPE note AS ENUM ()", "FUNCTION note() RETURNS int LANGUAGE sql AS 'SELECT 1'"])
    func foreign(object: String) async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let schema = EntitlementService.quoted(place.schema)
            try place.execute(
                "CREATE SCHEMA \(schema)", "ALTER DEFAULT PRIVILEGES IN SCHEMA \(schema) GRANT SELECT ON TABLES TO PUBLIC",
                "CREATE \(object)")
            for isMigrated in [true, false] {
                await expectFailure(.foreign, "The schema \(place.schema) ") {
                    _ = try place.openPostgreSQL(isMigrated: isMigrated)
                }
            }
            try place.execute("DROP \(object.prefix { $0 != " " }) note")
            await expectFailure(.absent) { _ = try place.openPostgreSQL(isMigrated: false) }
            try await place.openPostgreSQL().commit(StoredContent.changes())
        }
    }

    @Test("a schema of a later version is not changed")
    func newer() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            _ = try place.openPostgreSQL()
            try place.execute("UPDATE schema_version SET number = 9999")
            await expectFailure(.newer) { _ = try place.openPostgreSQL() }
        }
    }

    @Test("a schema of an earlier version is migrated with its records, and the tables that the next one added can be used")
    func earlier() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let target = DatabaseTarget(target: place.address, schema: place.schema)
            let nine: [StoredRecords.SchemaVersion] = [(9, StoredRecords.all.filter { !($0 is ProfileRecord.Type) })]
            let ten: [StoredRecords.SchemaVersion] = [(10, [ProfileRecord.self])]
            try PostgreSQLTokenStore.prepare(target, versions: nine, isMigrated: true)
            let deadline = ContinuousClock.now + .seconds(60)
            let records = try StoredContent.changes().flatMap(\.operations).map { Statement(try $0.statement) }
            try target.open(before: deadline).run(records, before: deadline)
            #expect(throws: DatabaseError.self) { try place.execute("SELECT FROM profile") }
            await expectFailure(.older, "version 9") { _ = try place.openPostgreSQL(isMigrated: false) }
            try PostgreSQLTokenStore.prepare(target, versions: nine + ten, isMigrated: true)
            let store = try place.openPostgreSQL(isMigrated: false)
            var expected = EntitlementState(baseline: .builtIn)
            for change in StoredContent.changes() { expected.apply(change) }
            #expect(try await StoredContent(store) == StoredContent(expected))
            let profile = ProfileRecord(authentication: StoredContent.authentication("d", expiresAt: 5))
            try await store.commit([.save(profile)])
            let other = try place.openPostgreSQL(isMigrated: false)
            #expect(try await other.count(RecordQuery<ProfileRecord>(matching: ["user": "u"])) == 1)
            #expect(try await StoredContent(other) == StoredContent(expected))
        }
    }

    @Test("nodes continue after a later version has added a table, but cannot start again")
    func later() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let (first, second) = (try place.openPostgreSQL(), try place.openPostgreSQL())
            let target = DatabaseTarget(target: place.address, schema: place.schema)
            let later: [StoredRecords.SchemaVersion] = [(9_999, [LaterRecord.self])]
            async let migration: Void = PostgreSQLTokenStore.prepare(
                target, versions: StoredRecords.schema + later, isMigrated: true)
            for number in Int64(1)...20 {
                try await first.commit([.save(StoredContent.authentication("first", expiresAt: number))])
            }
            try await migration
            #expect(try await second.pool.run([Statement("SELECT FROM later")])[0].rows.isEmpty)
            for isMigrated in [true, false] {
                await expectFailure(.newer, "version 9999") { _ = try place.openPostgreSQL(isMigrated: isMigrated) }
            }
            // Both see what they write: records, and the configuration, which they keep in memory.
            try await second.commit([.save(StoredContent.authentication("second", expiresAt: 21))])
            for (writer, isEnabled) in [(first, false), (second, true)] {
                try await writer.commit([
                    .save(Integration(requestor: "REF30", mvpd: "AlphaCable", isEnabled: isEnabled))
                ])
                for reader in [first, second] {
                    let ends = try await reader.read(TransientState()) { state in
                        ["first", "second"].map { state.authentications[DeviceKey(requestor: "REF30", deviceID: $0)]?.expiresAt }
                    }
                    #expect(ends == [20, 21])
                    let integration = reader.configuration.world.integration(requestor: "REF30", mvpd: "AlphaCable")
                    #expect(integration?.isEnabled == isEnabled)
                }
            }
        }
    }
}
