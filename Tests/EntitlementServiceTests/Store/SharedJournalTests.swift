import DatabaseServer
import EntitlementCore
import Foundation
import PostgreSQL
import TVWorld
import Testing

@testable import EntitlementService

@Suite("The journal on PostgreSQL", .timeLimit(.minutes(10)))
struct SharedJournalTests {
    private static let hour: Int64 = 3_600_000

    private func withJournal(_ body: (SharedJournal) async throws -> Void) async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            try await body(SharedJournal(place.openPostgreSQL().pool, node: "node", limit: 100))
        }
    }

    private func entry(_ number: Int64, requestor: String = "REF30", request: String? = nil, hours: Int64 = 2) -> Journal.Entry {
        Journal.Entry(
            sequence: number, time: hours * Self.hour, machineTime: number, event: .authorized,
            requestID: request ?? "r\(number)",
            correlation: "", outcome: "ok", details: ["requestor": requestor], document: nil)
    }

    /// Text that is too long for an index, even if it is compressed.
    private var longText: String { (0..<200).map { _ in UUID().uuidString }.joined() }

    @Test("a requestor of any length is counted, and does not stop the journal")
    func longRequestor() async throws {
        try await withJournal { journal in
            let name = longText
            try await journal.append([entry(1), entry(2, requestor: name), entry(3, requestor: "a\u{0}b")])
            #expect(try await journal.entries(after: 0, before: .max, limit: 9).map(\.machineTime) == [1, 2, 3])
            #expect(journal.takeRefusals() == [])
            let counted = Set(try await journal.usage(since: 0).map(\.requestor))
            #expect(counted == ["REF30", RecordColumn.text(name), RecordColumn.text("a\u{0}b")])
        }
    }

    @Test("a requestor that has been counted is counted again together with more new ones than the limit in the same batch")
    func knownRequestor() async throws {
        try await withJournal { journal in
            try await journal.append([entry(1)])
            let others = (2...400).map { entry($0, requestor: "r\($0)") }
            try await journal.append(others + [entry(401)])
            let usage = try await journal.usage(since: 0)
            #expect(usage.filter { $0.requestor == "REF30" }.map(\.count) == [2, 2])
            #expect(Set(usage.map(\.requestor)).count == UsageCounts.requestorLimit + 1)
        }
    }

    @Test("an entry that the server rejects is omitted, and no other one")
    func refusedEntry() async throws {
        try await withJournal { journal in
            try await journal.append((1...7).map { entry($0, request: $0 == 3 || $0 == 6 ? longText : nil) })
            #expect(try await journal.entries(after: 0, before: .max, limit: 9).map(\.machineTime) == [1, 2, 4, 5, 7])
            #expect(try await journal.entries(after: 0, before: .max, limit: 9).map(\.sequence) == [1, 2, 3, 4, 5])
            #expect(journal.takeRefusals().count == 2 && journal.takeRefusals().isEmpty && journal.refused == 2)
            #expect(try await journal.newestWritten() == 7)
            #expect(try await journal.usage(since: 0).map(\.count) == [5, 5])
        }
    }

    @Test("while the server is unavailable the newest entries are kept, and the others are counted as lost")
    func lostEntries() {
        let outbox = JournalOutbox(limit: 20)
        for number in Int64(1)...20 { outbox.append(entry(number)) }
        #expect(outbox.lost == 0)
        for number in Int64(21)...25 { outbox.append(entry(number)) }
        #expect(outbox.first(100).map(\.machineTime) == Array(7...25))
        #expect(outbox.lost == 6)
    }

    @Test("entries that are being written are neither dropped nor counted as lost while new ones arrive")
    func handedOutEntries() {
        let outbox = JournalOutbox(limit: 20)
        for number in Int64(1)...20 { outbox.append(entry(number)) }
        #expect(outbox.first(10).map(\.machineTime) == Array(1...10))
        for number in Int64(21)...30 { outbox.append(entry(number)) }
        #expect(outbox.lost == 0)
        outbox.append(entry(31))
        #expect(outbox.lost == 2)
        #expect(outbox.first(10).map(\.machineTime) == Array(1...10))
        outbox.remove(through: 10)
        for number in Int64(32)...33 { outbox.append(entry(number)) }
        #expect(outbox.lost == 4)
        #expect(outbox.first(100).map(\.machineTime) == Array(15...33))
    }

    @Test("a request whose identifier contains U+0000, which PostgreSQL does not store, has no entries")
    func nullRequest() async throws {
        try await withJournal { journal in
            try await journal.append([entry(1)])
            #expect(try await journal.entries(of: "\u{0}").isEmpty)
            #expect(try await journal.entries(of: "r1").count == 1)
        }
    }

    @Test("usage is counted after the clock was set back by more than the time for which counts are kept")
    func clockSetBack() async throws {
        try await withJournal { journal in
            try await journal.append([entry(1, hours: 2)])
            try await journal.append([entry(2, hours: 1_000)])
            #expect(Set(try await journal.usage(since: 0).map(\.start)) == [1_000 * Self.hour])
            for number in Int64(3)...4 { try await journal.append([entry(number, hours: 3)]) }
            #expect(try await journal.usage(since: 0).filter { $0.start == 3 * Self.hour }.map(\.count) == [2, 2])
            try await journal.append([entry(5, hours: 2_000)])
            #expect(Set(try await journal.usage(since: 0).map(\.start)) == [2_000 * Self.hour])
        }
    }

    @Test("the journal of two nodes has one order without gaps, and its entries name their node")
    func journal() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let stores = [try place.openPostgreSQL(), try place.openPostgreSQL()]
            let journals = stores.enumerated().map { SharedJournal($1.pool, node: "node\($0)", limit: 100) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in Int64(1)...20 {
                    group.addTask { try await journals[Int(number % 2)].append([entry(number), entry(number + 100)]) }
                }
                // A follower sees every entry: no entry is followed by an earlier one.
                group.addTask {
                    var seen: Int64 = 0
                    while seen < 40 {
                        for entry in try await journals[0].entries(after: seen, before: .max, limit: 100) {
                            #expect(entry.sequence == seen + 1)
                            seen = entry.sequence
                        }
                        await Task.yield()
                    }
                }
                try await group.waitForAll()
            }
            let entries = try await journals[1].entries(after: 0, before: .max, limit: 100)
            #expect(entries.map(\.sequence) == Array(1...40))
            #expect(Set(entries.compactMap { $0.details["node"] }) == ["node0", "node1"])
            #expect(try await journals[0].newestWritten() == 120)
            #expect(try await journals[1].newestWritten() == 119)
            await #expect(throws: StoreFailure.self) { try await journals[0].append([entry(120)]) }
            let usage = try await journals[0].usage(since: 7_200_000)
            #expect(usage.allSatisfy { $0.start == 7_200_000 && $0.requestor == "REF30" && $0.count == 40 } && usage.count == 2)
        }
    }

    /// Makes the transactions of the node `slow` wait for the table `gate` when they commit, with numbers already assigned.
    private static let slowCommits = [
        "CREATE TABLE gate ()",
        """
        CREATE FUNCTION pass() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN LOCK TABLE gate IN SHARE MODE; RETURN NULL; END $$
        """,
        """
        CREATE CONSTRAINT TRIGGER pass AFTER INSERT ON journal DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW WHEN (NEW.node = 'slow') EXECUTE FUNCTION pass()
        """,
    ]

    /// Whether a transaction waits at the gate.
    private static let isAtGate = Statement(
        "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = 'gate'::regclass)")

    /// Whether an entry of the node `fast` waits for the transaction at the gate, or has passed it.
    private static func isNext(_ number: Int64) -> Statement {
        Statement(
            """
            SELECT EXISTS (SELECT FROM journal WHERE node = 'fast' AND number = $1) OR EXISTS (
                SELECT FROM pg_locks AS late JOIN pg_locks AS next ON late.pid = ANY (pg_blocking_pids(next.pid))
                WHERE NOT late.granted AND late.relation = 'gate'::regclass AND NOT next.granted)
            """, [.integer(number)])
    }

    private func until(_ condition: Statement, in pool: ConnectionPool) async throws {
        while try await pool.run([condition])[0].rows[0].flag(0) != true { try Task.checkCancellation() }
    }

    @Test("entries that commit late come before those of a node that waits for them; a follower skips none, and sees no gap")
    func lateCommits() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let pools = [try place.openPostgreSQL().pool, try place.openPostgreSQL().pool, try place.openPostgreSQL().pool]
            let slow = SharedJournal(pools[0], node: "slow", limit: 100)
            let fast = SharedJournal(pools[1], node: "fast", limit: 100)
            let follower = SharedJournal(pools[2], node: "follower", limit: 100)
            for sql in Self.slowCommits { try place.execute(sql) }
            let soon = ContinuousClock.now + .seconds(600)
            let gate = try pools[2].database.open(before: soon)
            var seen: [Int64] = []
            func follow() async throws {
                let new = try await follower.entries(after: Int64(seen.count), before: .max, limit: 100)
                let expected = new.indices.map { Int64(seen.count + $0 + 1) }
                #expect(new.map(\.sequence) == expected)
                seen += new.map(\.machineTime)
            }
            for round in Int64(0)..<4 {
                let first = 3 * round + 1
                let known = seen.count
                try gate.run([Statement("BEGIN"), Statement("LOCK TABLE gate IN ACCESS EXCLUSIVE MODE")], before: soon)
                let entries = [entry(first), entry(first + 1)]
                let late = Task { try await slow.append(entries) }
                try await until(Self.isAtGate, in: pools[2])
                let other = entry(first + 2)
                let next = Task { try await fast.append([other]) }
                try await until(Self.isNext(first + 2), in: pools[2])
                try await follow()
                #expect(seen.count == known)
                if round == 3 {
                    // The late transaction never commits: the next one has its numbers, and its entries are written again.
                    try place.execute(
                        "SELECT pg_terminate_backend(pid, 60000) FROM pg_locks WHERE NOT granted AND relation = 'gate'::regclass")
                    await #expect(throws: StoreFailure.self) { try await late.value }
                    try await next.value
                    try await follow()
                }
                try gate.run([Statement("COMMIT")], before: soon)
                if round == 3 { try await slow.append(entries) } else { try await late.value }
                try await next.value
                try await follow()
            }
            #expect(seen == Array(1...9) + [12, 10, 11])
            #expect(try await slow.newestWritten() == 11)
        }
    }

    @Test("an exchange whose connection the server ends finds what had been written in the same call")
    func endedConnection() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let engine = try await Fixture(store: place.openPostgreSQL()).environment.engine
            engine.journal.append(time: Self.hour, event: .authorized, requestID: "r", outcome: "ok", details: [:])
            let (journal, outbox) = (try #require(engine.sharedJournal), try #require(engine.journal.outbox))
            // Like a concurrent exchange.
            try await journal.append(outbox.first(100))
            try place.execute(
                """
                CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN PERFORM pg_terminate_backend(pg_backend_pid(), 60000); RETURN NEW; END $$
                """,
                "CREATE TRIGGER stop BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION stop()")
            #expect(try await engine.entries(of: "r").count == 1)
            #expect(outbox.first(100).isEmpty)
        }
    }

    @Test("an exchange waits once for a server that does not answer; what was nevertheless written is not written again")
    func silentServer() async throws {
        let server = try await PostgreSQLServer.start()
        let store = try PostgreSQLTokenStore(target: server.url, schema: "s", connections: 2, patience: .seconds(2))
        let engine = try await Fixture(store: store).environment.engine
        let sleep = Statement("SELECT pg_sleep(0.2)")
        // Both connections are open then.
        async let one = store.pool.run([sleep]).count
        async let two = store.pool.run([sleep]).count
        _ = (try await one, try await two)
        engine.journal.append(time: Self.hour, event: .authorized, requestID: "r", outcome: "ok", details: [:])
        let before = store.roundTrips
        try await server.whilePaused {
            await #expect(throws: StoreFailure.self) { try await engine.exchange() }
            #expect(store.roundTrips == before + 1)
        }
        // The server reads what was sent meanwhile.
        while (try? await engine.exchange()) == nil { try Task.checkCancellation() }
        #expect(try await engine.entries(of: "r").count == 1)
        let written = Statement("SELECT count(*) FROM journal WHERE request = 'r'")
        #expect(try await store.pool.run([written])[0].rows[0].integer(0) == 1)
        await server.stop()
    }
}
