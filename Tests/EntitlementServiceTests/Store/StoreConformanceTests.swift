import Foundation
import Testing

@testable import EntitlementCore
@testable import EntitlementService
@testable import TVWorld

@Suite("Every store")
struct StoreConformanceTests {
    private let key = StoredContent.key

    @Test("a key may contain U+0000", arguments: StoreEngine.allCases)
    func nulls(engine: StoreEngine) async throws {
        try await engine.withPlace { place in
            let devices = ["a", "a\u{0}", "a\u{0}b"]
            func expect(_ expected: [Int64?], _ store: any TokenStore) async throws {
                let found = try await store.read(TransientState()) { state in
                    devices.map { state.authentications[DeviceKey(requestor: "REF30", deviceID: $0)]?.expiresAt }
                }
                #expect(found == expected)
            }
            let store = try place.open()
            try await expect([nil, nil, nil], store)
            try await store.commit(
                devices.enumerated().map { .save(StoredContent.authentication($1, expiresAt: Int64($0))) })
            try await expect([0, 1, 2], store)
            try await store.commit([.remove(AuthenticationRecord.self, DeviceKey(requestor: "REF30", deviceID: devices[1]))])
            try await expect([0, nil, 2], store)
            try await expect([0, nil, 2], try place.open())
            withExtendedLifetime(store) {}
        }
    }

    @Test("committed records survive an unclean end", arguments: StoreEngine.allCases)
    func reopened(engine: StoreEngine) async throws {
        try await engine.withPlace { place in
            let store = try place.open()
            try await store.commit(StoredContent.changes())
            var expected = EntitlementState(baseline: .builtIn)
            for change in StoredContent.changes() { expected.apply(change) }
            #expect(try await StoredContent(try place.open()) == StoredContent(expected))
            try await store.commit([
                .remove(AuthenticationRecord.self, key), .remove(AuthorizationRecord.self, key),
                .remove(RegistrationCode.self, "AAAAAAA"),
            ])
            let left = try await StoredContent(try place.open())
            #expect(left.registrationCode == nil)
            #expect(left.authentication == nil && left.authorization == nil && left.request != nil)
            try await store.commit(StoredContent.changes() + [.returnToBaseline])
            let reset = try await StoredContent(try place.open())
            #expect(reset.configuration.world == .builtIn && reset.configuration.providerMetadata.count == 1)
            #expect(reset.client != nil && reset.request == nil && reset.authentication == nil && reset.authorization == nil)
            withExtendedLifetime(store) {}
        }
    }

    @Test("instances on the same data see each other's records and configuration", arguments: StoreEngine.allCases)
    func twoInstances(engine: StoreEngine) async throws {
        try await engine.withPlace { place in
            let (one, other) = (try place.open(), try place.open())
            try await one.commit(StoredContent.changes())
            let seen = try await StoredContent(other)
            #expect(seen == (try await StoredContent(one)))
            #expect(seen.configuration.world.integration(requestor: "REF30", mvpd: "AlphaCable")?.isEnabled == false)
            #expect(other.configuration == one.configuration)
            try await other.commit([.returnToBaseline])
            #expect(try await StoredContent(one).configuration.world == .builtIn)
            // A write is decided with the other's configuration, too.
            try await one.commit([.save(Integration(requestor: "REF30", mvpd: "AlphaCable", isEnabled: false))])
            let isEnabled = try await other.write(TransientState()) { state in
                (state.world.integration(requestor: "REF30", mvpd: "AlphaCable")?.isEnabled, [])
            }
            #expect(isEnabled == false)
        }
    }

    @Test(
        "released memory is filled again with the current content of the store", arguments: StoreEngine.allCases, [false, true])
    func releasedMemory(engine: StoreEngine, isIdle: Bool) async throws {
        try await engine.withPlace { place in
            let (store, other) = (try place.open(), try place.open())
            try await store.commit(StoredContent.changes())
            let content = try await StoredContent(store)
            await store.releaseMemory(isIdle: isIdle)
            #expect(try await StoredContent(store) == content)
            try await other.commit([.remove(RegistrationCode.self, "AAAAAAA")])
            await store.releaseMemory(isIdle: isIdle)
            #expect(try await StoredContent(store).registrationCode == nil)
        }
    }

    @Test(
        "a list shows the newest first, page by page, and counts by requestor, provider and state",
        arguments: StoreEngine.allCases)
    func lists(engine: StoreEngine) async throws {
        try await engine.withPlace { place in
            let store = try place.open()
            for number in 1...7 {
                var record = StoredContent.authentication("d\(number)", expiresAt: Int64(number))
                record.mvpd = number % 2 == 0 ? "AlphaCable" : "BetaSat"
                try await store.commit([.save(record)])
            }
            var query = RecordQuery<AuthenticationRecord>(matching: ["requestor": "REF30"], limit: 3)
            var pages: [[String]] = []
            repeat {
                let page = try await store.list(query)
                pages.append(page.records.map(\.deviceKey.deviceID))
                query.cursor = page.next
            } while query.cursor != nil
            #expect(pages == [["d7", "d6", "d5"], ["d4", "d3", "d2"], ["d1"]])
            #expect(try await store.count(query) == 7)
            query = RecordQuery(matching: ["mvpd": "AlphaCable"], life: .inForce(at: 4))
            #expect(try await store.list(query).records.map(\.sessionID) == ["s-d6"])
            query.life = .ended(at: 4)
            #expect(try await store.count(query) == 2)
            #expect(try await store.count(RecordQuery<AuthenticationRecord>(life: .inForce(at: 4))) == 3)
            query = RecordQuery(matching: ["requestor": "REF30", "device": "d3"])
            #expect(try await store.list(query).records.map(\.sessionID) == ["s-d3"])
            // A new sign-in of a device is the newest.
            try await store.commit([.save(StoredContent.authentication("d3", expiresAt: 9))])
            #expect(
                try await store.list(RecordQuery<AuthenticationRecord>(limit: 2)).records.map(\.sessionID) == ["s-d3", "s-d7"])
            await #expect(throws: StoreFailure.self) {
                _ = try await store.list(RecordQuery<AuthenticationRecord>(matching: ["document": "x"]))
            }
        }
    }

    @Test("records are removed after expiry and retention, batch by batch, and no others", arguments: StoreEngine.allCases)
    func cleanUp(engine: StoreEngine) async throws {
        try await engine.withPlace { place in
            let store = try place.open(sessionRetention: 10)
            try await store.commit(
                (1...5).map { .save(StoredContent.authentication("d\($0)", expiresAt: Int64($0))) })
            try await store.commit([
                .save(ClientRegistration(id: "c", secretDigest: [], statement: "", redirectURIs: [], issuedAt: 0)),
                .save(StoredContent.authorization()),
            ])
            #expect(try await store.removeEnded(now: 11, limit: 2) == 0)
            #expect(try await store.removeEnded(now: 14, limit: 2) == 2)
            #expect(try await store.removeEnded(now: 15, limit: 2) == 2)
            #expect(try await store.removeEnded(now: 15, limit: 2) == 1)
            #expect(try await store.list(RecordQuery<AuthenticationRecord>()).records.map(\.deviceKey.deviceID) == ["d5"])
            #expect(try await store.count(RecordQuery<ClientRegistration>()) == 1)
            // A rule of the configuration that has ended disappears from it.
            let rule = DegradationRule(
                id: "r", requestor: "REF30", mvpd: "AlphaCable", kind: .authenticateAll, createdAt: 1, expiresAt: 20)
            try await store.commit([.save(rule)])
            let other = try place.open()
            #expect(other.configuration.degradationRules != EntitlementConfiguration(baseline: .builtIn).degradationRules)
            #expect(try await store.removeEnded(now: 21 + DegradationRule.retention, limit: 9) == 2)
            let rules = try await other.read(TransientState()) { $0.degradationRules }
            #expect(rules == EntitlementConfiguration(baseline: .builtIn).degradationRules)
        }
    }

    @Test("instances that write at the same time lose nothing, and no request is answered twice", arguments: StoreEngine.allCases)
    func concurrentInstances(engine: StoreEngine) async throws {
        try await engine.withPlace { place in
            let stores = [try place.open(), try place.open()]
            let taken = try await withThrowingTaskGroup(of: Int.self) { group in
                for task in 0..<4 {
                    group.addTask {
                        var taken = 0
                        for number in 0..<25 {
                            // Like an exchange: the first one uses up the request.
                            taken += try await stores[task % 2].write(TransientState()) { state in
                                let id = "_\(number)"
                                guard state.pendingRequests[id] == nil else { return (0, []) }
                                return (1, [.save(StoredContent.request(id))])
                            }
                        }
                        return taken
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(taken == 25)
            #expect(try await stores[0].count(RecordQuery<PendingRequest>()) == 25)
        }
    }

    @Test("limits count once: no increment of concurrent instances is lost", arguments: StoreEngine.allCases)
    func counting(engine: StoreEngine) async throws {
        try await engine.withPlace { place in
            let stores = [try place.open(), try place.open()]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<4 {
                    group.addTask {
                        for _ in 0..<10 {
                            try await stores[task % 2].write(TransientState()) { state in
                                let count = state.pendingRequests["_1"]?.expiresAt ?? 0
                                return ((), [.save(StoredContent.request(expiresAt: count + 1))])
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await stores[1].read(TransientState()) { $0.pendingRequests["_1"]?.expiresAt } == 40)
        }
    }

    @Test("keys are compared byte by byte, for any content", arguments: StoreEngine.allCases)
    func keys(engine: StoreEngine) async throws {
        try await engine.withPlace { place in
            let store = try place.open()
            let long = String(repeating: "x", count: 1_023)
            // The last two are the same letter, composed and decomposed.
            let devices = ["a", "A", long + "1", long + "2", "sha256:a", "'; --", "\u{E9}", "e\u{301}"]
            let resources = devices + [String(repeating: "r", count: 9_000)]
            for (number, device) in devices.enumerated() {
                let owner = DeviceKey(requestor: "REF30", deviceID: device, applicationID: long)
                try await store.commit(
                    resources.enumerated().map { index, resource in
                        .save(StoredContent.authorization(resource, of: owner, expiresAt: Int64(number * 100 + index)))
                    })
            }
            #expect(try await store.count(RecordQuery<AuthorizationRecord>()) == devices.count * resources.count)
            for (number, device) in devices.enumerated() {
                let owner = DeviceKey(requestor: "REF30", deviceID: device, applicationID: long)
                let found = try await store.read(TransientState()) { state in
                    resources.map { state.authorizations[owner, $0]?.expiresAt }
                }
                #expect(found == resources.indices.map { Int64(number * 100 + $0) })
                let all = try await store.read(TransientState()) {
                    $0.authorizations[startingWith: owner.values].map { Array($0.resource.utf8) }
                }
                #expect(all == resources.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
            }
            let removed = DeviceKey(requestor: "REF30", deviceID: "a", applicationID: long)
            try await store.commit([.remove(AuthorizationRecord.self, removed)])
            #expect(try await store.count(RecordQuery<AuthorizationRecord>()) == (devices.count - 1) * resources.count)
        }
    }

    @Test("a decision that fails changes nothing, and sees one moment", arguments: StoreEngine.allCases)
    func failingDecision(engine: StoreEngine) async throws {
        struct Failure: Error {}
        try await engine.withPlace { place in
            let store = try place.open()
            try await store.commit(StoredContent.changes())
            await #expect(throws: Failure.self) {
                try await store.write(TransientState()) { state in
                    guard state.clients["c"] == nil else { throw Failure() }
                    return ((), [.returnToBaseline])
                }
            }
            await #expect(throws: Failure.self) { try await store.read(TransientState()) { _ in throw Failure() } }
            // Each lookup depends on the result of the previous one.
            let chain = try await store.read(TransientState()) { state -> Int64? in
                guard let code = state.registrationCodes["AAAAAAA"], let client = state.clients[code.clientID],
                    client.statement == "s", let session = state.authentications[code.key]
                else { return nil }
                return state.authorizations[session.deviceKey, "news"]?.expiresAt
            }
            #expect(chain == 4)
            #expect(try await StoredContent(store).client != nil)
        }
    }

    @Test("everything is read and replaced at once, and other instances see it", arguments: StoreEngine.allCases)
    func everything(engine: StoreEngine) async throws {
        try await engine.withPlace { place in
            let (one, other) = (try place.open(), try place.open())
            try await one.commit(StoredContent.changes())
            let (before, records) = (try await StoredContent(one), try await one.everything())
            #expect(records.count == 8)
            try await other.replaceEverything(with: [])
            #expect(try await one.everything().isEmpty)
            #expect(try await StoredContent(one) == StoredContent(EntitlementState(baseline: .builtIn)))
            try await one.replaceEverything(with: records)
            #expect(try await StoredContent(other) == before)
            #expect(one.configuration == before.configuration)
        }
    }

    @Test("an archive moves all records to every other store without loss", arguments: StoreEngine.allCases, StoreEngine.allCases)
    func archive(from source: StoreEngine, to target: StoreEngine) async throws {
        try await source.withPlace { place in
            try await target.withPlace { other in
                let (store, copy) = (try place.open(), try other.open())
                try await store.commit(StoredContent.changes())
                let archive = try await RecordArchive(of: store)
                let counts = try await store.counts()
                #expect(counts.map(\.count).reduce(0, +) == archive.count && counts.allSatisfy { $0.count > 0 })
                try await RecordArchive(content: archive.content).restore(to: copy)
                #expect(try await StoredContent(copy) == StoredContent(store))
                #expect(try await RecordArchive(of: copy).content == archive.content)
                #expect(archive.count == 8 && counts.map(\.table).contains("client"))
                #expect(try archive.content.starts(with: Data(#"{"records":8,"schema":"vsa-records/1"}"#.utf8)))
            }
        }
    }

    @Test("an archive that was cut between two lines is rejected, and so is one with an additional line")
    func incompleteArchive() async throws {
        try await StoreEngine.sqlite.withPlace { place in
            let store = try place.open()
            try await store.commit(StoredContent.changes())
            let content = try await RecordArchive(of: store).content
            let lines = content.split(separator: UInt8(ascii: "\n"))
            for count in 0..<8 {
                let start = Data(lines.prefix(count + 1).joined(separator: [UInt8(ascii: "\n")]))
                let error = #expect(throws: RecordArchive.Unreadable.self) { try RecordArchive(content: start) }
                #expect(error?.description == "line 1 announces 8 records, but \(count) follow; export them again")
            }
            #expect(throws: RecordArchive.Unreadable.self) { try RecordArchive(content: content + lines[1]) }
        }
    }

    @Test(
        "a file that is not an archive is rejected with its first wrong line",
        arguments: [
            ("", "line 1: expected"), (#"{"records":0,"schema":"vsa-records/2"}"#, "line 1: expected"),
            // Earlier versions wrote no number.
            (#"{"schema":"vsa-records/1"}"#, "line 1: the number of records is missing; export them again"),
            ("HEADER\n[]", "line 2: expected an object"),
            ("HEADER\n{\"table\":\"t\"}", "line 2: there is no table \"t\"; accepted"),
            (
                "HEADER\n{\"table\":\"client\",\"record\":{}}",
                "line 2: not a record of the table client: record.id is missing"
            ),
            ("HEADER\n{\"table\":\"client\"}", "line 2: not a record of the table client: record takes an object"),
            (
                "HEADER\n{\"table\":\"client\",\"record\":{\"id\":3}}",
                "line 2: not a record of the table client: record.id takes a string"
            ),
            (
                "HEADER\n{\"table\":\"client\",\"record\":{\"id\":\"a\",\"secretDigest\":[true]}}",
                "line 2: not a record of the table client: record.secretDigest[0] takes a whole number"
            ),
        ])
    func unreadableArchive(text: String, reason: String) {
        let content = Data(text.replacing("HEADER", with: #"{"records":1,"schema":"vsa-records/1"}"#).utf8)
        let error = #expect(throws: RecordArchive.Unreadable.self) { try RecordArchive(content: content) }
        #expect(error?.description.hasPrefix(reason) == true)
    }
}
