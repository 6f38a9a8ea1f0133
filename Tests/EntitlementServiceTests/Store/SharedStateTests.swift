import Administration
import EntitlementCore
import Foundation
import HTTPTypes
import Logging
import PostgreSQL
import Testing

@testable import EntitlementService
@testable import TVWorld

@Suite("What nodes share on PostgreSQL")
struct SharedStateTests {
    @Test("a change of the faults whose commit fails has no effect on any node; an older value is never adopted")
    func faults() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let store = try place.openPostgreSQL()
            let fixture = try await Fixture(store: store)
            let engine = fixture.environment.engine
            try await fixture.test { client in
                let fault = #"{"id":"f","at":"service.register","status":503}"#
                _ = try await client.administer(.post, "faults", fault)
            }
            let stored = try await store.value(SharedFaults.name, as: SharedFaults.self)
            let before = try #require(stored)
            #expect(before.table["f"] != nil)
            await #expect(throws: (any Error).self) {
                try await engine.withFaults { board in
                    _ = board.remove("f")
                    // The server ends the session before the transaction is committed.
                    try place.execute(
                        """
                        SELECT pg_terminate_backend(pid, 60000) FROM pg_locks
                        WHERE locktype = 'advisory' AND (classid::bigint << 32 | objid::bigint)
                            = hashtextextended('vsasim value ' || current_schema() || ' faults', 0)
                        """)
                }
            }
            #expect(engine.faults.table.isEmpty)
            try await engine.correctFaults()
            #expect(engine.faults.table == before.table)
            // A value that was read before a change may arrive after it.
            #expect(try await engine.withFaults { $0.remove("f") }.count == 1)
            engine.adopt(before)
            #expect(engine.faults.table.isEmpty)
            try await engine.correctFaults()
            #expect(try await engine.currentFaults().isEmpty)
        }
    }

    @Test("a reset, a scenario and a snapshot change either the records and the faults, or neither")
    func oneTransaction() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let fixture = try await Fixture(store: place.openPostgreSQL())
            let engine = fixture.environment.engine
            try await fixture.test { client in
                let snapshot = try await client.administer(.get, "snapshot").text
                let fault = #"{"id":"f","at":"service.register","status":503}"#
                _ = try await client.administer(.post, "faults", fault)
                _ = try await client.administer(.put, "integrations/REF30/AlphaCable", #"{"enabled":false}"#)
                try place.execute("ALTER TABLE shared_value ADD CONSTRAINT unchanged CHECK (false) NOT VALID")
                let scenario = #"{"schema":"vsa-scenario/1","name":"night"}"#
                let calls: [(HTTPRequest.Method, String, String?)] = [
                    (.post, "reset", nil), (.put, "scenario", scenario), (.put, "snapshot", snapshot),
                ]
                for (method, path, body) in calls {
                    #expect(try await client.administer(method, path, body).status >= 500, "\(path)")
                    let list = try await client.administer(.get, "integrations?requestor=REF30")
                    #expect(list.text.contains(#""mvpd":"AlphaCable","provider":"alpha.example","enabled":false"#), "\(path)")
                    try await engine.correctFaults()
                    #expect(engine.read { $0.scenario } == nil && engine.faults.table["f"] != nil, "\(path)")
                }
                try place.execute("ALTER TABLE shared_value DROP CONSTRAINT unchanged")
                #expect(try await client.administer(.post, "reset").status == 204)
                #expect(try await engine.currentFaults().isEmpty)
            }
        }
    }

    @Test("the faults of a scenario that one node loads are those of another one that knew the faults before")
    func scenarioFaults() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let fixture = try await Fixture(store: place.openPostgreSQL())
            let other = try await Fixture(store: place.openPostgreSQL()).environment.engine
            try await other.follow()
            try await fixture.test { client in
                let fault = #"{"id":"down","point":"service.register","status":503}"#
                let scenario = #"{"schema":"vsa-scenario/1","name":"night","faults":[\#(fault)]}"#
                let answer = try await client.administer(.put, "scenario", scenario)
                #expect(answer.status < 300, "\(answer.text)")
            }
            try await other.follow()
            #expect(other.faults.table["down"] != nil)
        }
    }

    @Test("a reset of the limits for devices returns each node to what it was started with")
    func throttling() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let (one, other) = (try place.openPostgreSQL(), try place.openPostgreSQL())
            let first = Throttle(ThrottlingResource(), shared: one)
            try await first.change(to: ThrottlingResource(enabled: true, burst: 3))
            let restarted = Throttle(ThrottlingResource(enabled: true), shared: other)
            try await restarted.follow()
            #expect(restarted.settings.burst == 3)
            try await first.change(to: nil)
            try await restarted.follow()
            #expect(!first.settings.enabled && restarted.settings == ThrottlingResource(enabled: true))
        }
    }

    @Test("sign-ins are listed for all numbers of their records")
    func largeNumbers() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let store = try place.openPostgreSQL()
            try place.execute("ALTER TABLE authentication ALTER COLUMN number RESTART WITH 9007199254740993")
            try await store.commit((1...3).map { .save(StoredContent.authentication("d\($0)", expiresAt: $0)) })
            let engine = try await Fixture(store: store).environment.engine
            var (devices, next) = ([String](), SignInCursor?.some(SignInCursor()))
            while let cursor = next {
                let page = try await engine.signIns(SignInFilter(), after: cursor, limit: 2)
                devices += page.signIns.map(\.authentication.deviceKey.deviceID)
                next = page.next.flatMap { $0.text.flatMap { SignInCursor($0) } }
            }
            #expect(devices == ["d3", "d2", "d1"])
        }
    }

    @Test("a node without its schema is not ready")
    func missingSchema() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            try await Fixture(store: place.openPostgreSQL()).test { client in
                #expect(try await client.get("/readyz").status == 200)
                try place.execute("DROP SCHEMA \(EntitlementService.quoted(place.schema)) CASCADE")
                let answer = try await client.get("/readyz")
                #expect(answer.status == 503 && answer.text.contains("The service's database failed."), "\(answer)")
            }
        }
    }

    @Test("a call gets 503 when a swap takes too long; health does not wait for it")
    func swap() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let fixture = try await Fixture(store: place.openPostgreSQL())
            try await fixture.test { client in
                try await fixture.environment.engine.swaps.alone {
                    let answer = try await client.get("/api/v1/config/REF30")
                    #expect(answer.status == 503 && answer.headers[.retryAfter] == "1", "\(answer)")
                    #expect(try await client.get("/healthz").status == 200)
                }
                #expect(try await client.get("/api/v1/config/REF30").status != 503)
            }
        }
    }

    @Test("all keys of a folder are copied to the database, or none")
    func copiedKeys() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            try await withStateFolder { path in
                let folder = try StateFolder(path: path)
                let names = (1...8).map { "key-\($0).pem" }
                for name in names { try folder.write("the text of \(name)", to: name) }
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.path(of: names[3]))
                func copy() throws -> StoredKeys {
                    try StoredKeys(place.openPostgreSQL(), secret: "a secret of tests", folder: folder)
                }
                #expect(throws: SetupFailure.self) { try copy() }
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.path(of: names[3]))
                #expect(try copy().names().sorted() == names)
            }
        }
    }

    @Test(
        "a change without a notification reaches a node, and one that is made when its connection for notifications has ended",
        .timeLimit(.minutes(10)))
    func lostNotifications() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let (one, other) = (try place.openPostgreSQL(), try place.openPostgreSQL())
            let engine = try await Fixture(store: other).environment.engine
            try await engine.join()
            let member = Task {
                let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                try await NodeMembership(engine: engine, node: other.node, logger: logger).run()
            }
            defer { member.cancel() }
            func isEnabled() -> Bool? {
                other.configuration.world.integration(requestor: "REF30", mvpd: "AlphaCable")?.isEnabled
            }
            func becomes(_ value: Bool) async throws {
                while isEnabled() != value {
                    try Task.checkCancellation()
                    await Task.yield()
                }
            }
            let change = Change.save(Integration(requestor: "REF30", mvpd: "AlphaCable", isEnabled: false))
            try await one.commit([change])
            try await becomes(false)
            // Writes a change of the configuration without a notification.
            try place.execute("DELETE FROM integration", "UPDATE revision SET number = number + 1")
            try await becomes(true)
            // A standby without the last change takes over.
            try await one.commit([change])
            try await becomes(false)
            try place.execute("DELETE FROM integration", "UPDATE revision SET number = number - 10")
            try await becomes(true)
            try place.execute(
                "CREATE TABLE renewal (pid integer)",
                """
                CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN INSERT INTO renewal VALUES (pg_backend_pid()); RETURN NULL; END $$
                """,
                "CREATE TRIGGER note AFTER UPDATE ON node FOR EACH ROW EXECUTE FUNCTION note()")
            let isNoted = Statement("SELECT EXISTS (SELECT FROM renewal)")
            while try await one.pool.run([isNoted])[0].rows[0].flag(0) != true { try Task.checkCancellation() }
            // The connection that renews the entry is the one that listens.
            try place.execute("SELECT pg_terminate_backend(pid, 60000) FROM (SELECT DISTINCT pid FROM renewal) AS listening")
            try await one.commit([change])
            // A machine that is too slow to renew its entry in three seconds stops answering calls.
            #expect(isEnabled() == false || !other.node.isCurrent)
            try await becomes(false)
            member.cancel()
            _ = await member.result
        }
    }
}
