import EntitlementCore
import Synchronization
import TVWorld
import Testing

@testable import EntitlementService

@Suite("Decisions that are expected to write")
struct ExpectedWriteTests {
    private final class Count: Sendable {
        private let count = Mutex(0)
        func add() { count.withLock { $0 += 1 } }
        var value: Int { count.withLock { $0 } }
    }

    private static func event(
        isExpectedToWrite: Bool, changes: [Change], isRefused: Bool, counting decisions: Count = Count()
    ) -> EntitlementEvent<Bool> {
        EntitlementEvent(.authorized, [:], isExpectedToWrite: isExpectedToWrite) { (state, _) throws(Refusal) in
            decisions.add()
            if isRefused { throw Refusal(403, .profileMissing, "refused") }
            return Decision(state.authentications[StoredContent.key] != nil, changes: changes)
        }
    }

    @Test("such a decision is made once, where it can write; any other is first made on a snapshot", arguments: [false, true])
    func decided(isExpected: Bool) async throws {
        try await withStateFolder { folder in
            let engine = try EntitlementEngine(
                store: SQLiteTokenStore(path: folder + "/a.sqlite"), baseline: .builtIn, clock: ManualClock().adjustable)
            func decide(_ changes: [Change], isRefused: Bool = false) async -> (Result<Bool, any Error>, decisions: Int) {
                let count = Count()
                let event = Self.event(
                    isExpectedToWrite: isExpected, changes: changes, isRefused: isRefused, counting: count)
                do { return (.success(try await engine.send(event)), count.value) } catch {
                    return (.failure(error), count.value)
                }
            }
            // What is in memory is not a snapshot yet: the first decision is made again on the database.
            _ = await decide([])
            let refused = await decide([], isRefused: true)
            #expect(throws: Refusal.self) { try refused.0.get() }
            let written = await decide([.save(StoredContent.authentication("d", expiresAt: 5))])
            #expect(try !written.0.get() && written.decisions == (isExpected ? 1 : 2))
            let seen = await decide([])
            #expect(try seen.0.get() && (!isExpected || seen.decisions == 1))
            let other = try SQLiteTokenStore.opened(folder + "/a.sqlite")
            #expect(try await StoredContent(other).authentication != nil)
        }
    }

    @Test("an answer that is being written is expected; a refusal, or an answer without changes, is not")
    func foreseen() async throws {
        let engine = try EntitlementEngine(
            store: SQLiteTokenStore.inMemory(), baseline: .builtIn, clock: ManualClock().adjustable)
        func foreseen(_ changes: [Change], isRefused: Bool = false) async -> Int {
            let count = Count()
            let event = Self.event(isExpectedToWrite: false, changes: changes, isRefused: isRefused)
            _ = try? await engine.send(event, foresee: { _ in count.add() })
            return count.value
        }
        let change = Change.save(StoredContent.authentication("d", expiresAt: 5))
        #expect(await foreseen([change]) == 1)
        #expect(await foreseen([]) == 0)
        #expect(await foreseen([change], isRefused: true) == 0)
    }

    @Test("an expected value is that of the last write that was started, or its error; without a write there is none")
    func value() async throws {
        let value = ForeseenValue<Int>()
        #expect(try await value.value == nil)
        value.begin { 1 }
        value.begin { 2 }
        #expect(try await value.value == 2)
        value.begin { throw StoreFailure(.full, "full") }
        await #expect(throws: StoreFailure.self) { try await value.value }
    }
}
