import Foundation
import SAML
import Synchronization
import Testing

@testable import EntitlementService

@Suite("Roll-overs of the media key")
struct MediaKeyRingTests {
    /// Files in memory whose writes do not end until they are released.
    private final class SlowFiles: KeyFiles {
        private let texts = Mutex<[String: String]>([:])
        let writes = AsyncStream.makeStream(of: Void.self)
        let releases = AsyncStream.makeStream(of: Void.self)

        func read(_ name: String) -> String? { texts.withLock { $0[name] } }
        func names() -> [String] { texts.withLock { Array($0.keys) } }
        func write(_ text: String, to name: String) async {
            writes.continuation.yield()
            for await _ in releases.stream {}
            texts.withLock { $0[name] = text }
        }
        func writeOnce(_ text: String, to name: String) async -> String {
            await write(text, to: name)
            return text
        }
        func remove(_ name: String) { texts.withLock { $0[name] = nil } }
        func path(of name: String) -> String { name }
        func stamp(of name: String) -> [Int]? { nil }
        func reload() {}
    }

    private static let now: Int64 = 1_800_000_000_000

    @Test("calls sign with the old key while the new one is being written")
    func slowWrite() async throws {
        let files = SlowFiles()
        let ring = try await MediaKeyRing(await TestKeys.service.value, folder: files, now: Self.now)
        let before = try ring.signature(of: "<a/>", now: Self.now)
        let roll = Task { try await ring.roll(now: Self.now, lifetime: 420_000) }
        for await _ in files.writes.stream.prefix(1) {}
        #expect(try ring.signature(of: "<a/>", now: Self.now) == before)
        files.releases.continuation.finish()
        try await roll.value
        #expect(try ring.signature(of: "<a/>", now: Self.now) != before)
        #expect(ring.certificates(now: Self.now).count == 2 && files.names().count == 2)
    }

    @Test("of roll-overs at the same moment each retires the key before it")
    func together() async throws {
        let files = SlowFiles()
        files.releases.continuation.finish()
        let ring = try await MediaKeyRing(await TestKeys.service.value, folder: files, now: Self.now)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 { group.addTask { try await ring.roll(now: Self.now, lifetime: 420_000) } }
            try await group.waitForAll()
        }
        #expect(Set(ring.certificates(now: Self.now).map(\.certificate.pem)).count == 4)
    }
}
