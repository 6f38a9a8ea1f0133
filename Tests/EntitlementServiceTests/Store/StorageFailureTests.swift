import Foundation
import GRDB
import TVWorld
import Testing

@testable import EntitlementCore
@testable import EntitlementService

@Suite("The store when something is wrong, old or in use")
struct StorageFailureTests {
    private let device = "84d88418216fd6e4d39245523979968e7b8ae4da9322d5c783c1375eb1e103d9"

    @Test("a file with the first schema is migrated and keeps its contents")
    func migration() async throws {
        try await withStateFolder { folder in
            let path = folder + "/a.sqlite"
            let dump = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("schema-1.sql")
            let queue = try DatabaseQueue(path: path)
            try await queue.write { try $0.execute(sql: try String(contentsOf: dump, encoding: .utf8)) }
            try queue.close()
            let store = try SQLiteTokenStore.opened(path)
            let integration = store.configuration.world.integration(requestor: "REF30", mvpd: "BetaFiber")
            #expect(integration?.isEnabled == false && integration?.authorizationLifetime == 300)
            #expect(store.configuration.statements["0af5f89c-471a-41fe-acad-aebf5ac87657"]?.token == "signed")
            #expect(store.configuration.providerMetadata["alpha.example"]?.hasPrefix("<md:EntityDescriptor") == true)
            let key = DeviceKey(requestor: "REF30", deviceID: device)
            let resources = try await store.read(TransientState()) { state in
                #expect(state.clients["79c30ced-a427-4b17-9683-e5e4889146d9"]?.issuedAt == 1_795_326_398)
                #expect(state.pendingRequests["_d0aea8b4-7ba9-4caa-9cb3-716de6c646b7"]?.usedAt == 1_795_326_389_779)
                #expect(state.authentications[key]?.attributes["channelID"] == .list(["news", "sports", "kids", "movies"]))
                return ["news", "sports", "kids"].map { state.authorizations[key, $0]?.expiresAt }
            }
            #expect(resources == [1_795_412_792_532, 1_795_412_795_551, nil])
            // The columns beside the documents: filters and ends.
            let query = RecordQuery<AuthenticationRecord>(
                matching: ["mvpd": "AlphaCable", "user": "u-1001-alice", "session": "2e52f900-17ce-42fd-b7fd-6165bc48ef24"],
                life: .inForce(at: 1_797_918_389_778))
            #expect(try await store.list(query).records.map(\.deviceKey) == [key])
            #expect(try await store.removeEnded(now: 1_795_412_795_552 + AuthorizationRecord.retention, limit: 9) == 3)
            #expect(try await store.count(query) == 1)
            #expect(try await SQLiteTokenStore.opened(path).count(query) == 1)
        }
    }

    @Test("a full disk: a write fails completely and says so, reads continue, and so do writes when there is room again")
    func full() async throws {
        try await withStateFolder { folder in
            let path = folder + "/a.sqlite"
            let store = try SQLiteTokenStore.opened(path, maximumPages: 96)
            var stored = 0
            var failure: StoreFailure?
            while failure == nil, stored < 10_000 {
                do {
                    try await store.commit([
                        .save(StoredContent.authentication("d\(stored)", expiresAt: 5)),
                        .save(
                            PendingRequest(
                                id: "_\(stored)", key: StoredContent.key, mvpd: "AlphaCable", platform: .ios, createdAt: 1,
                                expiresAt: 2)),
                    ])
                    stored += 1
                } catch { failure = error as? StoreFailure }
            }
            #expect(failure?.kind == .full)
            #expect(failure?.description.contains(path) == true && failure?.description.contains("Free space") == true)
            #expect(try await store.count(RecordQuery<AuthenticationRecord>()) == stored)
            // What ends makes room.
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
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: path, configuration: configuration)
            try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE; DELETE FROM client") }
            let failure = await #expect(throws: StoreFailure.self) { try await store.commit(StoredContent.changes()) }
            #expect(failure?.kind == .locked && failure?.description.contains(path) == true)
            #expect(try await StoredContent(store).client == nil)
            try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            try await store.commit(StoredContent.changes())
            #expect(try await StoredContent(store).client != nil)
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
            let failure = await #expect(throws: StoreFailure.self) { _ = try await StoredContent(store) }
            #expect(failure?.kind == .damaged)
            #expect(failure?.description.contains(path) == true && failure?.description.contains("authentication") == true)
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
            let failure = #expect(throws: StoreFailure.self) { try SQLiteTokenStore(path: path) }
            #expect(failure?.kind == .newer)
        }
    }

    @Test("a location that cannot be written is named")
    func notWritable() async throws {
        try await withStateFolder { folder in
            let failure = #expect(throws: StoreFailure.self) { try SQLiteTokenStore(path: folder + "/missing/a.sqlite") }
            #expect(failure?.kind == .notWritable && failure?.description.contains(folder + "/missing") == true)
        }
    }
}
