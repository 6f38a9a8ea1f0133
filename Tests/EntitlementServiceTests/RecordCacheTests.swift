import Foundation
import GRDB
import Synchronization
import Testing

@testable import EntitlementCore
@testable import EntitlementService
@testable import TVWorld

@Suite("Records in memory")
struct RecordCacheTests {
    private let key = StoredContent.key

    /// Reads, and counts how often the body runs: twice if it needs the database.
    private func read<Value: Sendable>(
        _ store: SQLiteTokenStore, _ body: @escaping @Sendable (EntitlementState) -> Value
    ) async throws -> (value: Value, isFromMemory: Bool) {
        let runs = Mutex(0)
        let value = try await store.read(TransientState()) { state in
            runs.withLock { $0 += 1 }
            return body(state)
        }
        return (value, runs.withLock { $0 } == 1)
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
            try await store.commit([.save(StoredContent.authentication("other", expiresAt: 5))])
            let after = try await read(store) { StoredContent($0) }
            #expect(after.isFromMemory && after.value == again.value)
        }
    }

    @Test("the keys of missing records, which callers choose, need room; one that is longer than any record's is not kept")
    func longKeys() throws {
        let cache = RecordCache(limit: 100_000)
        func look(for key: String) throws {
            _ = try cache.records(PendingLogout.self, startingWith: [key], [], at: nil) { document in
                try JSONDecoder().decode(PendingLogout.self, from: document)
            }
        }
        func isKept(_ key: String) -> Bool { cache.lastRecords(PendingLogout.self, startingWith: [key]) != nil }
        let keys = (10..<30).map { "\($0)" + String(repeating: "x", count: 16_000) }
        for key in keys { try look(for: key) }
        let kept = keys.filter(isKept)
        #expect((5...6).contains(kept.count))
        let longest = String(repeating: "x", count: 16_385)
        try look(for: longest)
        #expect(!isKept(longest) && keys.filter(isKept) == kept)
    }

    @Test("what was written is answered from memory, unless the same transaction removed it")
    func written() async throws {
        let key = key
        let sports = StoredContent.authorization("sports")
        let steps: [(changes: [Change], isThere: Bool, isFromMemory: Bool)] = [
            ([.save(sports)], true, true),
            ([.remove(AuthorizationRecord.self, key), .save(sports)], true, true),
            ([.save(sports), .remove(AuthorizationRecord.self, key)], false, false),
            ([.save(sports), .returnToBaseline], false, false),
        ]
        try await withStores { store in
            // The version of the database is known from the first reading on.
            _ = try await StoredContent(store)
            for (number, step) in steps.enumerated() {
                try await store.commit(step.changes)
                let found = try await read(store) { $0.authorizations[key, "sports"] }
                #expect(found.value == (step.isThere ? sports : nil), "\(number)")
                #expect(found.isFromMemory == step.isFromMemory, "\(number)")
            }
        }
    }

    @Test("keys are compared byte by byte, as the database does")
    func normalization() async throws {
        let key = key
        try await withStores { store in
            let composed = StoredContent.authorization("caf\u{E9}")
            try await store.commit([.save(composed)])
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
        let degraded = StoredContent.authorization(isDegraded: true)
        let steps: [(change: Change, isSeen: @Sendable (StoredContent) -> Bool)] = [
            (.save(renewed), { $0.authentication?.userID == "another" }),
            (.remove(AuthenticationRecord.self, key), { $0.authentication == nil }),
            (.save(degraded), { $0.authorization?.isDegraded == true }),
            (.remove(AuthorizationRecord.self, key), { $0.authorization == nil }),
            (.remove(RegistrationCode.self, "AAAAAAA"), { $0.registrationCode == nil }),
            (
                .save(Integration(requestor: "REF30", mvpd: "AlphaCable")),
                { $0.configuration.world.integration(requestor: "REF30", mvpd: "AlphaCable")?.isEnabled == true }
            ),
            (.save(ProviderMetadata(id: "alpha.example", xml: "<b/>")), { $0.configuration.providerMetadata.count == 1 }),
            (
                .save(LoadedScenario(generation: 7, scenario: .default)),
                { $0.configuration.scenario?.generation == 7 && $0.request == nil }
            ),
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

    @Test("records that begin with a key are seen when they are added and removed")
    func lists() async throws {
        let owner = DeviceKey(requestor: "REF30", deviceID: "d", applicationID: "c")
        func profile(_ mvpd: String) -> ProfileRecord {
            var authentication = StoredContent.authentication("d", expiresAt: 5)
            (authentication.deviceKey, authentication.mvpd) = (owner, mvpd)
            return ProfileRecord(authentication: authentication)
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
            try await expect([], after: .remove(ProfileRecord.self, ProfileKey(owner: owner, mvpd: "BetaSat")))
            try await expect(["BetaSat"], after: .save(profile("BetaSat")))
            try await expect(["AlphaCable", "BetaSat"], after: .save(profile("AlphaCable")))
            try await expect(["AlphaCable"], after: .remove(ProfileRecord.self, ProfileKey(owner: owner, mvpd: "BetaSat")))
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

    @Test("PostgreSQL: a guess does not evict the device's own decoded documents")
    func guesses() throws {
        let cache = RecordCache()
        let own = StoredContent.authentication("d", expiresAt: 5)
        let lookup = RecordLookup(AuthenticationRecord.self, key: own.recordKey.values)
        let sample = try JSONEncoder().encode(StoredContent.authentication("other", expiresAt: 5))
        let recalled = RecalledDocuments()
        recalled.keep([RecordLookup(AuthenticationRecord.self, key: ["other"]): [sample]])
        func records(_ documents: [RecordLookup: [Data]] = [:]) -> GuessedRecords {
            GuessedRecords(documents, cache, recalled)
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

    @Test("a random walk of two instances on one file reads what was written to any table, and nothing else")
    func randomWalk() async throws {
        // A scenario is never removed, and takes long to read.
        let written = Self.saves(StoredContent.key, 1).flatMap(\.operations).map { $0.type.table } + [LoadedScenario.table]
        #expect(Set(written) == Set(StoredRecords.all.map { $0.table }))
        try await withStateFolder { folder in
            let path = folder + "/a.sqlite"
            let stores = try (0..<2).map { _ in try SQLiteTokenStore(path: path, isSynced: false) }
            for store in stores { try store.open(baseline: .builtIn) }
            var expected = EntitlementState(baseline: .builtIn)
            var random = SeededGenerator(seed: 1)
            let isSoak = ProcessInfo.processInfo.environment["VSASIM_SOAK"] == "1"
            for step in 0..<(isSoak ? 100_000 : 10_000) {
                let store = stores[Int.random(in: 0..<2, using: &random)]
                if step % 100 == 99 { await store.releaseMemory(isIdle: step % 200 == 199) }
                let device = DeviceKey(requestor: "REF30", deviceID: "d\(Int.random(in: 0..<40, using: &random))")
                if Int.random(in: 0..<50, using: &random) == 0 {
                    let changes = Self.saves(device, Int64(step)) + Self.removals(device, Int64(step))
                    let change = changes[Int.random(in: changes.indices, using: &random)]
                    try await store.commit([change])
                    expected.apply(change)
                }
                let table = Int.random(in: Self.tables.indices, using: &random)
                // What a write is based on is in the same memory.
                let found =
                    Int.random(in: 0..<4, using: &random) == 0
                    ? try await store.write(TransientState()) { (Self.tables[table]($0, device), []) }
                    : try await store.read(TransientState()) { Self.tables[table]($0, device) }
                guard Self.areEqual(found, Self.tables[table](expected, device)) else {
                    Issue.record("step \(step), table \(table)")
                    return
                }
            }
        }
    }
}

/// The tables of the random walk.
extension RecordCacheTests {
    /// What is read from each table: a device's record, and those that begin with a part of its key; the whole configuration.
    fileprivate static let tables: [@Sendable (EntitlementState, DeviceKey) -> [any StoredRecord]] = [
        { Self.found($0.clients, $1.deviceID, [$1.deviceID]) },
        { Self.found($0.pendingRequests, $1.deviceID, [$1.deviceID]) },
        { Self.found($0.authentications, $1, [$1.requestor]) },
        { Self.found($0.authorizations, AuthorizationKey(owner: $1, resource: "r0"), $1.values) },
        { Self.found($0.registrationCodes, $1.deviceID, [$1.deviceID]) },
        { Self.found($0.loginSessions, $1.deviceID, [$1.deviceID]) },
        { Self.found($0.mediaTokenUses, $1.deviceID, [$1.deviceID]) },
        { Self.found($0.startedTemporaryPasses, Self.pass($1), ["REF30", "TempPass"]) },
        { Self.found($0.temporaryPassAssignments, Self.holder($1), ["REF30", "TempPass"]) },
        { Self.found($0.profiles, Self.profile($1).recordKey, $1.values) },
        {
            let profile = Self.profile($1).recordKey
            return Self.found($0.profileAuthorizations, .init(owner: profile, resource: "r0"), profile.values)
        },
        { Self.found($0.sharedSignIns, Self.signIn($1).recordKey, [Self.signIn($1).recordKey.identity]) },
        { Self.found($0.openSessions, $1, $1.values) },
        { Self.found($0.pendingLogouts, $1.deviceID, [$1.deviceID]) },
        { state, _ in state.statements.values.sorted { $0.id < $1.id } },
        { state, _ in state.configuration.requestorSettings.values.sorted { $0.id < $1.id } },
        { state, _ in state.configuration.certificates.values.sorted { $0.id < $1.id } },
        { state, _ in state.configuration.identityKeys.values.sorted { $0.id < $1.id } },
        { state, _ in state.degradationRules.all },
        { state, _ in state.world.integrations },
        { state, _ in
            state.providerMetadata.sorted { $0.key < $1.key }.map { ProviderMetadata(id: $0.key, xml: $0.value) }
        },
        { state, _ in state.configuration.clock.map { [$0] } ?? [] },
    ]

    private static func found<Record: StoredRecord>(
        _ table: RecordTable<Record>, _ key: Record.Key, _ prefix: [String]
    ) -> [any StoredRecord] {
        let records: [Record] = (table[key].map { [$0] } ?? []) + table[startingWith: prefix]
        return records
    }

    fileprivate static func areEqual(_ found: [any StoredRecord], _ expected: [any StoredRecord]) -> Bool {
        found.count == expected.count && zip(found, expected).allSatisfy { $0.equals($1) }
    }

    private static func pass(_ device: DeviceKey) -> StartedTemporaryPass.Key {
        StartedTemporaryPass.Key(requestor: "REF30", mvpd: "TempPass", id: device.deviceID)
    }

    private static func holder(_ device: DeviceKey) -> TemporaryPassAssignment.Holder {
        TemporaryPassAssignment.Holder(requestor: "REF30", mvpd: "TempPass", kind: .device, value: device.deviceID)
    }

    private static func profile(_ device: DeviceKey, _ number: Int64 = 0) -> ProfileRecord {
        let identity = SharedIdentity(kind: .service, issuer: "i", subject: device.deviceID)
        return ProfileRecord(
            authentication: StoredContent.authentication(device.deviceID, expiresAt: number), identities: [identity])
    }

    private static func signIn(_ device: DeviceKey) -> SharedSignIn {
        SharedSignIn(
            recordKey: .init(identity: profile(device).identities[0].key, mvpd: profile(device).recordKey.mvpd),
            profile: profile(device).recordKey, expiresAt: 0)
    }

    /// Changes that write to every table except that of the scenario.
    fileprivate static func saves(_ device: DeviceKey, _ number: Int64) -> [Change] {
        let id = device.deviceID
        let authentication = StoredContent.authentication(id, expiresAt: number)
        let signedIn = profile(device, number)
        let resource = "r\(number % 3)"
        let records: [Change] = [
            .save(ClientRegistration(id: id, secretDigest: [], statement: "", redirectURIs: [], issuedAt: number)),
            .save(
                PendingRequest(id: id, key: device, mvpd: "AlphaCable", platform: .ios, createdAt: number, expiresAt: number)),
            .save(authentication),
            .save(StoredContent.authorization(resource, of: device, expiresAt: number)),
            .save(
                RegistrationCode(
                    code: id, id: "i", key: device, clientID: "c", platform: .tvos, createdAt: number, expiresAt: number)),
            .save(
                LoginSession(
                    id: id, provider: "alpha.example", username: "alice", sessionIndex: "s", authenticatedAt: number,
                    expiresAt: number)),
            .save(MediaTokenUse(id: id, requestor: "REF30", usedAt: number, expiresAt: number)),
            .save(
                StartedTemporaryPass(
                    id: id, requestor: "REF30", mvpd: "TempPass", deviceID: id, identity: nil, startedAt: number,
                    expiresAt: number)),
            .save(TemporaryPassAssignment(holder: holder(device), passID: "\(number)")),
            .save(signedIn),
            .save(
                ProfileAuthorization(
                    profile: signedIn.recordKey, sessionID: "s", resource: resource, createdAt: number, expiresAt: number)),
            .save(OpenSession(owner: device, code: "\(number)", expiresAt: number)),
            .save(PendingLogout(id: id, authentication: authentication, redirectURL: nil, expiresAt: number)),
        ]
        return configurationSaves("c\(number % 3)", number) + records
    }

    private static func configurationSaves(_ id: String, _ number: Int64) -> [Change] {
        var settings = RequestorSettings(id: id)
        settings.name = "\(number)"
        return [
            .save(
                SoftwareStatement(id: id, requestors: [], name: "\(number)", platforms: [], schemes: [], issuedAt: number)),
            .save(settings),
            .save(
                RequestorCertificate(
                    id: id, requestor: "REF30", pem: "", serial: "", issuer: "", subject: "", notBefore: 0, notAfter: 0,
                    createdAt: number)),
            .save(
                IdentityKey(
                    id: id, kind: .service, requestor: "REF30", keyID: "", issuer: "", algorithm: .rs256, pem: "",
                    createdAt: number)),
            .save(
                DegradationRule(id: id, requestor: "REF30", mvpd: "AlphaCable", kind: .authenticateAll, createdAt: number)),
            .save(Integration(requestor: "REF30", mvpd: "AlphaCable", isEnabled: number % 2 == 0)),
            .save(ProviderMetadata(id: id, xml: "<a id='\(number)'/>")),
            .save(ClockRecord(setting: "frozen:\(number)", start: "real")),
        ]
    }

    fileprivate static func removals(_ device: DeviceKey, _ number: Int64) -> [Change] {
        let (id, configured) = (device.deviceID, "c\(number % 3)")
        return [
            .remove(AuthenticationRecord.self, device), .remove(AuthorizationRecord.self, device),
            .remove(RegistrationCode.self, id), .remove(LoginSession.self, id),
            .remove(RequestorCertificate.self, "\(configured).REF30"), .remove(IdentityKey.self, configured),
            .remove(DegradationRule.self, configured),
            .remove(StartedTemporaryPass.self, pass(device)),
            .remove(StartedTemporaryPass.self, IntegrationKey(requestor: "REF30", mvpd: "TempPass")),
            .remove(TemporaryPassAssignment.self, IntegrationKey(requestor: "REF30", mvpd: "TempPass")),
            .remove(ProfileRecord.self, profile(device).recordKey), .remove(ProfileAuthorization.self, profile(device).recordKey),
            .remove(PendingLogout.self, id), .returnToBaseline,
        ]
    }
}

extension StoredRecord {
    fileprivate func equals(_ other: any StoredRecord) -> Bool { self == other as? Self }
}
