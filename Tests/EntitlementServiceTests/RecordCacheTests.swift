import EntitlementCore
import Foundation
import GRDB
import Synchronization
import TVWorld
import Testing

@testable import EntitlementService

@Suite("Records in memory")
struct RecordCacheTests {
    private let key = StoredContent.key

    /// Reads, and counts how often the body runs: twice if it needs the database.
    private func read<Value: Sendable>(
        _ store: SQLiteTokenStore, _ body: @escaping @Sendable (EntitlementState) -> Value
    ) async throws -> (value: Value, isFromMemory: Bool) {
        let runs = Counter()
        let value = try await store.read(TransientState()) { state in
            runs.count()
            return body(state)
        }
        return (value, runs.value == 1)
    }

    private final class Counter: Sendable {
        private let runs = Mutex(0)
        func count() { runs.withLock { $0 += 1 } }
        var value: Int { runs.withLock { $0 } }
    }

    /// Runs a test on a database in a file, and on one in memory.
    private func withStores(_ body: (SQLiteTokenStore) async throws -> Void) async throws {
        let memory = try SQLiteTokenStore.inMemory()
        try memory.open(baseline: .builtIn)
        try await body(memory)
        try await withStateFolder { try await body(try SQLiteTokenStore.opened($0 + "/a.sqlite")) }
    }

    @Test("what was read is answered from memory, also what is missing, and also after other records were written")
    func repeated() async throws {
        let key = key
        try await withStores { store in
            try await store.commit(StoredContent.changes())
            _ = try await StoredContent(store)
            let again = try await read(store) { StoredContent($0) }
            #expect(again.isFromMemory && again.value.authentication != nil)
            for isKnown in [false, true] {
                let missing = try await read(store) { $0.authorizations[key, "sports"] }
                #expect(missing.value == nil && missing.isFromMemory == isKnown)
            }
            try await store.commit([.saveAuthentication(StoredContent.authentication("other", expiresAt: 5))])
            let after = try await read(store) { StoredContent($0) }
            #expect(after.isFromMemory && after.value == again.value)
        }
    }

    @Test("keys are compared byte by byte, as the database does")
    func normalization() async throws {
        let key = key
        try await withStores { store in
            let composed = AuthorizationRecord(
                key: key, mvpd: "AlphaCable", resource: "caf\u{E9}", isDegraded: false, expiresAt: 4)
            try await store.commit([.saveAuthorization(composed)])
            for _ in 0..<2 {
                #expect(try await store.read(TransientState()) { $0.authorizations[key, "caf\u{E9}"] } == composed)
                #expect(try await store.read(TransientState()) { $0.authorizations[key, "cafe\u{301}"] } == nil)
            }
        }
    }

    @Test("every kind of write is seen by the next read", arguments: [false, true])
    func seen(byAnother: Bool) async throws {
        let key = key
        var renewed = StoredContent.authentication("d", expiresAt: 9)
        renewed.userID = "another"
        let sports = AuthorizationRecord(key: key, mvpd: "AlphaCable", resource: "news", isDegraded: true, expiresAt: 4)
        let steps: [(change: Change, isSeen: @Sendable (StoredContent) -> Bool)] = [
            (.saveAuthentication(renewed), { $0.authentication?.userID == "another" }),
            (.removeAuthentication(key), { $0.authentication == nil }),
            (.saveAuthorization(sports), { $0.authorization?.isDegraded == true }),
            (.removeAuthorizations(key), { $0.authorization == nil }),
            (.removeRegistrationCode("AAAAAAA"), { $0.registrationCode == nil }),
            (
                .saveIntegration(Integration(requestor: "REF30", mvpd: "AlphaCable")),
                { $0.configuration.world.integration(requestor: "REF30", mvpd: "AlphaCable")?.isEnabled == true }
            ),
            (.saveProviderMetadata(provider: "alpha.example", xml: "<b/>"), { $0.configuration.providerMetadata.count == 1 }),
            (.returnToBaseline, { $0.configuration.world == .builtIn && $0.request == nil }),
        ]
        try await withStateFolder { folder in
            let store = try SQLiteTokenStore.opened(folder + "/a.sqlite")
            let other = byAnother ? try SQLiteTokenStore.opened(folder + "/a.sqlite") : store
            try await store.commit(StoredContent.changes())
            for (number, step) in steps.enumerated() {
                _ = try await StoredContent(store)
                let again = try await read(store) { StoredContent($0) }
                #expect(again.isFromMemory)
                try await other.commit([step.change])
                #expect(step.isSeen(try await StoredContent(store)), "\(number)")
                #expect(try await StoredContent(store) == StoredContent(other), "\(number)")
            }
        }
    }

    @Test("records that begin with a key are seen to come and go")
    func lists() async throws {
        let owner = DeviceKey(requestor: "REF30", deviceID: "d", applicationID: "c")
        func profile(_ mvpd: String) -> ProfileRecord {
            var authentication = StoredContent.authentication("d", expiresAt: 5)
            (authentication.deviceKey, authentication.mvpd) = (owner, mvpd)
            return ProfileRecord(authentication)
        }
        @Sendable func names(_ state: EntitlementState) -> [String] {
            state.profiles[startingWith: owner.values].map(\.authentication.mvpd)
        }
        try await withStores { store in
            func expect(_ expected: [String], after change: Change? = nil) async throws {
                if let change { try await store.commit([change]) }
                for isKnown in [false, true] {
                    let found = try await read(store, names)
                    #expect(found.value == expected && found.isFromMemory == isKnown)
                }
            }
            try await expect([], after: .removeProfile(ProfileKey(owner: owner, mvpd: "BetaSat")))
            try await expect(["BetaSat"], after: .saveProfile(profile("BetaSat")))
            try await expect(["AlphaCable", "BetaSat"], after: .saveProfile(profile("AlphaCable")))
            try await expect(["AlphaCable"], after: .removeProfile(ProfileKey(owner: owner, mvpd: "BetaSat")))
        }
    }

    @Test("a clean-up, and the replacement of everything, are seen by the next read")
    func cleanUp() async throws {
        let key = key
        try await withStores { store in
            try await store.commit(StoredContent.changes())
            for _ in 0..<2 { #expect(try await StoredContent(store).authentication != nil) }
            #expect(try await store.removeEnded(now: .max / 2, limit: 100) > 0)
            #expect(try await StoredContent(store).authentication == nil)
            for _ in 0..<2 { #expect(try await StoredContent(store).authentication == nil) }
            try await store.replaceEverything(with: [StoredContent.authentication("d", expiresAt: 7)])
            #expect(try await store.read(TransientState()) { $0.authentications[key]?.expiresAt } == 7)
            #expect(try await StoredContent(store).client == nil)
        }
    }

    @Test("a row that another program has changed in the file is read again")
    func otherProgram() async throws {
        try await withStateFolder { folder in
            let store = try SQLiteTokenStore.opened(folder + "/a.sqlite")
            try await store.commit(StoredContent.changes())
            for _ in 0..<2 { #expect(try await StoredContent(store).authentication?.userID == "u") }
            let other = try DatabaseQueue(path: folder + "/a.sqlite")
            try await other.write {
                try $0.execute(
                    sql: "UPDATE authentication SET document = CAST(json_set(CAST(document AS TEXT), '$.userID', 'v') AS BLOB)")
            }
            #expect(try await StoredContent(store).authentication?.userID == "v")
        }
    }

    @Test("PostgreSQL: a guess does not displace what the device's own documents were decoded to")
    func guesses() throws {
        let cache = RecordCache()
        let own = StoredContent.authentication("d", expiresAt: 5)
        let lookup = RecordLookup(AuthenticationRecord.self, key: own.recordKey.values)
        let sample = try JSONEncoder().encode(StoredContent.authentication("other", expiresAt: 5))
        func records(_ documents: [RecordLookup: [Data]] = [:]) -> GuessedRecords {
            GuessedRecords(documents, cache, guess: { _ in [sample] }, recall: { _ in nil })
        }
        let unknown = records()
        #expect(unknown.record(AuthenticationRecord.self, key: own.recordKey)?.sessionID == "s-other")
        #expect(unknown.missing == [lookup] && unknown.used.isEmpty)
        let found = records([lookup: [try JSONEncoder().encode(own)]])
        #expect(found.record(AuthenticationRecord.self, key: own.recordKey) == own && found.missing.isEmpty)
        let again = records()
        #expect(again.record(AuthenticationRecord.self, key: own.recordKey) == own)
        #expect(again.missing == [lookup] && again.used.isEmpty)
        let gone = records([lookup: []])
        #expect(gone.record(AuthenticationRecord.self, key: own.recordKey) == nil && gone.missing.isEmpty)
    }

    @Test("a random walk of two instances on one file reads what was written, and nothing else")
    func randomWalk() async throws {
        try await withStateFolder { folder in
            let path = folder + "/a.sqlite"
            let stores = try (0..<2).map { _ in try SQLiteTokenStore(path: path, isSynced: false) }
            for store in stores { try store.open(baseline: .builtIn) }
            var expected = EntitlementState(baseline: .builtIn)
            var random = SeededGenerator(seed: 1)
            for step in 0..<100_000 {
                let store = stores[Int.random(in: 0..<2, using: &random)]
                let device = DeviceKey(requestor: "REF30", deviceID: "d\(Int.random(in: 0..<40, using: &random))")
                let resource = "r\(Int.random(in: 0..<3, using: &random))"
                if Int.random(in: 0..<50, using: &random) == 0 {
                    let change = Self.change(device, resource, Int64(step), &random)
                    try await store.commit([change])
                    expected.apply(change)
                }
                let found = try await store.read(TransientState()) { state in
                    (
                        state.authentications[device], state.authorizations[device, resource],
                        state.authorizations[startingWith: device.values]
                    )
                }
                guard found.0 == expected.authentications[device], found.1 == expected.authorizations[device, resource],
                    found.2 == expected.authorizations[startingWith: device.values]
                else {
                    Issue.record("step \(step)")
                    return
                }
            }
        }
    }

    /// A change of a device, or now and then of all.
    private static func change(
        _ device: DeviceKey, _ resource: String, _ number: Int64, _ random: inout SeededGenerator
    ) -> Change {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8: .saveAuthentication(StoredContent.authentication(device.deviceID, expiresAt: number))
        case 8..<15:
            .saveAuthorization(
                AuthorizationRecord(key: device, mvpd: "AlphaCable", resource: resource, isDegraded: false, expiresAt: number))
        case 15..<17: .removeAuthentication(device)
        case 17..<19: .removeAuthorizations(device)
        default: .returnToBaseline
        }
    }
}
