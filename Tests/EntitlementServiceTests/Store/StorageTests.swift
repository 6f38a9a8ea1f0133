import EntitlementCore
import EntitlementService
import Foundation
import HTTPTypes
import Synchronization
import TVWorld
import Testing

@Suite("The store")
struct StorageTests {
    @Test("commits are synchronous and written ahead")
    func pragmas() async throws {
        try await withStateFolder { folder in
            let store = try SQLiteTokenStore(path: folder + "/a.sqlite")
            #expect(try store.durability() == ["wal", "2"])
            let unsynced = try SQLiteTokenStore(path: folder + "/b.sqlite", isSynced: false)
            #expect(try unsynced.durability() == ["wal", "0"])
        }
    }

    @Test("a file that is not a database, or damaged, is named")
    func damaged() async throws {
        try await withStateFolder { folder in
            let path = folder + "/a.sqlite"
            try Data(repeating: 0x41, count: 10_000).write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: StoreFailure.self) { try SQLiteTokenStore(path: path) }
            #expect(error?.description.contains(path) == true)
        }
    }

    @Test("one instance at a time starts on a state folder, which only its owner can read")
    func folder() async throws {
        try await withStateFolder { base in
            let path = base + "/state"
            let folder = try StateFolder(path: path, patience: 1)
            #expect(throws: SetupFailure.self) { try StateFolder(path: path, patience: 1) }
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
            folder.release()
            _ = try StateFolder(path: path, patience: 1)
        }
    }

    @Test("of the instances on a state folder, one has the journal; a folder in place of the lock is an error")
    func journalLock() async throws {
        try await withStateFolder { path in
            let first = try StateFolder(path: path, patience: 1)
            first.release()
            let second = try StateFolder(path: path, patience: 1)
            #expect(try first.takeJournal())
            #expect(try !second.takeJournal())
        }
        try await withStateFolder { path in
            let folder = try StateFolder(path: path, patience: 1)
            #expect(mkdir("\(path)/journal.lock", 0o700) == 0)
            let failure = #expect(throws: SetupFailure.self) { try folder.takeJournal() }
            #expect(failure?.description == "The file \(path)/journal.lock cannot be locked: Is a directory")
        }
    }

    @Test("a file that cannot be opened need not be moved away, unlike one that is not text")
    func unreadableFile() async throws {
        try await withStateFolder { path in
            let folder = try StateFolder(path: path, patience: 1)
            // Longer than any file's name.
            let name = String(repeating: "x", count: 256)
            let unopened = #expect(throws: SetupFailure.self) { try folder.read(name) }
            #expect(unopened?.description == "The file \(path)/\(name) cannot be read: File name too long")
            let isMade = FileManager.default.createFile(
                atPath: "\(path)/key", contents: Data([0xFF]), attributes: [.posixPermissions: 0o600])
            #expect(isMade)
            let unusable = #expect(throws: SetupFailure.self) { try folder.read("key") }
            #expect(unusable?.description.hasSuffix("cannot be read as text. Move it away, and a new one is generated.") == true)
        }
    }

    @Test("an import has a state folder to itself, whichever of several services ends first")
    func claimedFolder() async throws {
        try await withStateFolder { path in
            /// A folder as it is after the start of what uses it.
            func opened() throws -> StateFolder {
                let folder = try StateFolder(path: path, patience: 1)
                folder.release()
                return folder
            }
            var first: StateFolder? = try opened()
            var second: StateFolder? = try opened()
            try first?.join()
            try second?.join()
            let third = try opened()
            defer { withExtendedLifetime(third) {} }
            #expect(try !third.claim())
            first = nil
            #expect(try !third.claim())
            second = nil
            #expect(try third.claim())
            let failure = #expect(throws: SetupFailure.self) { try opened().join() }
            #expect(failure?.exitCode == 75)
        }
    }

    @Test("a write that fails changes nothing and is answered with 500")
    func failingStore() async throws {
        try await Fixture(store: FullStore(store: try .inMemory(), isFull: Flag(true))).test { client in
            let answer = try await client.administer(.put, "integrations/REF30/AlphaCable", #"{"enabled":false}"#)
            #expect(answer.status == 500 && answer.code == "internal_error")
            let list = try await client.administer(.get, "integrations?requestor=REF30")
            #expect(list.text.contains(#""mvpd":"AlphaCable","provider":"alpha.example","enabled":true"#))
        }
    }
}

/// A store whose disk may be full: then only what does not change anything succeeds.
struct FullStore: TokenStore {
    struct Full: Error {}

    let store: SQLiteTokenStore
    let isFull: Flag

    func open(baseline: World) throws { try store.open(baseline: baseline) }

    var configuration: EntitlementConfiguration { store.configuration }

    func read<Value: Sendable>(
        _ transient: TransientState, _ body: @Sendable (EntitlementState) throws -> Value
    ) async throws -> Value { try await store.read(transient, body) }

    func write<Value: Sendable>(
        _ transient: TransientState, with shared: SharedChange?,
        _ body: @Sendable (EntitlementState) throws -> (Value, [Change])
    ) async throws -> Value {
        guard isFull.isSet else { return try await store.write(transient, with: shared, body) }
        let (value, changes) = try await store.read(transient, body)
        guard changes.isEmpty else { throw Full() }
        return value
    }

    func releaseMemory(isIdle: Bool) async { await store.releaseMemory(isIdle: isIdle) }

    func list<Record: StoredRecord>(_ query: RecordQuery<Record>) async throws -> RecordPage<Record> {
        try await store.list(query)
    }

    func count<Record: StoredRecord>(_ query: RecordQuery<Record>) async throws -> Int { try await store.count(query) }

    func everything() async throws -> [any StoredRecord] { try await store.everything() }

    func replaceEverything(with records: [any StoredRecord], and shared: SharedChange?) async throws { throw Full() }

    func removeEnded(now: Int64, limit: Int) async throws -> Int { throw Full() }
}

/// A flag of several tasks.
final class Flag: Sendable {
    private let value: Mutex<Bool>

    init(_ value: Bool) { self.value = Mutex(value) }

    var isSet: Bool { value.withLock { $0 } }
    func set(_ new: Bool) { value.withLock { $0 = new } }
}
