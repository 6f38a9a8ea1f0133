import DatabaseServer
import Glibc
import HTTPTypes
import PostgreSQL
import SAML
import Testing

@testable import EntitlementCore
@testable import EntitlementService
@testable import TVWorld

@Suite("The store on PostgreSQL")
struct PostgreSQLStoreTests {
    @Test("nodes that start together on an empty database create the schema once")
    func concurrentStart() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let stores = try await withThrowingTaskGroup(of: PostgreSQLTokenStore.self) { group in
                for _ in 0..<3 { group.addTask { try place.openPostgreSQL() } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try await stores[0].commit(StoredContent.changes())
            for store in stores { #expect(try await StoredContent(store).client != nil) }
        }
    }

    @Test(
        "refusals of the server are distinguished",
        arguments: [
            ("53100", StoreFailure.Kind.full), ("53300", .unreachable), ("57014", .unreachable), ("57P01", .unreachable),
            ("40001", .contended), ("55P03", .contended), ("42501", .notWritable), ("25006", .unreachable),
            ("42P05", .configuration), ("26000", .configuration), ("XX000", .disk),
        ])
    func refusals(state: String, kind: StoreFailure.Kind) {
        let target = DatabaseTarget(target: "", schema: "s")
        let failure = target.translated(DatabaseError(.refused(sqlState: state), "reason")) as? StoreFailure
        #expect(failure?.kind == kind && failure?.isLate == false)
        #expect(failure?.description.contains(kind == .configuration ? "pooler in transaction mode" : "reason") == true)
    }

    @Test("a role without the right to a statement learns which it needs, with and without the schema")
    func missingRight() {
        let target = DatabaseTarget(target: "", schema: "s")
        let failure = target.translated(DatabaseError(.refused(sqlState: "42501"), "permission denied")) as? StoreFailure
        #expect(
            failure?.description.hasSuffix(
                "The role must own the schema s or, if it does not exist, have the CREATE privilege on the database.") == true)
    }

    @Test("a change that another node does not adopt in time is reported as stored")
    func unconfirmed() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let store = try place.openPostgreSQL()
            _ = try await store.pool.run([
                Statement(
                    "INSERT INTO node (name, seen, revision) VALUES ('stuck', clock_timestamp() + interval '1 hour', 0)")
            ])
            var failure: StoreFailure?
            do { try await store.commit(StoredContent.changes()) } catch { failure = error as? StoreFailure }
            #expect(failure?.kind == .unconfirmed && failure?.isTemporary == true)
            #expect(failure?.summary.contains("Nothing was changed") == false)
            #expect(try await StoredContent(store).client != nil)
        }
    }

    @Test("a server older than PostgreSQL 13 is rejected with both versions", arguments: [(90_624, 9), (120_022, 12)])
    func oldServer(number: Int, version: Int) throws {
        let error = try #require(DatabaseTarget.refusal(ofVersion: number))
        let failure = DatabaseTarget(target: "", schema: "s").translated(error) as? StoreFailure
        #expect(failure?.kind == .configuration)
        #expect(failure?.description == "The database server is PostgreSQL \(version); accepted is version 13 or later.")
        for accepted in [130_000, 150_005, 180_001] { #expect(DatabaseTarget.refusal(ofVersion: accepted) == nil) }
    }

    /// Creates a database with an encoding for an operation, which gets its connection string.
    private func withDatabase(encoding: String, _ operation: (String) async throws -> Void) async throws {
        let server = try await PostgreSQLServer.shared
        let soon = ContinuousClock.now + .seconds(60)
        let administrator = try Connection.open(to: server.url, applicationName: "tests", before: soon)
        let database = "encoding_\(UInt64.random(in: 0 ... .max))"
        try administrator.run(
            [Statement("CREATE DATABASE \(database) ENCODING '\(encoding)' TEMPLATE template0")], before: soon)
        try await operation(server.url.replacing("/postgres?", with: "/\(database)?"))
        try administrator.run([Statement("DROP DATABASE \(database) WITH (FORCE)")], before: soon)
    }

    @Test("a database that cannot store all characters is rejected, and not changed")
    func otherEncoding() async throws {
        try await withDatabase(encoding: "LATIN1") { target in
            await expectFailure(.configuration, "is LATIN1; accepted are UTF8 and SQL_ASCII", "createdb --encoding=UTF8") {
                _ = try PostgreSQLTokenStore(target: target, schema: "s")
            }
            // Nothing was created, and reading is permitted.
            await expectFailure(.absent) { _ = try PostgreSQLTokenStore(target: target, schema: "s", isMigrated: false) }
        }
    }

    @Test("a database without an encoding stores every character")
    func withoutEncoding() async throws {
        try await withDatabase(encoding: "SQL_ASCII") { target in
            let store = try PostgreSQLTokenStore(target: target, schema: "s")
            try store.open(baseline: .builtIn)
            let record = StoredContent.authorization("Zoë 東京 🎬")
            try await store.commit([.save(record)])
            let found = try await store.read(TransientState()) { $0.authorizations[record.key, record.resource] }
            #expect(found == record)
        }
    }

    @Test("a damaged record is an error, never a missing record")
    func damaged() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let store = try place.openPostgreSQL()
            try await store.commit(StoredContent.changes())
            try place.execute("UPDATE authentication SET document = '{}'::bytea")
            await expectFailure(.damaged, "authentication") { _ = try await StoredContent(store) }
        }
    }

    @Test("a decision that reads takes one round trip, one that also writes takes one more")
    func roundTrips() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let store = try place.openPostgreSQL()
            try await store.commit(StoredContent.changes())
            _ = try await StoredContent(store)
            @Sendable func decide(_ state: EntitlementState) -> (Int64?, [Change]) {
                guard let session = state.authentications[StoredContent.key], state.clients["c"] != nil else { return (nil, []) }
                let record = AuthorizationRecord(
                    key: session.deviceKey, mvpd: session.mvpd, resource: "news", isDegraded: false,
                    expiresAt: (state.authorizations[session.deviceKey, "news"]?.expiresAt ?? 0) + 1)
                return (record.expiresAt, [.save(record)])
            }
            for expected in Int64(5)...7 {
                let before = store.roundTrips
                #expect(try await store.read(TransientState()) { decide($0).0 } == expected)
                #expect(store.roundTrips == before + 1)
                #expect(try await store.write(TransientState(), decide) == expected)
                #expect(store.roundTrips == before + 2)
            }
            #expect(store.conflicts == 0)
        }
    }

    @Test(
        "of one SAML response that is posted to two services at the same moment one is accepted; authorize takes two round trips")
    func twoServices() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let stores = (try place.openPostgreSQL(), try place.openPostgreSQL())
            let services = (try await Fixture(store: stores.0), try await Fixture(store: stores.1))
            try await services.0.test { client in
                let first = try await client.registered()
                try await first.trust()
                try await services.1.test { other in
                    let second = Client(http: other.http, fixture: other.fixture, accessToken: first.accessToken)
                    for number in 1...5 {
                        let device = "device-\(number)"
                        let response = first.response(to: try await first.profileRequest(device: device))
                        let message = SAML.Base64.encode(try response.signed(with: services.0.provider))
                        async let one = first.exchange(message, device: device)
                        async let two = second.exchange(message, device: device)
                        let statuses = [try await one.status, try await two.status].sorted()
                        #expect(statuses[0] == 204 && statuses[1] >= 400, "\(statuses)")
                        // With the first device, the store learned which records a call needs.
                        let path = "/api/v1/authorize?requestor=REF30&deviceId=\(device)&resource=news"
                        let before = stores.1.roundTrips
                        #expect(try await second.get(path).status == 200)
                        #expect(number == 1 || stores.1.roundTrips <= before + 2, "\(stores.1.roundTrips - before)")
                        #expect(try await first.get(path).status == 200)
                    }
                }
            }
        }
    }

    private static func end(_ login: WalkingBrowser) async throws -> WalkingBrowser.Page {
        var browser = login
        return try await browser.submit()
    }

    @Test("of two logins with one code that end at two services at the same moment one is accepted")
    func oneCode() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let services = (
                try await Fixture(store: place.openPostgreSQL()), try await Fixture(store: place.openPostgreSQL())
            )
            try await services.0.test { client in
                let app = try await client.registered()
                try await services.1.test { other in
                    for number in 1...5 {
                        let device = "device-\(number)"
                        let code = try await app.registrationCode(device: device)
                        var (alice, bob) = (WalkingBrowser(client), WalkingBrowser(other))
                        try await alice.open(WalkingBrowser.loginAddress(code: code))
                        try await bob.open(WalkingBrowser.loginAddress(code: code))
                        try await alice.submit(["username": "alice", "password": "alice", "action": "login"])
                        try await bob.submit(["username": "bob", "password": "bob", "action": "login"])
                        let (first, second) = (alice, bob)
                        async let one = Self.end(first)
                        async let two = Self.end(second)
                        let pages = [try await one, try await two]
                        let winner = pages.firstIndex { $0.destination == "adobepass://ios.app" }
                        let loser = pages.filter { $0.status == 400 && $0.heading == "This login is already complete" }
                        #expect(winner != nil && loser.count == 1, "\(pages)")
                        let user = winner == 0 ? "u-1001-alice" : "u-1002-bob"
                        let token = try await app.get("/api/v1/tokens/authn?requestor=REF30&deviceId=\(device)")
                        #expect(token.json["userId"]?.text == user, "\(token.text)")
                    }
                }
            }
        }
    }

    @Test("a decision is made again when another node has changed what it is based on")
    func changedInBetween() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let (one, other) = (try place.openPostgreSQL(), try place.openPostgreSQL())
            try await one.commit(StoredContent.changes())
            #expect(try await StoredContent(one).authorization?.expiresAt == 4)
            try await other.commit([.save(StoredContent.authorization(isDegraded: true, expiresAt: 8))])
            let seen = try await one.write(TransientState()) { state in
                let expiresAt = state.authorizations[StoredContent.key, "news"]?.expiresAt
                return (expiresAt, [.remove(AuthorizationRecord.self, StoredContent.key)])
            }
            #expect(seen == 8 && one.conflicts == 1)
            #expect(try await StoredContent(other).authorization == nil)
        }
    }

    @Test("while the server is unavailable calls fail soon with the reason; afterwards they work, with everything acknowledged")
    func serverAway() async throws {
        let server = try await PostgreSQLServer.start()
        // A time limit of a minute, of which a call that fails soon uses little on any machine.
        let store = try PostgreSQLTokenStore(target: server.url, schema: "away", connections: 1, patience: .seconds(60))
        let fixture = try await Fixture(store: store)
        try await store.commit(StoredContent.changes())
        let before = try await StoredContent(store)
        await server.stop(SIGQUIT)
        for _ in 0..<3 {
            let start = ContinuousClock.now
            await expectFailure(.unreachable) { _ = try await StoredContent(store) }
            #expect(ContinuousClock.now < start + .seconds(30))
        }
        try await fixture.test { client in
            let answer = try await client.administer(.put, "integrations/REF30/AlphaCable", #"{"enabled":false}"#)
            #expect(answer.status == 503 && answer.headers[.retryAfter] == "1")
            #expect(answer.text.contains("database cannot be reached"))
            // What operators look at still works, without the number of sign-ins.
            let metrics = try await client.get("/metrics")
            #expect(metrics.status == 200 && metrics.text.contains("\nvsasim_node_ready "))
            #expect(!metrics.text.contains("\nvsasim_sessions "))
            // A fault of one app is not skipped because the app cannot be looked up.
            let engine = fixture.environment.engine
            await #expect(throws: StoreFailure.self) { try await engine.names(ofCode: "ABCDEFG") }
        }
        try await server.start()
        var after: StoredContent?
        while after == nil {
            after = try? await StoredContent(store)
            await Task.yield()
        }
        #expect(after == before)
        await server.stop()
    }

    @Test("two stores deny together: denials that are kept in memory elsewhere are records here, and a logout removes them")
    func denials() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let (one, other) = (try place.openPostgreSQL(), try place.openPostgreSQL())
            let (key, resource) = (StoredContent.key, DeniedResource(mvpd: "AlphaCable", resource: "news"))
            for (number, store) in [one, other, one].enumerated() {
                try await store.write(TransientState(isStored: true)) { _ in
                    ((), [.noteDenial(key, resource, at: 1_000 + Int64(number), period: 60_000)])
                }
            }
            for store in [one, other] {
                let found = try await store.read(TransientState(isStored: true)) { $0.denials(of: key) }
                #expect(found == [resource: [1_000, 1_001, 1_002]])
            }
            try await other.write(TransientState(isStored: true)) { _ in ((), [.remove(AuthorizationRecord.self, key)]) }
            #expect(try await one.read(TransientState(isStored: true)) { $0.denials(of: key) } == nil)
        }
    }

    @Test("concurrent changes of a shared value by two nodes take place one after the other; one that has ended does not exist")
    func sharedValues() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let stores = [try place.openPostgreSQL(), try place.openPostgreSQL()]
            let name = SharedValueName("test", ["a"])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask { try await stores[number % 2].change(name) { $0 = ($0 ?? 0) + 1 } }
                }
                try await group.waitForAll()
            }
            #expect(try await stores[0].value(name, as: Int.self) == 20)
            await #expect(throws: CancellationError.self) {
                try await stores[0].change(name) { (value: inout Int?) in
                    value = nil
                    throw CancellationError()
                }
            }
            #expect(try await stores[1].value(name, as: Int.self) == 20)
            try await stores[0].change(SharedValueName("test", ["b"], lifetime: 0)) { $0 = 1 }
            #expect(try await stores[1].value(SharedValueName("test", ["b"]), as: Int.self) == nil)
            try await stores[1].removeValues("test")
            #expect(try await stores[0].value(name, as: Int.self) == nil)
        }
    }

    @Test("a clean-up keeps only the newest counts of calls by address, which callers can invent, and all other values")
    func inventedAddresses() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let store = try place.openPostgreSQL()
            let limit = SharedValues<Bool>.limit
            func count(_ kind: String, from start: Int) async throws -> Int64? {
                let query = "SELECT count(*) FROM shared_value WHERE name LIKE '\(kind):%' AND ends >= 9000000000000 + \(start)"
                return try await store.pool.run([Statement(query)])[0].rows[0].integer(0)
            }
            for (kind, number) in [(SharedValueName.deviceKind, limit + 10), ("guess", 10)] {
                let values = "SELECT '\(kind):' || n, '1', 9000000000000 + n FROM generate_series(1, \(number)) AS n"
                _ = try await store.pool.run([Statement("INSERT INTO shared_value (name, document, ends) \(values)")])
            }
            _ = try await store.removeEnded(now: 0, limit: 1)
            #expect(try await count(SharedValueName.deviceKind, from: 0) == Int64(limit))
            #expect(try await count(SharedValueName.deviceKind, from: 11) == Int64(limit))
            #expect(try await count("guess", from: 0) == 10)
        }
    }

    @Test("keys in the database are encrypted, the same for all nodes, and unreadable with another secret")
    func keys() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            try await withStateFolder { path in
                try await Self.checkKeys(place, StateFolder(path: path))
            }
        }
    }

    private static func checkKeys(_ place: StoreEngine.Place, _ folder: StateFolder) async throws {
        try folder.write("an old key", to: "saml.pem")
        let one = try StoredKeys(place.openPostgreSQL(), secret: "a secret of tests", folder: folder)
        let other = try StoredKeys(place.openPostgreSQL(), secret: "a secret of tests", folder: folder)
        #expect(try other.read("saml.pem") == "an old key")
        #expect(try await one.writeOnce("first", to: "token.pem") == "first")
        #expect(try await other.writeOnce("second", to: "token.pem") == "first")
        let stamp = other.stamp(of: "saml.pem")
        try await one.write("a new key", to: "saml.pem")
        try await other.reload()
        #expect(try other.read("saml.pem") == "a new key" && other.stamp(of: "saml.pem") != stamp)
        #expect(throws: DatabaseError.self) {
            try place.execute("SELECT 1 / count(*) FROM service_key WHERE position('key'::bytea IN sealed) > 0")
        }
        await expectFailure(.configuration, "database-key") {
            _ = try StoredKeys(place.openPostgreSQL(), secret: "another secret of tests", folder: folder)
        }
    }

    @Test("a change is announced: it returns when every node has adopted it, or no longer answers calls")
    func announcement() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let (one, other) = (try place.openPostgreSQL(), try place.openPostgreSQL())
            try await one.node.join { _ in }
            try await other.node.join { _ in _ = try await StoredContent(other) }
            let follower = Task {
                while !Task.isCancelled { try await other.node.renew { _ in _ = try await StoredContent(other) } }
            }
            try await one.commit([.save(Integration(requestor: "REF30", mvpd: "AlphaCable", isEnabled: false))])
            // A machine that is too slow to renew its entry in three seconds stops answering calls.
            let isTakenOver = other.configuration.world.integration(requestor: "REF30", mvpd: "AlphaCable")?.isEnabled == false
            #expect(isTakenOver || !other.node.isCurrent)
            follower.cancel()
            _ = await follower.result
            // It has stopped renewing its entry: the next change waits until it no longer answers calls.
            try await one.commit([.save(Integration(requestor: "REF30", mvpd: "AlphaCable", isEnabled: true))])
            #expect(!other.node.isCurrent && other.node.problem != nil)
            try await other.node.leave()
            try await one.node.leave()
            #expect(try await one.node.count() == 0)
        }
    }

    @Test("a server that cannot be reached at the start is named")
    func unreachable() async {
        await expectFailure(.unreachable, "There is no connection to the database server: ", "/nowhere") {
            _ = try PostgreSQLTokenStore(target: "postgresql:///x?host=/nowhere", schema: "s")
        }
    }
}
