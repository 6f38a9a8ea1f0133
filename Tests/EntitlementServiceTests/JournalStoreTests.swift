import Administration
import EntitlementCore
import Foundation
import GRDB
import HTTPTypes
import Logging
import TVWorld
import Testing

@testable import EntitlementService

@Suite("The journal on the disk, traces, the log of requests")
struct JournalStoreTests {
    private func entry(_ sequence: Int64, document: String? = nil) -> Journal.Entry {
        Journal.Entry(
            sequence: sequence, time: sequence, machineTime: sequence * 1_000, event: .authorized, requestID: "r\(sequence)",
            correlation: "c", outcome: "ok", details: ["n": "\(sequence)", "ö": "\"ß\""], document: document)
    }

    @Test("entries survive restarts, the newest up to a limit; numbers continue, after a crash with a gap")
    func restarts() async throws {
        try await withStateFolder { folder in
            let path = folder + "/journal.sqlite"
            let first = try JournalStore(path: path, limit: 5)
            #expect(first.nextAtStart == 1)
            try await first.append((1...8).map { entry($0, document: $0 == 7 ? "<a/>" : nil) })
            try await first.close()
            let second = try JournalStore(path: path, limit: 5)
            #expect(second.nextAtStart == 9)
            let kept = try await second.entries(after: 0, before: .max, limit: 100)
            #expect(kept == (4...8).map { entry($0, document: $0 == 7 ? "<a/>" : nil) })
            #expect(try await second.entries(after: 5, before: 8, limit: 1).map(\.sequence) == [6])
            #expect(try await second.entries(of: "r6").map(\.sequence) == [6])
            // It was not closed, like after a crash.
            #expect(try JournalStore(path: path, limit: 5).nextAtStart == 9 + JournalStore.leap)
        }
    }

    @Test("a damaged file is named, with what would be lost without it")
    func damaged() async throws {
        try await withStateFolder { folder in
            let path = folder + "/journal.sqlite"
            try Data("This is not a database, but a text.".utf8).write(to: URL(filePath: path))
            let failure = #expect(throws: StoreFailure.self) { _ = try JournalStore(path: path, limit: 5) }
            #expect(failure?.kind == .damaged)
            #expect(failure?.description.hasPrefix("The journal \(path) is damaged: ") == true)
            #expect(failure?.description.hasSuffix("; this deletes only the journal.") == true)
        }
    }

    @Test(
        "a file of a later version, or with the same tables but no versions, is rejected and not changed",
        arguments: [
            ("INSERT INTO grdb_migrations VALUES ('99')", .newer, "a later version of entitlementd"),
            ("DROP TABLE grdb_migrations", .foreign, "another program. Nothing was changed"),
        ] as [(String, StoreFailure.Kind, String)])
    func otherVersion(sql: String, kind: StoreFailure.Kind, author: String) async throws {
        try await withStateFolder { folder in
            let path = folder + "/journal.sqlite"
            let journal = try JournalStore(path: folder + "/a.sqlite", limit: 5)
            try await journal.close()
            // A copy, because the journal's connection may still be open.
            let copy = try DatabaseQueue(path: folder + "/a.sqlite")
            try await copy.writeWithoutTransaction { try $0.execute(sql: sql + "; VACUUM INTO '\(path)'") }
            try copy.close()
            let content = try Data(contentsOf: URL(filePath: path))
            let failure = #expect(throws: StoreFailure.self) { _ = try JournalStore(path: path, limit: 5) }
            #expect(failure?.kind == kind)
            #expect(failure?.description.hasPrefix("The journal \(path) was written by \(author).") == true)
            #expect(try Data(contentsOf: URL(filePath: path)) == content)
        }
    }

    @Test("a page reads the disk and then the memory, without a gap")
    func pages() async throws {
        try await withStateFolder { folder in
            let path = folder + "/journal.sqlite"
            let before = try JournalStore(path: path, limit: 100)
            try await before.append((1...20).map { entry($0) })
            try await before.close()
            let engine = try EntitlementEngine(
                store: SQLiteTokenStore.inMemory(), baseline: .builtIn, clock: ManualClock().adjustable, journalLimit: 3,
                journalStore: JournalStore(path: path, limit: 100))
            let store = try #require(engine.journalStore)
            for _ in 21...30 {
                engine.journal.append(time: 1, event: .reset, requestID: "new", outcome: "ok", details: [:])
                try await store.append(engine.journal.entries(after: engine.journal.latest - 1))
            }
            #expect(try await engine.entries(after: 0, limit: .max).map(\.sequence) == Array(1...30))
            #expect(try await engine.entries(after: 17, limit: 6).map(\.sequence) == Array(18...23))
            #expect(try await engine.entries(after: 26, limit: 2).map(\.sequence) == [27, 28])
            #expect(try await engine.entries(after: 28, limit: 10).map(\.sequence) == [29, 30])
            #expect(try await engine.entries(after: 30, limit: 10).isEmpty)
            #expect(try await engine.entries(of: "r5").map(\.sequence) == [5])
        }
    }

    @Test("the writer stores new entries, and the rest when the service ends")
    func writer() async throws {
        try await withStateFolder { folder in
            let path = folder + "/journal.sqlite"
            let environment = try await Fixture(journalStore: JournalStore(path: path, limit: 100))
            try await environment.serve { port in
                try await onThread {
                    let connection = try RawConnection(port: port)
                    try connection.write(
                        "POST /admin/v1/reset HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(Fixture.adminToken)\r\n"
                            + "Content-Length: 0\r\n\r\n")
                    #expect(try connection.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 204"))
                }
            }
            let store = try JournalStore(path: path, limit: 100)
            #expect(store.nextAtStart == environment.environment.engine.journal.latest + 1)
            let events = try await store.entries(after: 0, before: .max, limit: 100).map(\.event)
            #expect(events == [.reset])
        }
    }

    @Test("what the last call records is stored, even if the writer is cancelled before the call ends")
    func lastCall() async throws {
        try await withStateFolder { folder in
            let path = folder + "/journal.sqlite"
            let (journal, callsEnded) = (Journal(limit: 10), ExpectedValue<Void>())
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let store = try JournalStore(path: path, limit: 100)
            let writer = JournalWriter(journal: journal, store: store, callsEnded: callsEnded, logger: logger)
            let run = Task { try await writer.run() }
            while journal.wakes.count == 0 { await Task.yield() }
            run.cancel()
            while journal.wakes.count > 0 { await Task.yield() }
            journal.append(time: 1, event: .reset, requestID: "last", outcome: "ok", details: [:])
            callsEnded.settle(.success(()))
            try await run.value
            #expect(try await store.entries(after: 0, before: .max, limit: 100).map(\.requestID) == ["last"])
            #expect(try JournalStore(path: path, limit: 100).nextAtStart == 2)
        }
    }

    @Test("entries that had to make room before they were written, and those that the disk rejects, are counted as lost")
    func lostEntries() async throws {
        try await withStateFolder { folder in
            let path = folder + "/journal.sqlite"
            let store = try JournalStore(path: path, limit: 100)
            let journal = Journal(limit: 10)
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let writer = JournalWriter(journal: journal, store: store, callsEnded: ExpectedValue(), logger: logger)
            func add(_ count: Int) {
                for _ in 0..<count { journal.append(time: 1, event: .reset, requestID: "r", outcome: "ok", details: [:]) }
            }
            add(10)
            var written = await writer.write(after: 0)
            #expect(written == 10 && store.lost == 0)
            add(25)
            written = await writer.write(after: written)
            #expect(written == 35 && store.lost == 15)
            let disk = try DatabaseQueue(path: path)
            try await disk.write {
                try $0.execute(
                    sql: "CREATE TRIGGER full BEFORE INSERT ON entry BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
            }
            add(5)
            written = await writer.write(after: written)
            #expect(written == 40 && store.lost == 20)
            try await disk.write { try $0.execute(sql: "DROP TRIGGER full") }
            add(5)
            written = await writer.write(after: written)
            #expect(written == 45 && store.lost == 20)
            let kept = try await store.entries(after: 0, before: .max, limit: 100).map(\.sequence)
            #expect(kept == Array(1...10) + Array(26...35) + Array(41...45))
            try await Fixture(journalStore: store).test { client in
                let metrics = try await client.get("/metrics").text
                #expect(metrics.contains("\nvsasim_journal_lost_entries_total 20\n"))
            }
        }
    }

    @Test("an entry has the machine's time and the trace of its caller, for every source of the request's identifier")
    func correlation() async throws {
        try await Fixture().test { client in
            let trace = "0af7651916cd43dd8448eb211c80319c"
            let parent = HTTPField(name: HTTPField.Name("traceparent")!, value: "00-\(trace)-b7ad6b7169203331-01")
            let client = try await client.registered()
            let before = SystemClock.machineMicroseconds()
            let headers: HTTPFields = [parent.name: parent.value, HTTPField.Name("X-Request-Id")!: "mine"]
            #expect(try await client.send(.get, "/api/v1/config/REF30", headers: headers).status == 200)
            #expect(try await client.get("/api/v1/config/REF30").status == 200)
            let entries = try await client.administer(.get, "journal").json["entries"]?.elements ?? []
            let read = entries.filter { $0["event"] == "service.configuration-read" }
            #expect(read.map { $0["correlation"] } == [.string(trace), .null])
            #expect(read.first?["request"] == "mine")
            let time = try #require(read.first?["machineTime"]?.integer)
            #expect((before...SystemClock.machineMicroseconds()).contains(time))
            #expect(try await client.administer(.get, "journal").json["latest"]?.integer == entries.last?["sequence"]?.integer)
            let requests = try await client.administer(.get, "requests").json["requests"]?.elements ?? []
            #expect(requests.count { $0["correlation"] == .string(trace) && $0["request"] == "mine" } == 1)
        }
    }

    @Test("SAML messages are included on request")
    func documents() async throws {
        try await Fixture().test { client in
            let client = try await client.registered()
            try await client.signIn()
            let entries = try await client.administer(.get, "journal?documents=true").json["entries"]?.elements ?? []
            let documents = entries.compactMap { $0["document"]?.text }
            #expect(documents.count == 2 && documents.last?.contains("Response") == true)
            #expect(try await client.administer(.get, "journal").text.contains("\"document\"") == false)
            #expect(try await client.administer(.get, "journal?documents=yes").status == 400)
        }
    }

    @Test("the log of requests contains no secrets, and nothing about administrators")
    func requests() async throws {
        // Each node logs its own requests.
        try await Fixture(isOneNode: true).test { client in
            let client = try await client.registered()
            _ = try await client.get("/api/v1/tokens/authn?requestor=REF30&deviceId=device-secret&resource=news")
            _ = try await client.get("/reggie/v1/REF30/regcode/ABCDEFG")
            // These have no route.
            _ = try await client.send(.delete, "/reggie/v1/REF30/regcode/ABCDEFG/")
            _ = try await client.get("/reggie/v1/REF30/regcode/ABCDEFG.json/x")
            let back = "redirect_url=https%3A%2F%2Ftv.example%2Factivate%2Fdone%3F"
            _ = try await client.get("/api/v1/authenticate?reg_code=ABCDEFG&\(back)code%3DABCDEFG")
            // The route is known even if a fault responds instead of it.
            _ = try await client.administer(.post, "faults", #"{"at":"service.authn","status":503}"#)
            _ = try await client.get("/api/v1/checkauthn/ABCDEFG")
            let answer = try await client.administer(.get, "requests?limit=100")
            let requests = answer.json["requests"]?.elements ?? []
            #expect(
                requests.map { "\($0["method"]?.text ?? "") \($0["path"]?.text ?? "") \($0["status"]?.integer ?? 0)" } == [
                    "POST /o/client/register 201", "POST /o/client/token 201",
                    "GET /api/v1/tokens/authn?requestor=REF30&deviceId=***&resource=news 404",
                    "GET /reggie/v1/REF30/regcode/*** 404", "DELETE /reggie/v1/REF30/regcode/***/ 404",
                    "GET /reggie/v1/REF30/regcode/***/x 404", "GET /api/v1/authenticate?reg_code=***&\(back)*** 400",
                    "GET /api/v1/checkauthn/*** 503",
                ])
            #expect(requests.allSatisfy { ($0["responseSize"]?.integer ?? 0) > 0 && ($0["microseconds"]?.integer ?? -1) >= 0 })
            #expect(!answer.text.contains("device-secret") && !answer.text.contains("ABCDEFG"))
            #expect(try await client.administer(.get, "requests?after=7").json["requests"]?.elements.count == 1)
            let log = RequestLog()
            for number in 1...(RequestLog.limit + 5) {
                log.append(
                    RequestResource(
                        time: 0, machineTime: 0, method: "GET", path: "/", status: number, microseconds: 0, requestSize: nil,
                        responseSize: nil, contentType: "", request: "", correlation: nil))
            }
            #expect(log.requests(after: 0, limit: .max).map(\.sequence) == Array(6...Int64(RequestLog.limit + 5)))
            #expect(log.requests(after: 0, limit: 1).first?.status == 6)
        }
    }
}
