import EntitlementCore
import EntitlementService
import Foundation
import HTTPTypes
import TVWorld
import Testing

@Suite("The store")
struct StorageTests {
    /// A folder that is gone after the test.
    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("entitlement-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(path)
    }

    /// A store on a file, opened.
    private func open(_ path: String) throws -> SQLiteTokenStore {
        let store = try SQLiteTokenStore(path: path)
        try store.open(baseline: .builtIn)
        return store
    }

    private let key = DeviceKey(requestor: "REF30", deviceID: "d")

    private func changes(resource: String = "news") -> [Change] {
        [
            .saveStatement(
                SoftwareStatement(
                    id: "s", requestors: ["REF30"], name: "n", platforms: [.ios], schemes: ["a"], issuedAt: 1, token: "t")),
            .saveClient(ClientRegistration(id: "c", secretDigest: [1], statement: "s", redirectURIs: [], issuedAt: 1)),
            .savePendingRequest(
                PendingRequest(id: "_1", key: key, mvpd: "AlphaCable", platform: .ios, createdAt: 1, expiresAt: 2)),
            .saveAuthentication(
                AuthenticationRecord(
                    key: key, mvpd: "AlphaCable", userID: "u", source: .apple, sessionID: "s",
                    attributes: ["zip": .list(["1"]), "maxRating": .map(["MPAA": "R"]), "hba_status": .flag(true)], createdAt: 1,
                    expiresAt: 5)),
            .saveAuthorization(
                AuthorizationRecord(key: key, mvpd: "AlphaCable", resource: resource, isDegraded: false, expiresAt: 4)),
            .saveIntegration(Integration(requestor: "REF30", mvpd: "AlphaCable", isEnabled: false)),
            .saveProviderMetadata(provider: "alpha.example", xml: "<a/>"),
        ]
    }

    /// What is stored under the keys of ``changes(resource:)``.
    private struct Content: Sendable, Equatable {
        var configuration: EntitlementConfiguration
        var client: ClientRegistration?
        var request: PendingRequest?
        var authentication: AuthenticationRecord?
        var authorization: AuthorizationRecord?

        init(_ state: EntitlementState, resource: String = "news") {
            let key = DeviceKey(requestor: "REF30", deviceID: "d")
            configuration = state.configuration
            client = state.clients["c"]
            request = state.pendingRequests["_1"]
            authentication = state.authentications[key]
            authorization = state.authorizations[key, resource]
        }
    }

    private func content(_ store: SQLiteTokenStore) async throws -> Content {
        try await store.read(TransientState()) { Content($0) }
    }

    @Test("what was committed is there when the database is opened again, without having been closed")
    func reopened() async throws {
        try await withFolder { folder in
            let path = folder + "/a.sqlite"
            let store = try open(path)
            try await store.commit(changes())
            var expected = EntitlementState(baseline: .builtIn)
            for change in changes() { expected.apply(change) }
            #expect(try await content(try open(path)) == Content(expected))
            try await store.commit([.removeAuthentication(key), .removeAuthorizations(key)])
            let left = try await content(try open(path))
            #expect(left.authentication == nil && left.authorization == nil && left.request != nil)
            try await store.commit(changes() + [.returnToBaseline])
            let reset = try await content(try open(path))
            #expect(reset.configuration.world == .builtIn && reset.configuration.providerMetadata.count == 1)
            #expect(reset.client != nil && reset.request == nil && reset.authentication == nil && reset.authorization == nil)
            withExtendedLifetime(store) {}
        }
    }

    @Test("two instances on one file see each other's records and configuration")
    func twoInstances() async throws {
        try await withFolder { folder in
            let (one, other) = (try open(folder + "/a.sqlite"), try open(folder + "/a.sqlite"))
            try await one.commit(changes())
            let seen = try await content(other)
            #expect(seen == (try await content(one)))
            #expect(seen.configuration.world.integration(requestor: "REF30", mvpd: "AlphaCable")?.isEnabled == false)
            #expect(other.configuration == one.configuration)
            try await other.commit([.returnToBaseline])
            #expect(try await content(one).configuration.world == .builtIn)
        }
    }

    @Test("a list shows the newest first, page by page, and counts by requestor, provider and state")
    func lists() async throws {
        let store = try SQLiteTokenStore.inMemory()
        for number in 1...7 {
            let record = AuthenticationRecord(
                key: DeviceKey(requestor: "REF30", deviceID: "d\(number)"), mvpd: number % 2 == 0 ? "AlphaCable" : "BetaSat",
                userID: "u", source: .regular, sessionID: "s\(number)", attributes: [:], createdAt: 1, expiresAt: Int64(number))
            try await store.commit([.saveAuthentication(record)])
        }
        var query = RecordQuery<AuthenticationRecord>(matching: ["requestor": "REF30"], limit: 3)
        var pages: [[String]] = []
        repeat {
            let page = try await store.list(query)
            pages.append(page.records.map(\.key.deviceID))
            query.cursor = page.next
        } while query.cursor != nil
        #expect(pages == [["d7", "d6", "d5"], ["d4", "d3", "d2"], ["d1"]])
        #expect(try await store.count(query) == 7)
        query = RecordQuery(matching: ["mvpd": "AlphaCable"], life: .inForce(at: 4))
        #expect(try await store.list(query).records.map(\.sessionID) == ["s6"])
        query.life = .ended(at: 4)
        #expect(try await store.count(query) == 2)
        await #expect(throws: SQLiteTokenStore.Damage.self) {
            _ = try await store.list(RecordQuery<AuthenticationRecord>(matching: ["document": "x"]))
        }
    }

    @Test("commits are synchronous and written ahead")
    func pragmas() async throws {
        try await withFolder { folder in
            let store = try SQLiteTokenStore(path: folder + "/a.sqlite")
            #expect(try store.durability() == ["wal", "2"])
        }
    }

    @Test("a file that is no database, or damaged, is named")
    func damaged() async throws {
        try await withFolder { folder in
            let path = folder + "/a.sqlite"
            try Data(repeating: 0x41, count: 10_000).write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: SQLiteTokenStore.Damage.self) { try SQLiteTokenStore(path: path) }
            #expect(error?.description.contains(path) == true)
        }
    }

    @Test("a state folder has one holder; keys are made once at mode 0600")
    func folder() async throws {
        try await withFolder { base in
            let path = base + "/state"
            let folder = try StateFolder(path: path)
            #expect(throws: StateFolder.Unusable.self) { try StateFolder(path: path) }
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
            withExtendedLifetime(folder) {}
        }
    }

    @Test("a write that fails changes nothing and is answered 500")
    func failingStore() async throws {
        try await Fixture(store: FullStore(store: try .inMemory())).test { client in
            let answer = try await client.administer(.put, "integrations/REF30/AlphaCable", #"{"enabled":false}"#)
            #expect(answer.status == 500 && answer.code == "internal_error")
            let list = try await client.administer(.get, "integrations?requestor=REF30")
            #expect(list.text.contains(#""mvpd":"AlphaCable","provider":"alpha.example","enabled":true"#))
        }
    }
}

/// A store whose disk is full.
private struct FullStore: TokenStore {
    struct Full: Error {}

    let store: SQLiteTokenStore

    func open(baseline: World) throws { try store.open(baseline: baseline) }

    var configuration: EntitlementConfiguration { store.configuration }

    func read<Value: Sendable>(
        _ transient: TransientState, _ body: @Sendable (EntitlementState) throws -> Value
    ) async throws -> Value { try await store.read(transient, body) }

    func write<Value: Sendable>(
        _ transient: TransientState, _ body: @Sendable (EntitlementState) throws -> (Value, [Change])
    ) async throws -> Value { throw Full() }

    func list<Record: StoredRecord>(_ query: RecordQuery<Record>) async throws -> RecordPage<Record> {
        try await store.list(query)
    }

    func count<Record: StoredRecord>(_ query: RecordQuery<Record>) async throws -> Int { try await store.count(query) }
}

extension SQLiteTokenStore {
    /// Writes changes that nobody decided.
    fileprivate func commit(_ changes: [Change]) async throws {
        try await write(TransientState()) { _ in ((), changes) }
    }
}
