import EntitlementCore
import EntitlementService
import Foundation
import HTTPTypes
import TVWorld
import Testing

@Suite("The store")
struct StorageTests {
    /// A folder that is gone after the test.
    private func withFolder(_ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("entitlement-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
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

    @Test("what was committed is there when the database is opened again, without having been closed")
    func reopened() throws {
        try withFolder { folder in
            let path = folder + "/a.sqlite"
            let store = try SQLiteTokenStore(path: path)
            try store.commit(changes())
            try store.commit([.removePendingRequests(endedBefore: 2)])
            var expected = EntitlementState(baseline: .builtIn)
            for change in changes() { expected.apply(change) }
            #expect(try SQLiteTokenStore(path: path).load(baseline: .builtIn) == expected)
            try store.commit([.removePendingRequests(endedBefore: 3), .removeAuthentication(key), .removeAuthorizations(key)])
            let state = try SQLiteTokenStore(path: path).load(baseline: .builtIn)
            #expect(state.pendingRequests.isEmpty && state.authentications.isEmpty && state.authorizations.isEmpty)
            try store.commit(changes() + [.returnToBaseline])
            let reset = try SQLiteTokenStore(path: path).load(baseline: .builtIn)
            #expect(reset.world == .builtIn && reset.clients.count == 1 && reset.providerMetadata.count == 1)
            withExtendedLifetime(store) {}
        }
    }

    @Test("sessions that ended before a time are removed, the others stay")
    func pruned() throws {
        try withFolder { folder in
            let path = folder + "/a.sqlite"
            let store = try SQLiteTokenStore(path: path)
            try store.commit(changes())
            try store.commit([.removeSessions(endedBefore: 5)])
            let first = try SQLiteTokenStore(path: path).load(baseline: .builtIn)
            #expect(first.authentications.count == 1 && first.authorizations.isEmpty)
            try store.commit([.removeSessions(endedBefore: 6)])
            let second = try SQLiteTokenStore(path: path).load(baseline: .builtIn)
            #expect(second.authentications.isEmpty && second.clients.count == 1)
            withExtendedLifetime(store) {}
        }
    }

    @Test("commits are synchronous and written ahead")
    func pragmas() throws {
        try withFolder { folder in
            let store = try SQLiteTokenStore(path: folder + "/a.sqlite")
            #expect(try store.durability() == ["wal", "2"])
        }
    }

    @Test("a file that is no database, or damaged, is named")
    func damaged() throws {
        try withFolder { folder in
            let path = folder + "/a.sqlite"
            try Data(repeating: 0x41, count: 10_000).write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: SQLiteTokenStore.Damage.self) { try SQLiteTokenStore(path: path) }
            #expect(error?.description.contains(path) == true)
        }
    }

    @Test("a state folder has one holder; keys are made once at mode 0600")
    func folder() throws {
        try withFolder { base in
            let path = base + "/state"
            let folder = try StateFolder(path: path)
            #expect(throws: StateFolder.Unusable.self) { try StateFolder(path: path) }
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
            withExtendedLifetime(folder) {}
        }
    }

    /// A store whose disk is full.
    private struct FullStore: TokenStore {
        struct Full: Error {}
        func load(baseline: World) throws -> EntitlementState { EntitlementState(baseline: baseline) }
        func commit(_ changes: [Change]) throws { throw Full() }
    }

    @Test("a write that fails changes nothing and is answered 500")
    func failingStore() async throws {
        try await Fixture(store: FullStore()).test { client in
            let answer = try await client.administer(.put, "integrations/REF30/AlphaCable", #"{"enabled":false}"#)
            #expect(answer.status == 500 && answer.code == "internal_error")
            let list = try await client.administer(.get, "integrations?requestor=REF30")
            #expect(list.text.contains(#""mvpd":"AlphaCable","provider":"alpha.example","enabled":true"#))
        }
    }
}
