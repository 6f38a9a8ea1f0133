import Foundation
import SAML
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
        let before = try ring.signature(of: "<a/>", now: Self.now)
        let roll = Task { try await ring.roll(now: Self.now, lifetime: 420_000) }
        for await _ in writes.stream.prefix(1) {}
        let late = Self.now + 20_000
        #expect(try ring.signature(of: "<a/>", now: late) == before)
        releases.continuation.finish()
        try await roll.value
        #expect(try ring.signature(of: "<a/>", now: late) != before)
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
}
