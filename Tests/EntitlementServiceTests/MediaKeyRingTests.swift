import Foundation
import SAML
import StateDirectory
import Testing

@testable import EntitlementService

@Suite("Roll-overs of the media key")
struct MediaKeyRingTests {
    private static let now: Int64 = 1_800_000_000_000

    @Test("calls sign with the old key while the new one is being written; its certificate is kept for their tokens")
    func slowWrite() async throws {
        let writes = AsyncStream.makeStream(of: Void.self)
        let releases = AsyncStream.makeStream(of: Void.self)
        let files = MemoryKeyFiles {
            writes.continuation.yield()
            for await _ in releases.stream {}
        }
        let ring = try await MediaKeyRing(await TestKeys.service.value, folder: files, now: Self.now)
        let before = try ring.signature(of: "<a/>", now: Self.now, expiresAt: Self.now + 420_000)
        let roll = Task { try await ring.roll(now: Self.now, lifetime: 420_000) }
        for await _ in writes.stream.prefix(1) {}
        let late = Self.now + 20_000
        #expect(try ring.signature(of: "<a/>", now: late, expiresAt: Self.now + 420_000) == before)
        releases.continuation.finish()
        try await roll.value
        #expect(try ring.signature(of: "<a/>", now: late, expiresAt: Self.now + 420_000) != before)
        #expect(ring.certificates(now: Self.now).count == 2 && files.names().count == 2)
        // As long as a token is valid that the old key signed in the meantime.
        #expect(ring.certificates(now: late + 419_999).count == 2)
        #expect(ring.certificates(now: Self.now + 420_000 + MediaKeyRing.overlap).count == 1)
    }

    @Test("each of several simultaneous roll-overs retires the key before it")
    func together() async throws {
        let ring = try await MediaKeyRing(await TestKeys.service.value, folder: MemoryKeyFiles(), now: Self.now)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 { group.addTask { try await ring.roll(now: Self.now, lifetime: 420_000) } }
            try await group.waitForAll()
        }
        #expect(Set(ring.certificates(now: Self.now).map(\.certificate.pem)).count == 4)
    }

    @Test("the certificate is kept for tokens that were signed before their lifetime was reduced")
    func reducedLifetime() async throws {
        let ring = try await MediaKeyRing(await TestKeys.service.value, folder: MemoryKeyFiles(), now: Self.now)
        _ = try ring.signature(of: "<a/>", now: Self.now, expiresAt: Self.now + 3_600_000)
        try await ring.roll(now: Self.now + 1_000, lifetime: 60_000)
        #expect(ring.certificates(now: Self.now + 3_599_999).count == 2)
        #expect(ring.certificates(now: Self.now + 3_600_000 + MediaKeyRing.overlap).count == 1)
    }

    @Test("instances that roll over at the same moment retire each other's key")
    func instances() async throws {
        let pem = try await TestKeys.service.value.pem
        try await withStateFolder { path in
            let folder = try StateFolder(path: path)
            try folder.write(pem, to: "media-token.pem")
            let requests = AsyncStream.makeStream(of: Void.self)
            let files = WatchedFolder(folder: folder, requests: requests.continuation)
            var rings: [MediaKeyRing] = []
            for _ in 0..<2 {
                rings.append(try await MediaKeyRing(await TestKeys.service.value, folder: files, now: Self.now))
            }
            let lock = try await folder.lockKeys()
            let rolls = rings.map { ring in Task { try await ring.roll(now: Self.now, lifetime: 420_000) } }
            // Then both wait for their turn, with new keys.
            for await _ in requests.stream.prefix(2) {}
            lock.release()
            for roll in rolls { try await roll.value }
            for ring in rings { #expect(Set(ring.certificates(now: Self.now).map(\.certificate.pem)).count == 3) }
        }
    }
}

/// A state folder that announces when an instance is about to change its keys.
private struct WatchedFolder: KeyFiles {
    let folder: StateFolder
    let requests: AsyncStream<Void>.Continuation

    func read(_ name: String) throws -> String? { try folder.read(name) }
    func names() -> [String] { folder.names() }
    func write(_ text: String, to name: String) throws { try folder.write(text, to: name) }
    func writeOnce(_ text: String, to name: String) throws -> String { try folder.writeOnce(text, to: name) }
    func remove(_ name: String) { folder.remove(name) }
    func path(of name: String) -> String { folder.path(of: name) }
    func stamp(of name: String) -> [Int]? { folder.stamp(of: name) }
    func reload() async throws { try await folder.reload() }
    func alone(_ changes: () async throws -> Void) async throws {
        requests.yield()
        try await folder.alone(changes)
    }
}
