import DatabaseServer
import Dispatch
import Foundation
import PostgreSQL
import Testing

@testable import EntitlementService

@Suite("Deadlines of the database")
struct DatabaseDeadlineTests {
    private func pool(connections: Int = 1, patience: Duration) async throws -> ConnectionPool {
        let target = DatabaseTarget(target: try await PostgreSQLServer.shared.url, schema: "s")
        return ConnectionPool(target, connections: connections, patience: patience)
    }

    @Test("a long operation does not delay calls: it has its own connection")
    func longOperation() async throws {
        let pool = try await pool(patience: .seconds(20))
        let release = DispatchSemaphore(value: 0)
        let (starts, start) = AsyncStream<Void>.makeStream()
        let long = Task {
            // If its patience ends before it has a connection, the test fails instead of waiting.
            defer { start.finish() }
            return try await pool.use(patience: .seconds(60)) { connection, deadline in
                start.finish()
                release.wait()
                return try connection.run([Statement("SELECT 1")], before: deadline).count
            }
        }
        for await _ in starts {}
        #expect(try await pool.run([Statement("SELECT 1")]).count == 1)
        release.signal()
        #expect(try await long.value == 1)
    }

    @Test("a call returns at its deadline even if the threads are busy, and the next one gets its turn")
    func busyThreads() async throws {
        let pool = try await pool(patience: .seconds(2))
        let release = DispatchSemaphore(value: 0)
        let (starts, start) = AsyncStream<Void>.makeStream()
        let blocking = Task {
            defer { start.finish() }
            try await pool.use { _, _ in
                start.finish()
                release.wait()
            }
        }
        for await _ in starts {}
        let late = await #expect(throws: DatabaseError.self) { try await pool.run([Statement("SELECT 1")]) }
        #expect(late?.kind == .late)
        #expect(pool.load == ConnectionPool.Load(busy: 1, free: 0, waiting: 0))
        async let waiting = pool.run([Statement("SELECT 1")])
        release.signal()
        try await blocking.value
        #expect(try await waiting.count == 1)
        #expect(try await pool.run([Statement("SELECT 1")]).count == 1)
    }

    @Test("the pool reports how many connections calls use, how many are free, and how many calls wait")
    func load() async throws {
        let pool = try await pool(connections: 2, patience: .seconds(60))
        let idle = ConnectionPool.Load(busy: 0, free: 2, waiting: 0)
        let overloaded = ConnectionPool.Load(busy: 2, free: 0, waiting: 1)
        #expect(pool.load == idle)
        let release = DispatchSemaphore(value: 0)
        let calls = (1...3).map { _ in Task { try await pool.use { _, _ in release.wait() } } }
        let end = ContinuousClock.now + .seconds(60)
        while pool.load != overloaded, ContinuousClock.now < end { await Task.yield() }
        #expect(pool.load == overloaded)
        for _ in calls { release.signal() }
        for call in calls { try await call.value }
        #expect(pool.load == idle)
    }

    @Test("connecting to a server that does not answer ends at the time limit of calls, for turns and long operations, too")
    func silentServer() async throws {
        let server = try SilentServer()
        let target = DatabaseTarget(target: "postgresql://postgres@127.0.0.1:\(server.port)/x", schema: "s")
        let pool = ConnectionPool(target, connections: 1, patience: .seconds(1))
        let start = ContinuousClock.now
        var kinds: [DatabaseError.Kind] = []
        for patience in [nil, Duration.seconds(60), nil] {
            let error = await #expect(throws: DatabaseError.self) {
                try await pool.run([Statement("SELECT 1")], patience: patience)
            }
            // The latter if all of the time was spent waiting for a thread of this busy process.
            #expect(error?.kind == .unreachable || error?.kind == .late)
            if let kind = error?.kind { kinds.append(kind) }
        }
        #expect(kinds.contains(.unreachable))
        await #expect(throws: DatabaseError.self) { _ = try await pool.extraThread() }
        #expect(.now < start + .seconds(30))
    }

    @Test("waiting for a value ends at the deadline, and a later value is ignored")
    func expectedValue() async throws {
        let late = ExpectedValue<Int>()
        await #expect(throws: CancellationError.self) {
            _ = try await late.value(before: .now + .milliseconds(10), otherwise: CancellationError())
        }
        #expect(!late.settle(.success(1)))
        let early = ExpectedValue<Int>()
        #expect(early.settle(.success(1)) && !early.settle(.success(2)))
        #expect(try await early.value(before: .now + .seconds(60), otherwise: CancellationError()) == 1)
        let awaited = ExpectedValue<Int>()
        async let value = awaited.value(before: .now + .seconds(60), otherwise: CancellationError())
        awaited.settle(.success(3))
        #expect(try await value == 3)
    }

    @Test("the server ends a transaction whose caller has left, and waits for a lock no longer than the caller")
    func limits() async throws {
        let target = DatabaseTarget(target: try await PostgreSQLServer.shared.url, schema: "s")
        let soon = ContinuousClock.now + .seconds(60)
        let number = Int64.random(in: 0 ... .max)
        let lock = [Statement("BEGIN"), Statement("SELECT pg_advisory_xact_lock($1)", [.integer(number)])]
        let (holder, other) = (try target.open(before: soon), try target.open(before: soon, patience: .milliseconds(50)))
        try holder.run(lock, before: soon)
        let refused = #expect(throws: DatabaseError.self) { try other.run(lock, before: soon) }
        #expect(refused?.kind == .refused(sqlState: "55P03") && refused?.endsConnection == false)
        try holder.run([Statement("ROLLBACK")], before: soon)
        try other.run(lock, before: soon)
        // The other one no longer sends anything, and its connection stays open.
        try holder.run(lock, before: soon)
        let ended = #expect(throws: DatabaseError.self) { try other.run([Statement("COMMIT")], before: soon) }
        #expect(ended?.endsConnection == true)
    }

    @Test("a node whose entry had expired renews it twice before it counts as current: no change waited for it the first time")
    func secondRenewal() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let store = try place.openPostgreSQL()
            try await store.node.join { _ in }
            try place.execute(
                "CREATE TABLE renewal (number bigint)",
                "CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO renewal VALUES (1); RETURN NEW; END $$",
                "CREATE TRIGGER note AFTER UPDATE ON node FOR EACH ROW EXECUTE FUNCTION note()")
            func count() async throws -> Int64? {
                try await store.pool.run([Statement("SELECT count(*) FROM renewal")])[0].rows[0].integer(0)
            }
            while store.node.isCurrent { await Task.yield() }
            try await store.node.renew(waiting: false) { _ in }
            let isCurrent = store.node.isCurrent
            // More often if a renewal takes as long as an entry counts.
            #expect(try await count() ?? 0 >= 2 && isCurrent)
        }
    }

    @Test("the time of the last change is that of a change, not of a node's first read")
    func lastChange() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let store = try place.openPostgreSQL()
            let node = store.node
            try await node.join { _ in }
            #expect(node.lag == .zero)
            try place.execute("UPDATE revision SET number = number + 1")
            try await node.renew(waiting: false) { _ in }
            let lag = node.lag
            #expect(lag > .zero)
            try place.execute("DELETE FROM node", "UPDATE revision SET number = number + 1")
            try await node.renew(waiting: false) { _ in }
            #expect(node.lag == lag)
        }
    }

    @Test("a pooler in transaction mode is rejected before anything is created")
    func pooler() async throws {
        let server = try await PostgreSQLServer.shared
        let pooler = try await ConnectionPooler.start(before: server, mode: .transaction)
        let schema = "pooled \(UUID().uuidString)"
        await expectFailure(.configuration, "pooler in transaction mode") {
            _ = try PostgreSQLTokenStore(target: pooler.url, schema: schema)
        }
        let soon = ContinuousClock.now + .seconds(60)
        let connection = try Connection.open(to: server.url, applicationName: "tests", before: soon)
        let found = try connection.run(
            [Statement("SELECT count(*) FROM pg_namespace WHERE nspname = $1", [.text(schema)])], before: soon)
        #expect(found[0].rows[0].integer(0) == 0)
        await pooler.stop()
    }
}
