import Testing

@testable import EntitlementService

@Suite("Calls and swaps")
struct StateSwapLockTests {
    @Test("A swap waits for running calls, and delays others until it has ended")
    func order() async throws {
        let gate = StateSwapLock(patience: .seconds(60))
        let (events, tell) = AsyncStream.makeStream(of: String.self)
        try await gate.enter()
        let swap = Task { await gate.alone { _ = tell.yield("swap") } }
        let second = Task {
            await swap.value
            try await gate.enter()
            tell.yield("call")
            gate.leave()
        }
        tell.yield("inside")
        gate.leave()
        try await second.value
        tell.finish()
        var seen: [String] = []
        for await event in events { seen.append(event) }
        #expect(seen.last == "call" && Set(seen) == ["inside", "swap", "call"])
    }

    @Test("Many calls and swaps: none runs during a swap")
    func many() async throws {
        let gate = StateSwapLock(patience: .seconds(60))
        /// What every call reads twice, and every swap changes in two steps.
        actor Pair {
            var first = 0
            var second = 0

            func changeFirst() { first += 1 }
            func changeSecond() { second += 1 }
        }
        let pair = Pair()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    if number.isMultiple(of: 10) {
                        await gate.alone {
                            await pair.changeFirst()
                            await Task.yield()
                            await pair.changeSecond()
                        }
                        return true
                    }
                    try await gate.enter()
                    defer { gate.leave() }
                    let first = await pair.first
                    await Task.yield()
                    return await pair.second == first
                }
            }
            for try await isWhole in group { #expect(isWhole) }
        }
    }

    @Test("A swap that takes too long rejects waiting calls and later ones; the next call is admitted")
    func overdue() async throws {
        let gate = StateSwapLock(patience: .milliseconds(10))
        let (closings, close) = AsyncStream.makeStream(of: Void.self)
        let (endings, end) = AsyncStream.makeStream(of: Void.self)
        let swap = Task {
            await gate.alone {
                close.yield()
                for await _ in endings.prefix(1) {}
            }
        }
        for await _ in closings.prefix(1) {}
        for _ in 0..<2 {
            await #expect(throws: StateSwapLock.Overdue.self) { try await gate.enter() }
            gate.leave()
        }
        end.yield()
        await swap.value
        #expect(gate.entersAtOnce())
        gate.leave()
        // Calls that were rejected do not count as inside.
        await gate.alone {}
    }
}
