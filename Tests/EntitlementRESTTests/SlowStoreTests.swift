import EntitlementREST
import Foundation
import Synchronization
import Testing

/// What happens while the sign-in is being stored.
@Suite("A slow store", .timeLimit(.minutes(10)))
struct SlowStoreTests {
    private let fixture = Fixture()
    private let store = SlowStore()
    private let profiles = "GET /api/v2/REF30/profiles"
    private let profile = "GET /api/v2/REF30/profiles/Cable"

    /// A client that is registered, and whose user is about to be signed in.
    private func client() async throws -> EntitlementClient {
        fixture.service.answer(profiles, .json(200, Sample.profiles()), .json(200, Sample.profiles(Sample.profile())))
        fixture.service.answer(profile, .json(200, Sample.profiles(Sample.profile())))
        let client = fixture.client { $0.store = store }
        _ = try await client.profiles()
        store.hold()
        return client
    }

    @Test("a logout meanwhile is stored last")
    func order() async throws {
        fixture.service.answer(
            "GET /api/v2/REF30/logout/Cable", .json(200, #"{"logouts":{"Cable":{"actionName":"complete"}}}"#))
        let client = try await client()
        let login = Task { try await client.profiles() }
        await store.awaitWrite()
        let logout = Task { try await client.logout(from: "Cable") }
        while await client.rememberedSignIn() != nil { await Task.yield() }
        // A removal that does not wait for the first write is carried out in this time.
        for _ in 0..<1_000 { await Task.yield() }
        store.release()
        _ = try await login.value
        _ = try await logout.value
        #expect(await fixture.client { $0.store = store }.rememberedSignIn() == nil)
    }
}

extension SlowStoreTests {
    @Test("another account of the device meanwhile makes the profile out of date", arguments: [true, false])
    func otherAccount(requestsAll: Bool) async throws {
        let client = try await client()
        let call = Task {
            if requestsAll { _ = try await client.profiles() } else { _ = try await client.profile(for: "Cable") }
        }
        await store.awaitWrite()
        fixture.account.change { $0.status = PartnerFrameworkStatus(access: .granted, provider: "alpha.example") }
        await client.refreshPartnerStatus()
        store.release()
        try await call.value
        fixture.service.answer(profile, .json(200, Sample.profiles()))
        #expect(try await client.currentProfile() == nil)
    }
}

/// A store in memory, one of whose writes takes until the test releases it.
private final class SlowStore: EntitlementStore {
    private let store = FakeStore()
    private let isHeld = Mutex(false)
    private let (writes, write) = AsyncStream.makeStream(of: Void.self)
    private let (releases, end) = AsyncStream.makeStream(of: Void.self)

    /// Holds the next write.
    func hold() { isHeld.withLock { $0 = true } }

    /// Waits until a write is held.
    func awaitWrite() async { for await _ in writes { return } }

    /// Carries out the write that is held.
    func release() { end.yield() }

    func value(for key: String) async -> [UInt8]? { await store.value(for: key) }

    func set(_ value: [UInt8]?, for key: String) async {
        let isNext = isHeld.withLock { isHeld in
            defer { isHeld = false }
            return isHeld
        }
        if isNext {
            write.yield()
            for await _ in releases { break }
        }
        await store.set(value, for: key)
    }
}
