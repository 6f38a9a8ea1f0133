import Foundation
import GRDB
import TVWorld
import Testing

@testable import EntitlementCore
@testable import EntitlementService

@Suite("The store with damaged, old or locked files")
struct StorageFailureTests {
    /// Another program that has a file open, and whose transactions stay open.
    private func otherProgram(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    @Test(
        "a file of a version before the first release is rejected and not changed; the error explains how to start over",
        arguments: ["CREATE TABLE statement (id TEXT PRIMARY KEY, document BLOB NOT NULL) WITHOUT ROWID;", ""])
    func unreleased(tables: String) async throws {
        try await withStateFolder { folder in
            let path = folder + "/a.sqlite"
            let other = try DatabaseQueue(path: path)
            try await other.write { database in
                try database.execute(
                    sql: """
                        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
                        INSERT INTO grdb_migrations VALUES ('1');
                        \(tables)
                        """)
            }
            try other.close()
            let content = try Data(contentsOf: URL(filePath: path))
            let attempts: [() throws -> Void] = [
                { _ = try SQLiteTokenStore(path: path) }, { try SQLiteTokenStore.check(path) },
            ]
            for attempt in attempts {
                await expectFailure(.older, "before the first release", "to start over, stop every entitlementd", in: attempt)
                #expect(try Data(contentsOf: URL(filePath: path)) == content)
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.sqlite"])
            }
        }
    }

    @Test("a store that somebody must replace or migrate first is a mistake, which ends a program with 65; others are not")
    func mistakes() {
        let kinds: [StoreFailure.Kind] = [
            .locked, .full, .notWritable, .damaged, .foreign, .newer, .older, .absent, .unreachable, .contended, .unconfirmed,
            .disk, .configuration, .misuse,
        ]
        #expect(kinds.filter { StoreFailure($0, "").isMistake } == [.foreign, .newer, .older, .configuration])
    }

    @Test(
        "a file of another program is rejected and not changed, nor is its write-ahead log",
        arguments: [
            "CREATE TABLE note (text TEXT)",
            "CREATE TABLE note (text TEXT); CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)",
            """
            CREATE TABLE note (text TEXT); CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
            INSERT INTO grdb_migrations VALUES ('notes')
            """,
            """
            CREATE TABLE revision (text TEXT); CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
            INSERT INTO grdb_migrations VALUES ('1'), ('10')
            """,
        ])
    func foreign(tables: String) async throws {
        try await withStateFolder { folder in
            var configuration = Configuration()
            configuration.journalMode = .wal
            let other = try DatabaseQueue(path: folder + "/other.sqlite", configuration: configuration)
            try await other.write { try $0.execute(sql: tables) }
            let path = folder + "/a.sqlite"
            let files = ["", "-wal"].map { path + $0 }
            // Like after a crash of the other program: what it wrote is only in the log.
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: folder + "/other.sqlite" + suffix, toPath: path + suffix)
            }
            let contents = try files.map { try Data(contentsOf: URL(filePath: $0)) }
            let attempts: [() throws -> Void] = [
                { _ = try SQLiteTokenStore(path: path) }, { try SQLiteTokenStore.check(path) },
                { _ = try JournalStore(path: path, limit: 5) },
            ]
            for attempt in attempts {
                await expectFailure(.foreign, "\(path) was written by another program. Nothing was changed.", in: attempt)
                #expect(try files.map { try Data(contentsOf: URL(filePath: $0)) } == contents)
            }
            try other.close()
        }
    }

    @Test("a new file whose creation was interrupted is completed")
    func interrupted() async throws {
        try await withStateFolder { folder in
            let path = folder + "/a.sqlite"
            let other = try DatabaseQueue(path: path)
            try SQLiteTokenStore.migrator.migrate(other, upTo: "9")
            try other.close()
            await expectFailure(.older, "`entitlementd database migrate`") { try SQLiteTokenStore.check(path) }
            try await SQLiteTokenStore.opened(path).commit(StoredContent.changes())
            try SQLiteTokenStore.check(path)
        }
    }

    @Test("a transaction that a crash interrupted, before the file had a write-ahead log, is rolled back")
    func interruptedTransaction() async throws {
        try await withStateFolder { folder in
            let other = try otherProgram(folder + "/other.sqlite")
            try SQLiteTokenStore.migrator.migrate(other)
            // More than the cache holds, so that the file has a part of it.
            try await other.writeWithoutTransaction { database in
                try database.execute(
                    sql: """
                        PRAGMA cache_size = 1;
                        BEGIN IMMEDIATE;
                        INSERT INTO revision
                            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100000)
                            SELECT n FROM numbers;
                        """)
            }
            let path = folder + "/a.sqlite"
            for suffix in ["", "-journal"] {
                try FileManager.default.copyItem(atPath: folder + "/other.sqlite" + suffix, toPath: path + suffix)
            }
            try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            let store = try SQLiteTokenStore.opened(path)
            try await store.commit(StoredContent.changes())
            #expect(try await StoredContent(store).client != nil)
            #expect(!FileManager.default.fileExists(atPath: path + "-journal"))
            try other.close()
        }
    }

    @Test("a full disk: a write fails completely with that reason, reads continue, and so do writes when there is room again")
    func full() async throws {
        try await withStateFolder { folder in
            let path = folder + "/a.sqlite"
            let store = try SQLiteTokenStore.opened(path)
            try store.writer.atOnce { try $0.execute(sql: "PRAGMA max_page_count = 96") }
            var stored = 0
            var failure: StoreFailure?
            while failure == nil, stored < 10_000 {
                do {
                    try await store.commit([
                        .save(StoredContent.authentication("d\(stored)", expiresAt: 5)),
                        .save(StoredContent.request("_\(stored)")),
                    ])
                    stored += 1
                } catch { failure = error as? StoreFailure }
            }
            #expect(failure?.kind == .full)
            #expect(failure?.description.contains(path) == true && failure?.description.contains("Free space") == true)
            #expect(try await store.count(RecordQuery<AuthenticationRecord>()) == stored)
            // Expired records make room.
            while try await store.removeEnded(now: 6 + AuthenticationRecord.retention, limit: 10) > 0 {}
            try await store.commit(StoredContent.changes())
            let again = try await StoredContent(try SQLiteTokenStore.opened(path))
            #expect(again.authentication != nil && again.authorization != nil)
        }
    }

    @Test("a file that another program has locked: reads continue, a write fails after a while and works afterwards")
    func locked() async throws {
        try await withStateFolder { folder in
            let path = folder + "/a.sqlite"
            let store = try SQLiteTokenStore.opened(path, patience: 0.1)
            let other = try otherProgram(path)
            try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE; DELETE FROM client") }
            await expectFailure(.locked, path) { try await store.commit(StoredContent.changes()) }
            #expect(try await StoredContent(store).client == nil)
            try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            try await store.commit(StoredContent.changes())
            #expect(try await StoredContent(store).client != nil)
        }
    }

    @Test("writes that wait for each other fail together if another program has locked the file, not one after the other")
    func lockedForMany() async throws {
        try await withStateFolder { folder in
            let path = folder + "/a.sqlite"
            let store = try SQLiteTokenStore.opened(path, patience: 2)
            let other = try otherProgram(path)
            try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            let start = ContinuousClock.now
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        await expectFailure(.locked, path) { try await store.commit(StoredContent.changes()) }
                    }
                }
            }
            // One after the other, they would wait for 16 seconds.
            #expect(start.duration(to: .now) < .seconds(10))
        }
    }

    @Test("damage that is detected while the service runs is an error, never a missing record")
    func damagedLater() async throws {
        try await withStateFolder { folder in
            let path = folder + "/a.sqlite"
            let store = try SQLiteTokenStore.opened(path)
            try await store.commit(StoredContent.changes())
            let other = try DatabaseQueue(path: path)
            try await other.write { try $0.execute(sql: "UPDATE authentication SET document = CAST('{}' AS BLOB)") }
            await expectFailure(.damaged, path, "authentication") { _ = try await StoredContent(store) }
            let engine = try EntitlementEngine(store: store, baseline: .builtIn, clock: ManualClock().adjustable)
            let call = DeviceCall(clientID: "c", requestor: "REF30", deviceID: "d")
            await #expect(throws: StoreFailure.self) { try await engine.send(.readAuthentication(call: call, form: .token)) }
            await #expect(throws: StoreFailure.self) { try await engine.send(.logOut(call: call)) }
        }
    }

    @Test("a page of the file that was overwritten is an error that names the file")
    func damagedPage() async throws {
        try await withStateFolder { folder in
            let path = folder + "/a.sqlite"
            let store = try SQLiteTokenStore.opened(path)
            let devices = (0..<200).map { "d\($0)" }
            try await store.commit(devices.map { .save(StoredContent.authentication($0, expiresAt: 5)) })
            let other = try DatabaseQueue(path: path)
            try await other.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            try other.close()
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            let size = try file.seekToEnd()
            try file.seek(toOffset: 40_960)
            try file.write(contentsOf: Data(repeating: 0xEE, count: Int(size) - 40_960))
            try file.close()
            let failure = #expect(throws: StoreFailure.self) { try SQLiteTokenStore(path: path) }
            #expect(failure?.kind == .damaged && failure?.description.contains(path) == true)
            #expect(failure?.description.contains("\n") == false, "\(failure?.description ?? "")")
            withExtendedLifetime(store) {}
        }
    }

    @Test("a file of a later version is not changed")
    func newer() async throws {
        try await withStateFolder { folder in
            let path = folder + "/a.sqlite"
            _ = try SQLiteTokenStore.opened(path)
            let other = try DatabaseQueue(path: path)
            try await other.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('9999')") }
            await expectFailure(.newer) { _ = try SQLiteTokenStore(path: path) }
        }
    }

    @Test("a location that cannot be written is named")
    func notWritable() async throws {
        try await withStateFolder { folder in
            let missing = folder + "/missing"
            await expectFailure(.notWritable, missing) { _ = try SQLiteTokenStore(path: missing + "/a.sqlite") }
        }
    }

    @Test("a folder or a pipe instead of a file is reported; a pipe is not opened, which would block")
    func otherKind() async throws {
        try await withStateFolder { folder in
            let pipe = folder + "/pipe"
            #expect(mkfifo(pipe, 0o600) == 0)
            for path in [folder, pipe] {
                let attempts: [() throws -> Void] = [
                    { _ = try SQLiteTokenStore(path: path) }, { try SQLiteTokenStore.check(path) },
                    { _ = try JournalStore(path: path, limit: 5) },
                ]
                for attempt in attempts { await expectFailure(.notWritable, "\(path) is not a regular file", in: attempt) }
            }
        }
    }

    @Test("an empty file is not of an earlier version; the error says how its tables are created")
    func empty() async throws {
        try await withStateFolder { folder in
            let path = folder + "/a.sqlite"
            try Data().write(to: URL(filePath: path))
            await expectFailure(.older, "has no tables yet. `entitlementd database migrate`") { try SQLiteTokenStore.check(path) }
            _ = try SQLiteTokenStore(path: path)
            try SQLiteTokenStore.check(path)
        }
    }
}
